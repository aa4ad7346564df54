"""The exceptions and warnings of the library. Failures of the operating system are OSError."""

from __future__ import annotations


class Error(ValueError):
    """A wrong argument, or data that is not what it should be; with the place if it is in a file."""


class Diverged(Error):
    """The objective is no longer a finite number: a smaller step is needed."""


class DataWarning(UserWarning):
    """A file is probably not what it is read as, for example columns without a template."""


# Users see them, in tracebacks and pickles, where they are meant to import them from.
Error.__module__ = Diverged.__module__ = DataWarning.__module__ = "sagitta"
