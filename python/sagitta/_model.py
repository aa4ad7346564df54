"""Model: the result of training. Tagger: labels sequences with a model."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _sagitta
from ._corpus import matrix_sequences
from ._graph import given_nodes

if TYPE_CHECKING:
    import numpy
    import numpy.typing

Path = Union[str, "os.PathLike[str]"]


class Model:
    """A trained model. Immutable; it can be pickled, and threads can share it.

    Files and bytes may have the format of Sagitta, CRFsuite, CRF++ or Wapiti.

    >>> import sagitta
    >>> corpus = sagitta.Corpus.from_sequences([[["a"], ["b"]]] * 9, [["X", "Y"]] * 9)
    >>> model = sagitta.train(corpus).model
    >>> model.labels
    ['X', 'Y']
    >>> model.tag([["a"], ["b"]])
    ['X', 'Y']
    >>> Model.from_bytes(model.to_bytes()).marginals([["b"]]).shape
    (1, 2)
    """

    def __init__(self, native: _sagitta.Model) -> None:
        self._native = native

    @classmethod
    def load(cls, path: Path) -> Model:
        """Reads a model file of any format."""
        return cls(_sagitta.Model.load(os.fspath(path)))

    @classmethod
    def from_bytes(cls, data: bytes) -> Model:
        """The contents of a model file as a model."""
        return cls(_sagitta.Model.from_bytes(data))

    def save(self, path: Path, format: str = "sagitta") -> None:
        """Writes a model file: all of it or nothing.

        `format` is ``sagitta``, ``crfsuite``, ``wapiti`` or ``crfpp``.
        """
        self._native.save(os.fspath(path), format)

    def to_bytes(self, format: str = "sagitta") -> bytes:
        """What `save` would write."""
        return self._native.to_bytes(format)

    @functools.cached_property
    def labels(self) -> list[str]:
        """The labels. Columns of marginals have this order."""
        return self._native.labels()

    @property
    def weight_count(self) -> int:
        """The number of weights that are not 0."""
        return self._native.weight_count()

    @property
    def settings(self) -> dict[str, str]:
        """The settings of its training."""
        return self._native.settings()

    @property
    def certificate(self) -> dict[str, float]:
        """How far the weights can be from the optimum: ``bound`` limits the difference of the
        objective; NaN for models of other tools."""
        return self._native.certificate()

    @property
    def template(self) -> str:
        """The template that columns are expanded with; empty if there is none."""
        return self._native.template()

    @property
    def state_features(self) -> dict[tuple[str, str], float]:
        """``{(attribute, label): weight}``"""
        return self._weights[0]

    @functools.cached_property
    def transition_features(self) -> dict[tuple[str, str], float]:
        """``{(label, next label): weight}`` of chains"""
        return {(a, b): weight for (type, a, b), weight in self._weights[1].items() if not type}

    @property
    def type_features(self) -> dict[tuple[str, str, str], float]:
        """``{(type, from, to): weight}`` of the edges of graphs; chains have those of type ``""``."""
        return self._weights[1]

    @property
    def edge_features(self) -> dict[tuple[str, str, str, str], float]:
        """``{(type, attribute, from, to): weight}``; the type of chains is ``""``."""
        return self._weights[2]

    @functools.cached_property
    def _weights(
        self,
    ) -> tuple[
        dict[tuple[str, str], float], dict[tuple[str, str, str], float], dict[tuple[str, str, str, str], float]
    ]:
        return self._native.weights()

    def scaled(self, factor: float) -> Model:
        """The model with all weights multiplied; below 1, probabilities become more even."""
        return Model(self._native.scaled(factor))

    @functools.cached_property
    def _tagger(self) -> Tagger:
        return Tagger(self)

    def tag(self, x: Any, nbest: Optional[int] = None) -> Any:
        """The most probable labels of a sequence.

        With `nbest`, a list of that many ``(labels, probability)``, best first.
        """
        return self._tagger.tag(x) if nbest is None else self._tagger.nbest(x, nbest)

    def marginals(self, x: Any) -> numpy.typing.NDArray[numpy.float64]:
        """The probability of each label at each token, an array [tokens, labels]."""
        return self._tagger.marginals(x)

    def evaluate(self, X: Iterable[Any], y: Sequence[Sequence[str]]) -> dict[str, Any]:
        """Tags sequences and scores the result; see `sagitta.evaluate`."""
        return evaluate_tagging(self._tagger, X, y)

    def __getstate__(self) -> bytes:
        return self.to_bytes()

    def __setstate__(self, state: bytes) -> None:
        self._native = _sagitta.Model.from_bytes(state)

    def __repr__(self) -> str:
        return f"<Model: {len(self.labels)} labels, {self.weight_count} weights>"


class Tagger:
    """Labels sequences. Any number of threads may use one tagger at the same time.

    A sequence is a list of tokens with features or a `Graph`, as for `Corpus.from_sequences`; for a
    model with a template, a list of rows of columns.

    Parameters
    ----------
    model : Model
    constraints : str, optional
        ``bio``, ``iobes`` or the path of a file with rules, besides the model's own.
    threads : int
        The number of threads of functions for many sequences.
    """

    def __init__(self, model: Model, constraints: Optional[str] = None, threads: int = 1) -> None:
        self.model = model
        self.constraints = constraints
        self.threads = threads
        self._columns = bool(model.template)
        self._native = _sagitta.Tagger(model._native, constraints)

    def tag(self, x: Any) -> list[str]:
        """The most probable labels."""
        return self._native.tag_all([x], 1, self._columns)[0]

    def tag_all(self, X: Iterable[Any]) -> list[list[str]]:
        """The same for many sequences, with `threads` threads."""
        return self._native.tag_all(X, self.threads, self._columns)

    def tag_matrix(
        self, X: Any, lengths: Iterable[int], feature_names: Optional[Sequence[str]] = None
    ) -> list[list[str]]:
        """The same for the rows of a CSR matrix or an array, cut into sequences of these lengths.

        `feature_names` are those of the columns, as for `Corpus.from_csr`.
        """
        return self.tag_all(matrix_sequences(X, lengths, feature_names))

    def tag_given(self, x: Any, labels: Sequence[Optional[str]]) -> list[str]:
        """The most probable labels, where those that are known are given and others are None."""
        return self._native.tag_given(x, labels, self._columns)

    def marginals(self, x: Any) -> numpy.typing.NDArray[numpy.float64]:
        """The probability of each label at each token, an array [tokens, labels]."""
        return self._native.marginals_all([x], 1, self._columns)[0]

    def marginals_all(self, X: Iterable[Any]) -> list[numpy.typing.NDArray[numpy.float64]]:
        """The same for many sequences."""
        return self._native.marginals_all(X, self.threads, self._columns)

    def edge_marginals(self, x: Any) -> numpy.typing.NDArray[numpy.float64]:
        """The probability of each pair of labels on each edge, an array [edges, labels, labels].

        In a chain edge `t` joins tokens `t` and `t + 1`. `edges` says which edges a graph has.

        >>> import sagitta
        >>> crf = sagitta.CRF().fit([[["a"], ["b"]]] * 9, [["X", "Y"]] * 9)
        >>> tagger = Tagger(crf.model_)
        >>> pairs = tagger.edge_marginals([["a"], ["b"], ["a"]])
        >>> pairs.shape, bool(abs(pairs[0].sum(axis=1) - tagger.marginals([["a"], ["b"], ["a"]])[0]).max() < 1e-9)
        ((2, 2, 2), True)
        """
        return self._native.edge_marginals_all([x], 1, self._columns)[0]

    def edge_marginals_all(self, X: Iterable[Any]) -> list[numpy.typing.NDArray[numpy.float64]]:
        """The same for many sequences."""
        return self._native.edge_marginals_all(X, self.threads, self._columns)

    def is_exact(self, x: Any) -> bool:
        """Whether labels and probabilities of this sequence are exact. Those of chains and trees always
        are, those of graphs with large cliques are not."""
        return self._native.is_exact(x, self._columns)

    def nbest(self, x: Any, n: int) -> list[tuple[list[str], float]]:
        """The `n` most probable labellings with their probabilities, best first."""
        return self._native.nbest_all([x], n, 1, self._columns)[0]

    def nbest_all(self, X: Iterable[Any], n: int) -> list[list[tuple[list[str], float]]]:
        """The same for many sequences."""
        return self._native.nbest_all(X, n, self.threads, self._columns)

    def log_probability(self, x: Any, y: Iterable[str]) -> float:
        """The logarithm of the probability of these labels; minus infinity if one is unknown."""
        return self._native.log_probability(x, list(y), self._columns)

    def attributes(self, x: Any) -> list[dict[str, float]]:
        """What the features of a sequence, or the template, become: names and values."""
        return self._native.items_all([x], self._columns)[0]

    def edges(self, x: Any) -> list[tuple[int, int, str, dict[str, float]]]:
        """The edges of a sequence, as it has them or as the model's structure makes them: from, to,
        type, attributes."""
        return self._native.edges(x, self._columns)

    def evaluate_file(self, path: Path) -> dict[str, Any]:
        """Tags labelled data in a file and scores the result; see `sagitta.evaluate`."""
        scores: dict[str, Any] = json.loads(self._native.evaluate_file(os.fspath(path)))
        return scores

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("model", "constraints", "threads")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


def evaluate_tagging(tagger: Tagger, X: Iterable[Any], y: Iterable[Sequence[str]]) -> dict[str, Any]:
    """Tags sequences and scores the result, apart from labels that are given in graphs."""
    given: list[Any] = []

    def noted() -> Iterator[Any]:
        for x in X:
            given.append(given_nodes(x))
            yield x

    predicted = tagger.tag_all(noted())
    if not any(given):
        return evaluate(y, predicted)
    y = list(y)
    kept = [[t for t in range(len(labels)) if t not in nodes] for labels, nodes in zip(predicted, given)]
    if [len(labels) for labels in y] == [len(labels) for labels in predicted]:
        y, predicted = ([[labels[t] for t in at] for labels, at in zip(all, kept) if at] for all in (y, predicted))
    return evaluate(y, predicted)


def evaluate(y_true: Iterable[Sequence[str]], y_pred: Iterable[Sequence[str]]) -> dict[str, Any]:
    """The scores of predicted labels, as ``sagitta eval --json`` prints them.

    Labels like B-X and I-X are also scored as spans, as conlleval does.

    >>> scores = evaluate([["B-X", "I-X", "O"]], [["B-X", "O", "O"]])
    >>> scores["correct_tokens"], scores["all_spans"]["f1"]
    (2, 0.0)
    """
    actual = [list(labels) for labels in y_true]
    predicted = [list(labels) for labels in y_pred]
    scores: dict[str, Any] = json.loads(_sagitta.evaluate(actual, predicted))
    return scores
