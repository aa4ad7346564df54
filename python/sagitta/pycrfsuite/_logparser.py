"""A training log as events and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple, Optional


class LabelScore(NamedTuple):
    """The scores of a label on the holdout data; None where the data has no such label."""

    match: int
    model: int
    ref: int
    precision: Optional[float]
    recall: Optional[float]
    f1: Optional[float]


_HEAD = re.compile(r"\*{5} (?:Iteration|Epoch) #(\d+) \*{5}\n")
_SECONDS = re.compile(r"Seconds required: (\d+\.\d+)")
_TRAINING_SECONDS = re.compile(r"Total seconds required for training: (\d+\.\d+)")
_FEATURES = re.compile(r"Number of features: (\d+)")
_PIECES_OF_A_BAR = frozenset([".", *map(str, range(11))])
_AVERAGES = re.compile(r"Macro-average precision, recall, F1: \((\S+), (\S+), (\S+)\)")
_ACCURACY = re.compile(r"(Item|Instance) accuracy: (\d+) / (\d+)")
_LABEL = re.compile(r"    (.+): \((\d+), (\d+), (\d+)\) \(([^,]+), ([^,]+), ([^)]+)\)")
#: What a line of an iteration begins with, the key of its number and the number's type.
_NUMBERS: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
    ("Loss: ", "loss", float),
    ("Feature norm: ", "feature_norm", float),
    ("Error norm: ", "error_norm", float),
    ("Active features: ", "active_features", int),
    ("Line search trials: ", "linesearch_trials", int),
    ("Line search step: ", "linesearch_step", float),
    ("Seconds required for this iteration: ", "time", float),
)


class TrainLogParser:
    """Is fed with the pieces of a log, in order.

    Attributes
    ----------
    featgen_percent, featgen_num_features, featgen_seconds
        Progress and result of the generation of features.
    iterations : list of dict
        What is known about each iteration: ``num``, ``loss``, ``time``, ``scores`` and more.
    last_iteration : dict
    training_seconds, storing_seconds : float
    log : list of str
        All pieces.
    events : list of tuple
        Name of each event, and the range of the pieces that led to it.
    last_log : str
        The text that led to the last event.
    """

    def __init__(self) -> None:
        self.state: str | None = None
        self.featgen_percent = -2
        self.featgen_num_features: int | None = None
        self.featgen_seconds: float | None = None
        self.training_seconds: float | None = None
        self.storing_seconds: float | None = None
        self.iterations: list[dict[str, Any]] = []
        self.last_iteration: dict[str, Any] | None = None
        self.log: list[str] = []
        self.events: list[tuple[str, int, int]] = []

    def feed(self, line: str) -> str | None:
        """Takes the next piece. Returns the name of the event that it completes, or None."""
        self.log.append(line)
        if self.state is None:
            self.state = "STARTING"
            self.handle_STARTING(line)
            self.events.append(("start", 0, len(self.log)))
            return "start"
        event: str | None = getattr(self, "handle_" + self.state)(line)
        if event is not None:
            # The first line of an iteration, and of storing, belongs to the next event.
            keep = 1 if event in ("prepared", "optimization_end") else 0
            self.events.append((event, self.events[-1][2], len(self.log) - keep))
        return event

    @property
    def last_log(self) -> str:
        """The text that led to the last event."""
        _, begin, end = self.events[-1]
        return "".join(self.log[begin:end])

    def handle_STARTING(self, line: str) -> None:
        if line.startswith("Feature generation"):
            self.state = "FEATGEN"

    def handle_FEATGEN(self, line: str) -> str | None:
        if line in _PIECES_OF_A_BAR:
            self.featgen_percent += 2
            return "featgen_progress"
        features = _FEATURES.match(line)
        if features is not None:
            self.featgen_num_features = int(features.group(1))
        seconds = _SECONDS.match(line)
        if seconds is None:
            return None
        self.featgen_seconds = float(seconds.group(1))
        self.state = "AFTER_FEATGEN"
        return "featgen_end"

    def handle_AFTER_FEATGEN(self, line: str) -> str | None:
        if _HEAD.match(line) is not None:
            self._begin_iteration(line)
            return "prepared"
        if "terminated with" in line:  # before there was any iteration
            self.state = "AFTER_ITERATION"
            return "prepare_error"
        return None

    def handle_ITERATION(self, line: str) -> str | None:
        if line == "\n":
            self.state = "AFTER_ITERATION"
            return "iteration"
        assert self.last_iteration is not None
        for start, key, number in _NUMBERS:
            if line.startswith(start):
                self.last_iteration[key] = number(line[len(start) :])
                return None
        self._read_scores(line, self.last_iteration)
        return None

    def handle_AFTER_ITERATION(self, line: str) -> str | None:
        if _HEAD.match(line) is not None:
            self._begin_iteration(line)
            return None
        seconds = _TRAINING_SECONDS.match(line)
        if seconds is not None:
            self.training_seconds = float(seconds.group(1))
        if line.startswith("Storing the model"):
            self.state = "STORING"
            return "optimization_end"
        return None

    def handle_STORING(self, line: str) -> str | None:
        seconds = _SECONDS.match(line)
        if seconds is not None:
            self.storing_seconds = float(seconds.group(1))
        return "end" if line == "\n" else None

    def _begin_iteration(self, line: str) -> None:
        head = _HEAD.match(line)
        assert head is not None
        self.state = "ITERATION"
        self.last_iteration = {"num": int(head.group(1)), "scores": {}}
        self.iterations.append(self.last_iteration)

    @staticmethod
    def _read_scores(line: str, iteration: dict[str, Any]) -> None:
        averages = _AVERAGES.match(line)
        if averages is not None:
            for key, text in zip(("avg_precision", "avg_recall", "avg_f1"), averages.groups()):
                iteration[key] = float(text)
        accuracy = _ACCURACY.match(line)
        if accuracy is not None and int(accuracy.group(3)) > 0:
            value = Fraction(int(accuracy.group(2)), int(accuracy.group(3)))
            key = accuracy.group(1).lower() + "_accuracy"
            iteration[key] = value
            iteration[key + "_float"] = float(value)
        label = _LABEL.match(line)
        if label is not None:
            name, match, model, ref, *measures = label.groups()
            known = [None if text.startswith("*") else float(text) for text in measures]
            iteration["scores"][name] = LabelScore(int(match), int(model), int(ref), *known)
