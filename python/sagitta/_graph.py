"""Graph: nodes with features, and edges between any two of them."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Optional, Union

from ._errors import Error

#: (from, to, type, features); the features are None if there are none.
Edge = tuple[int, int, str, Any]
_FORMS = "expected (from, to), (from, to, type) or (from, to, type, features)"
_TYPED_FORMS = "expected (from, to) or (from, to, features)"


class Graph:
    """A sequence whose tokens are nodes that any edges join: a tree, a grid, a chain with skips.

    A graph is accepted wherever a sequence of features is, alone or among sequences.

    >>> import sagitta
    >>> pixels = [{"c": "blue"}, {"c": "blue"}, {"c": "green"}]
    >>> graph = Graph(pixels, edges=[(0, 1, "right"), (0, 2, "down", {"contrast": 0.4})])
    >>> graph
    <Graph: 3 nodes, 2 edges>
    >>> crf = sagitta.CRF(c2=0.1).fit([graph] * 9, [["sky", "sky", "grass"]] * 9)
    >>> crf.predict([graph])
    [['sky', 'sky', 'grass']]
    >>> crf.predict_edge_marginals([graph])[0].shape  # edges, labels, labels
    (2, 2, 2)
    >>> crf.predict([Graph(pixels, graph.edges, given={0: "grass"})])[0][0]
    'grass'

    Parameters
    ----------
    nodes : list
        The features of each node: dicts or lists of names; or the rows of an array or a CSR matrix.
    edges : list, array or dict
        Nodes are counted from 0. One of

        - tuples ``(from, to)``, ``(from, to, type)`` or ``(from, to, type, features)``, where features
          are like those of a node
        - an integer array with a row ``from, to`` for each edge
        - a dict from types to arrays, or lists of tuples ``(from, to)`` or ``(from, to, features)``
        - None: neighbours are joined, as in a list of tokens

        Every type has weights of its own. Two nodes can be joined by edges of several types, but by
        one of each.
    allowed : dict
        From nodes to the labels that they may have. Other nodes may have any.
    given : dict
        From nodes to labels that are known: the graph is conditioned on them, in training and in
        prediction, and they are not scored.
    feature_names : list of str
        Of the columns, if `nodes` is a matrix; their numbers by default.

    Attributes
    ----------
    nodes, edges, allowed, given
        As above. Edges are tuples ``(from, to, type, features)``, or None.
    """

    __slots__ = ("allowed", "edges", "given", "nodes")

    def __init__(
        self,
        nodes: Any,
        edges: Union[Iterable[Any], Mapping[str, Any], None] = None,
        *,
        allowed: Optional[Mapping[int, Iterable[str]]] = None,
        given: Optional[Mapping[int, str]] = None,
        feature_names: Optional[Sequence[str]] = None,
    ) -> None:
        self.nodes: Sequence[Any] = _nodes(nodes, feature_names)
        self.edges: Optional[list[Edge]] = None if edges is None else list(_edges(edges, len(self)))
        self.allowed = {_node(node, len(self)): list(labels) for node, labels in (allowed or {}).items()}
        self.given = {_node(node, len(self)): label for node, label in (given or {}).items()}

    def __len__(self) -> int:
        return len(self.nodes)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        edges = "a chain" if self.edges is None else f"{len(self.edges)} edges"
        return f"<Graph: {len(self)} nodes, {edges}>"


def _nodes(nodes: Any, feature_names: Optional[Sequence[str]]) -> Sequence[Any]:
    if len(getattr(nodes, "shape", ())) == 2:
        from ._corpus import matrix_sequences

        return next(matrix_sequences(nodes, [nodes.shape[0]], feature_names))
    if isinstance(nodes, (str, bytes)):
        raise Error("the nodes of a graph are one string, expected a list of their features")
    return nodes if hasattr(nodes, "__len__") else list(nodes)


def _node(node: Any, nodes: int) -> int:
    try:
        number = operator.index(node)
    except TypeError:
        raise Error(f"found {node!r} as a node, expected a number from 0") from None
    if not 0 <= number < nodes:
        raise Error(f"there is no node {number}: the graph has {nodes}, counted from 0")
    return number


def _rows(edges: Any) -> Iterable[Any]:
    rows: Iterable[Any] = edges.tolist() if hasattr(edges, "tolist") else edges
    return rows


def _edges(edges: Any, nodes: int) -> Iterator[Edge]:
    if isinstance(edges, Mapping):
        for type, pairs in edges.items():
            for row in _rows(pairs):
                ends, rest = _ends(row, 3, nodes, _TYPED_FORMS)
                yield (*ends, type, rest[0] if rest else None)
    else:
        for row in _rows(edges):
            ends, rest = _ends(row, 4, nodes, _FORMS)
            yield (*ends, rest[0] if rest else "", rest[1] if len(rest) > 1 else None)


def _ends(row: Any, longest: int, nodes: int, forms: str) -> tuple[tuple[int, int], Sequence[Any]]:
    if not isinstance(row, (tuple, list)) or not 2 <= len(row) <= longest:
        raise Error(f"found the edge {row!r}, {forms}")
    return (_node(row[0], nodes), _node(row[1], nodes)), row[2:]


def given_nodes(x: Any) -> Mapping[int, str]:
    """The nodes of a sequence or graph whose labels are given."""
    return x.given if isinstance(x, Graph) else {}
