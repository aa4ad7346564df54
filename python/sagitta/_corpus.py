"""Corpus: labelled sequences as numbers."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Optional, Union

import numpy as np

from . import _sagitta
from ._errors import DataWarning, Error

Paths = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]


def _paths(files: Paths) -> list[str]:
    if isinstance(files, (str, os.PathLike)):
        return [os.fspath(files)]
    return [os.fspath(file) for file in files]


def _words(words: Union[str, Sequence[str]]) -> list[str]:
    """A list of names, or names separated by commas, as on the command line."""
    return [word for word in words.split(",") if word] if isinstance(words, str) else list(words)


class Corpus:
    """Labelled sequences, encoded with dictionaries of their strings. Immutable.

    Make one with `read`, `from_sequences`, `from_columns`, `from_csr` or `from_dense`. Data that
    shall be scored during training is encoded with `held_out`.

    >>> corpus = Corpus.from_sequences([[{"word": "the"}, {"word": "dog"}]], [["DET", "NOUN"]])
    >>> len(corpus), corpus.labels
    (1, ['DET', 'NOUN'])
    >>> corpus.size["attributes"]
    2
    """

    def __init__(self, native: _sagitta.Corpus) -> None:
        self._native = native

    @classmethod
    def read(
        cls,
        files: Paths,
        template: str = "",
        format: str = "auto",
        columns: Union[str, Sequence[str]] = (),
        language: str = "auto",
        structure: str = "",
        symmetric: Union[str, Sequence[str]] = (),
    ) -> Corpus:
        """Reads files: plain, gzip, or ``-`` for standard input.

        Parameters
        ----------
        template : str
            The text of a template of CRF++, Wapiti or Sagitta, for columns; see `sagitta.preset`.
        format : {'auto', 'attributes', 'columns', 'conllu', 'observations', 'jsonl'}
        columns : list of str
            The columns of CoNLL-U that the template sees, the label last.
        language : {'auto', 'crfpp', 'wapiti', 'sagitta'}
            Of the template.
        structure : str
            The edges of columns and CoNLL-U: ``chain``, ``tree:HEAD``, ``skip:COLUMN``,
            ``grid:ROW,COL``, joined with ``+``. Empty: a chain.
        symmetric : list of str
            The types of edges whose direction does not matter.

        A file that is probably not what it is read as leads to a `sagitta.DataWarning`.
        """
        words = _paths(files), template, format, _words(columns), language, structure, _words(symmetric)
        corpus = cls(_sagitta.Corpus.read(*words))
        for concern in corpus._native.concerns():
            warnings.warn(concern, DataWarning, stacklevel=2)
        return corpus

    @classmethod
    def from_sequences(
        cls,
        X: Iterable[Any],
        y: Iterable[Any],
        sample_weight: Optional[Iterable[float]] = None,
        symmetric: Union[str, Sequence[str]] = (),
    ) -> Corpus:
        """From features and labels, which may come from generators.

        Each sequence of `X` has one element per token: a dict ``{name: number or string}``, perhaps
        with dicts, lists and sets inside, or a list of names. Or it is a `Graph`; `symmetric` names
        the types of edges whose direction does not matter.
        """
        return cls(_sagitta.Corpus.from_sequences(X, y, sample_weight, _words(symmetric)))

    @classmethod
    def from_columns(
        cls,
        X: Iterable[Any],
        y: Optional[Iterable[Any]],
        template: str,
        language: str = "auto",
        sample_weight: Optional[Iterable[float]] = None,
        structure: str = "",
        symmetric: Union[str, Sequence[str]] = (),
    ) -> Corpus:
        """From rows of columns, which a template turns into attributes.

        Each sequence of `X` has one row per token: a tuple of strings. If `y` is None, the last
        column is the label. `structure` and `symmetric` are those of `read`.

        >>> rows = [[("the", "DT"), ("dog", "NN")]]
        >>> Corpus.from_columns(rows, [["B", "I"]], "U0:%x[0,0]\\nU1:%x[0,1]\\nB").size["items"]
        4
        """
        words = template, language, structure, _words(symmetric)
        return cls(_sagitta.Corpus.from_columns(X, y, sample_weight, *words))

    @classmethod
    def from_csr(
        cls,
        X: Any,
        lengths: Sequence[int],
        y: Iterable[str],
        feature_names: Optional[Sequence[str]] = None,
    ) -> Corpus:
        """From a matrix with a row per token, such as ``scipy.sparse.csr_matrix``.

        Parameters
        ----------
        lengths : list of int
            The number of tokens of each sequence.
        y : list of str
            The label of each token.
        feature_names : list of str
            Of the columns; their numbers by default.
        """
        return cls(_from_matrix(X, lengths, y, feature_names, None))

    @classmethod
    def from_dense(
        cls,
        X: Any,
        lengths: Sequence[int],
        y: Iterable[str],
        feature_names: Optional[Sequence[str]] = None,
    ) -> Corpus:
        """The same from a matrix that has all its elements, such as embeddings of tokens.

        >>> Corpus.from_dense([[0.5, 0], [0, 2]], [2], ["A", "B"]).size["items"]
        2
        """
        return cls(_from_matrix(_to_csr(X), lengths, y, feature_names, None))

    def held_out(self, X: Iterable[Any], y: Optional[Iterable[Any]]) -> Corpus:
        """Other data, encoded with the dictionaries of this corpus, for example a dev set.

        If this corpus has a template, `X` has rows of columns, as for `from_columns`.
        """
        if self._native.template():
            return Corpus(self._native.encode_held_out_columns(X, y))
        return Corpus(self._native.encode_held_out(X, y))

    def held_out_csr(
        self,
        X: Any,
        lengths: Sequence[int],
        y: Iterable[str],
        feature_names: Optional[Sequence[str]] = None,
    ) -> Corpus:
        """The same from a matrix, as for `from_csr`."""
        return Corpus(_from_matrix(X, lengths, y, feature_names, self._native))

    def held_out_dense(
        self,
        X: Any,
        lengths: Sequence[int],
        y: Iterable[str],
        feature_names: Optional[Sequence[str]] = None,
    ) -> Corpus:
        """The same from a matrix that has all its elements, as for `from_dense`."""
        return Corpus(_from_matrix(_to_csr(X), lengths, y, feature_names, self._native))

    def read_held_out(self, files: Paths) -> Corpus:
        """The same from files."""
        return Corpus(self._native.read_held_out(_paths(files)))

    def select(self, sequences: Iterable[int]) -> Corpus:
        """The sequences at these positions, for example a fold of a cross-validation."""
        return Corpus(self._native.select([int(i) for i in sequences]))

    @property
    def labels(self) -> list[str]:
        """The labels, in the order in which they appeared."""
        return self._native.labels()

    @property
    def size(self) -> dict[str, int]:
        """The numbers of sequences, tokens, labels, attributes and their occurrences (items).

        Edges are counted in graphs only, as are nodes with given labels.
        """
        return self._native.size()

    @property
    def edge_types(self) -> list[str]:
        """The types of the edges of graphs, in the order in which they appeared."""
        return self._native.edge_types()

    def __len__(self) -> int:
        return self.size["sequences"]

    def __repr__(self) -> str:
        size = self.size
        return f"<Corpus: {size['sequences']} sequences, {size['tokens']} tokens, {size['labels']} labels>"


class _Csr:
    """The arrays of a CSR matrix."""

    def __init__(self, indptr: Any, indices: Any, data: Any, columns: int) -> None:
        self.indptr, self.indices, self.data, self.shape = indptr, indices, data, (0, columns)


def _to_csr(X: Any) -> _Csr:
    dense = np.atleast_2d(np.asarray(X, dtype=np.float64))
    rows, columns = np.nonzero(dense)
    indptr = np.zeros(dense.shape[0] + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows, minlength=dense.shape[0]), out=indptr[1:])
    return _Csr(indptr, columns, dense[rows, columns], dense.shape[1])


def matrix_sequences(
    X: Any, lengths: Iterable[int], feature_names: Optional[Sequence[str]]
) -> Iterator[list[dict[str, float]]]:
    """The rows of a CSR or dense matrix as sequences of features, one at a time."""
    if not hasattr(X, "indptr"):
        X = X.tocsr() if hasattr(X, "tocsr") else _to_csr(X)
    names = _names(X, feature_names)
    indptr, indices, data = X.indptr, X.indices, X.data
    row = 0
    for length in lengths:
        if length < 0 or row + length >= len(indptr):
            raise Error("the lengths of the sequences do not add up to the number of tokens")
        ends = [int(end) for end in indptr[row : row + length + 1]]
        yield [
            {names[int(k)]: float(v) for k, v in zip(indices[begin:end], data[begin:end])}
            for begin, end in zip(ends, ends[1:])
        ]
        row += length
    if row + 1 != len(indptr):
        raise Error("the lengths of the sequences do not add up to the number of tokens")


def _names(X: Any, feature_names: Optional[Sequence[str]]) -> list[str]:
    return [str(k) for k in range(X.shape[1])] if feature_names is None else list(feature_names)


def _from_matrix(
    X: Any,
    lengths: Sequence[int],
    y: Iterable[str],
    feature_names: Optional[Sequence[str]],
    dictionaries: Optional[_sagitta.Corpus],
) -> _sagitta.Corpus:
    if not hasattr(X, "indptr"):
        X = X.tocsr()
    return _sagitta.Corpus.from_matrix(
        np.ascontiguousarray(X.indptr, dtype=np.int64),
        np.ascontiguousarray(X.indices, dtype=np.int64),
        np.ascontiguousarray(X.data, dtype=np.float64),
        np.ascontiguousarray(lengths, dtype=np.int64),
        list(y),
        _names(X, feature_names),
        dictionaries,
    )
