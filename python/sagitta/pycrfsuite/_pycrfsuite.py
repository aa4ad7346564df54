"""Trainer, Tagger and ItemSequence with the interface of python-crfsuite."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import _sagitta
from .._sagitta import Model
from . import _dumpparser, _logparser

#: The version of CRFsuite whose behaviour this module has.
CRFSUITE_VERSION = "0.12.2"


class CRFSuiteError(Exception):
    """A training that failed; `code` is CRFsuite's number of the error."""

    _messages = {
        -2147483648: "Unknown error occurred",
        -2147483647: "Insufficient memory",
        -2147483646: "Unsupported operation",
        -2147483645: "Incompatible data",
        -2147483644: "Internal error",
        -2147483643: "Overflow",
        -2147483642: "Not implemented",
    }

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(self._messages.get(code, "Unexpected error"))


class ItemSequence(_sagitta.ItemSequence):
    """The features of a sequence, converted once, for use in several calls.

    >>> sequence = ItemSequence([["walk"], {"shop": 0.5, "word": {"the": 2}}])
    >>> sequence
    <ItemSequence of size 2>
    >>> sequence.items()
    [{'walk': 1.0}, {'shop': 0.5, 'word:the': 2.0}]

    Parameters
    ----------
    pyseq : iterable
        One element per token: a dict of names and values, or names alone. A value is a number or a
        bool, a string (the feature is then ``name:value``), or a dict, list or set of further
        features, whose names are put after ``name:``.
    """

    def __repr__(self) -> str:
        return f"<ItemSequence of size {len(self)}>"


def _bool(text: str) -> bool:
    return bool(int(text))


class BaseTrainer:
    """Collects labelled sequences and trains a model file from them.

    The interpreter is free for other threads during training, and Ctrl-C ends it.

    Parameters
    ----------
    algorithm : {'lbfgs', 'l2sgd', 'ap', 'pa', 'arow'}, optional
        See `select`.
    params : dict, optional
        See `set_params`.
    verbose : bool
        Whether `message` prints the log.
    """

    _PARAMETER_TYPES: dict[str, Callable[[str], Any]] = {
        "feature.minfreq": float,
        "feature.possible_states": _bool,
        "feature.possible_transitions": _bool,
        "c1": float,
        "c2": float,
        "max_iterations": int,
        "num_memories": int,
        "epsilon": float,
        "period": int,
        "delta": float,
        "linesearch": str,
        "max_linesearch": int,
        "calibration.eta": float,
        "calibration.rate": float,
        "calibration.samples": float,
        "calibration.candidates": int,
        "calibration.max_trials": int,
        "type": int,
        "c": float,
        "error_sensitive": _bool,
        "averaging": _bool,
        "variance": float,
        "gamma": float,
    }

    #: May be given as floats: 100.0 is 100.
    _WHOLE_NUMBERS = frozenset(
        [name for name, kind in _PARAMETER_TYPES.items() if kind in (int, _bool)]
        + ["calibration.samples"]
    )

    # Subclasses need not call __init__, so these are made when they are first used.
    verbose: Any = True
    _own_data: _sagitta.CrfsuiteTrainer | None = None
    _own_parameters: _sagitta.CrfsuiteParameters | None = None

    def __init__(
        self,
        algorithm: str | None = None,
        params: Mapping[str, Any] | None = None,
        verbose: Any = True,
    ) -> None:
        if algorithm is not None:
            self.select(algorithm)
        if params is not None:
            self.set_params(params)
        self.verbose = verbose

    @property
    def _data(self) -> _sagitta.CrfsuiteTrainer:
        if self._own_data is None:
            self._own_data = _sagitta.CrfsuiteTrainer()
        return self._own_data

    @property
    def _parameters(self) -> _sagitta.CrfsuiteParameters:
        if self._own_parameters is None:
            self._own_parameters = _sagitta.CrfsuiteParameters("lbfgs")
        return self._own_parameters

    def message(self, message: str) -> None:
        """Gets each piece of the training log. Prints it if `verbose` is true.

        What it raises ends the training.
        """
        if self.verbose:
            print(message, end="")

    def append(self, xseq: Any, yseq: Any, group: int = 0) -> None:
        """Adds a sequence: features as for `ItemSequence`, and one label per token.

        `group` is a number that `train` can hold out.
        """
        self._data.append(xseq, yseq, group)

    def select(self, algorithm: str, type: str = "crf1d") -> None:
        """Chooses the algorithm; all parameters have their default values afterwards.

        ``lbfgs`` and ``l2sgd`` minimise the same objective as CRFsuite, in less time. For ``ap``,
        ``pa`` and ``arow`` a CRF with c2 = 1 is trained instead, with a warning.
        """
        if type != "crf1d":
            raise ValueError(f"Bad arguments: algorithm={algorithm!r}, type={type!r}")
        self._own_parameters = _sagitta.CrfsuiteParameters(algorithm.lower())

    def train(self, model: str | os.PathLike[str], holdout: int = -1) -> None:
        """Trains and writes the model to the file `model`, unless the name is empty.

        The sequences of group `holdout` are left out of training and scored after each iteration.
        """
        self._train(os.fspath(model), holdout)

    def _train(self, path: str, holdout: int) -> bytes:
        """With an empty path: the contents of the model file."""
        self._before_train()
        for note in self._parameters.notes():
            if "instead" in note:  # another algorithm; otherwise the result is what was asked for
                warnings.warn(note, stacklevel=3)
        return self._data.train(self._parameters, path, holdout, self.message)

    def params(self) -> list[str]:
        """The names of the parameters of the algorithm."""
        return self._parameters.names()

    def set_params(self, params: Mapping[str, Any]) -> None:
        """Sets several parameters."""
        for name, value in params.items():
            self.set(name, value)

    def get_params(self) -> dict[str, Any]:
        """All parameters with their values."""
        return {name: self.get(name) for name in self.params()}

    def set(self, name: str, value: Any) -> None:
        """Sets a parameter. ValueError if there is no such one or the value is not valid."""
        if isinstance(value, bool):
            value = int(value)
        elif isinstance(value, float) and value.is_integer() and name in self._WHOLE_NUMBERS:
            value = int(value)
        self._parameters.set(name, str(value))

    def get(self, name: str) -> Any:
        """The value of a parameter."""
        return self._cast_parameter(name, self._parameters.get(name))

    def help(self, name: str) -> str:
        """What a parameter is."""
        return self._parameters.help(name)

    def clear(self) -> None:
        """Removes all sequences."""
        self._data.clear()

    def _cast_parameter(self, name: str, value: str) -> Any:
        return self._PARAMETER_TYPES.get(name, str)(value)

    def _before_train(self) -> None:
        pass


