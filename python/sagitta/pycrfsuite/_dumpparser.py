"""The contents of a model, as `Tagger.info()` gives them."""

from __future__ import annotations

import re


class ParsedDump:
    """A model taken apart.

    Attributes
    ----------
    header : dict
        The numbers at the start of the model file, as strings.
    labels, attributes : dict
        Names and their ids, which are strings.
    transitions : dict
        ``{(label, next label): weight}``
    state_features : dict
        ``{(attribute, label): weight}``
    """

    def __init__(self) -> None:
        self.header: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.attributes: dict[str, str] = {}
        self.transitions: dict[tuple[str, str], float] = {}
        self.state_features: dict[tuple[str, str], float] = {}


class CRFsuiteDumpParser:
    """Reads the text that `Tagger.dump` writes, line by line, into `result`."""

    _SECTION = re.compile(r"(FILEHEADER|LABELS|ATTRIBUTES|TRANSITIONS|STATE_FEATURES) = \{$")
    _ENTRY = re.compile(r"(\w+): (.*)")
    _WEIGHT = re.compile(r"\(\d+\) (.+) --> (.+): (\S+)$")

    def __init__(self) -> None:
        self.state: str | None = None
        self.result = ParsedDump()

    def feed(self, line: str) -> None:
        """Reads one line."""
        line = line.lstrip().rstrip("\r\n")
        section = self._SECTION.match(line)
        if section is not None:
            self.state = section.group(1)
        elif line == "}":
            self.state = None
        elif line and self.state in ("TRANSITIONS", "STATE_FEATURES"):
            self._weight(line)
        elif line:
            self._entry(line)

    def _entry(self, line: str) -> None:
        entry = self._ENTRY.match(line)
        if entry is None or self.state is None:
            raise ValueError(f"not a line of a dump: {line!r}")
        key, value = entry.groups()
        if self.state == "FILEHEADER":
            self.result.header[key] = value
        else:
            names = self.result.labels if self.state == "LABELS" else self.result.attributes
            names[value] = key

    def _weight(self, line: str) -> None:
        found = self._WEIGHT.match(line)
        if found is None:
            raise ValueError(f"not a line of a dump: {line!r}")
        start, label, weight = found.groups()
        is_state = self.state == "STATE_FEATURES"
        weights = self.result.state_features if is_state else self.result.transitions
        weights[(start, label)] = float(weight)