class Trainer(BaseTrainer):
    """A trainer that reads its own log.

    `logparser` has the numbers of the log. Override the methods ``on_...`` to show progress in
    another way; they are called if `verbose` is true.
    """

    logparser: Any = None

    def _before_train(self) -> None:
        self.logparser = _logparser.TrainLogParser()

    def message(self, message: str) -> None:
        """Feeds the log parser and calls the method of the event, if there is one."""
        event = self.logparser.feed(message)
        if event is None or not self.verbose:
            return
        arguments = [self.logparser.last_log]
        if event == "featgen_progress":
            arguments.append(self.logparser.featgen_percent)
        elif event == "iteration":
            arguments.append(self.logparser.last_iteration)
        getattr(self, "on_" + event)(*arguments)

    def on_start(self, log: str) -> None:
        """The training has started."""
        print(log, end="")

    def on_featgen_progress(self, log: str, percent: int) -> None:
        """Features are being generated."""
        print(log, end="")

    def on_featgen_end(self, log: str) -> None:
        """Features have been generated."""
        print(log, end="")

    def on_prepared(self, log: str) -> None:
        """The first iteration starts."""
        print(log, end="")

    def on_prepare_error(self, log: str) -> None:
        """There is nothing to iterate over."""
        print(log, end="")

    def on_iteration(self, log: str, info: dict[str, Any]) -> None:
        """An iteration is over; `info` has its numbers."""
        print(log, end="")

    def on_optimization_end(self, log: str) -> None:
        """The last iteration is over."""
        print(log, end="")

    def on_end(self, log: str) -> None:
        """The model has been stored."""
        print(log, end="")


class Tagger:
    """Labels sequences with a model file of CRFsuite or any other that Sagitta reads.

    Several threads may use one tagger. What `probability` and `marginal` answer is about the
    sequence that was set or tagged last, by whichever thread.
    """

    def __init__(self) -> None:
        self._open: _sagitta.CrfsuiteTagger | None = None

    def open(self, name: str | os.PathLike[str]) -> contextlib.closing[Tagger]:
        """Opens a model file. Can be used in a ``with`` statement."""
        path = os.fspath(name)
        with open(path, "rb"):
            pass  # raises the usual exceptions of Python
        self._open = _sagitta.CrfsuiteTagger(Model.load(path))
        return contextlib.closing(self)

    def open_inmemory(self, value: bytes) -> contextlib.closing[Tagger]:
        """Opens the contents of a model file."""
        self._open = _sagitta.CrfsuiteTagger(Model.from_bytes(value))
        return contextlib.closing(self)

    def close(self) -> None:
        """Forgets the model."""
        self._open = None

    def labels(self) -> list[str]:
        """The labels of the model."""
        return self._opened.labels()

    def tag(self, xseq: Any = None) -> list[str]:
        """The most probable labels of a sequence, or of the one that was set."""
        return self._opened.tag(xseq)

    def probability(self, yseq: Iterable[str]) -> float:
        """The probability of these labels for the sequence that was set or tagged last."""
        return self._opened.probability(list(yseq))

    def marginal(self, y: str, pos: int) -> float:
        """The probability of label `y` at position `pos` of that sequence."""
        return self._opened.marginal(y, pos)

    def set(self, xseq: Any) -> None:
        """Sets the sequence that `tag`, `probability` and `marginal` are about."""
        self._opened.set(xseq)

    def dump(self, filename: str | os.PathLike[str] | None = None) -> None:
        """Writes the model as text, to standard output if there is no file name."""
        text = self._dumpable.dump_text()
        if filename is not None:
            _sagitta.write_file(os.fspath(filename), text)
        else:
            sys.stdout.write(text.decode("utf-8", "replace"))

    def info(self) -> _dumpparser.ParsedDump:
        """The labels, attributes and weights of the model."""
        parsed = _dumpparser.ParsedDump()
        (
            parsed.header,
            parsed.labels,
            parsed.attributes,
            parsed.transitions,
            parsed.state_features,
        ) = self._dumpable.dump()
        return parsed

    @property
    def _opened(self) -> _sagitta.CrfsuiteTagger:
        if self._open is None:
            raise ValueError("the tagger has no open model")
        return self._open

    @property
    def _dumpable(self) -> _sagitta.CrfsuiteTagger:
        if self._open is None:
            raise RuntimeError("the tagger has no open model")
        return self._open
