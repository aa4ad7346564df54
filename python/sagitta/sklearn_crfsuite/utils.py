"""Helpers for lists of sequences."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TypeVar

T = TypeVar("T")


def flatten(y: Iterable[Iterable[T]]) -> list[T]:
    """The elements of all sequences in one list.

    >>> flatten([["a", "b"], ["c"]])
    ['a', 'b', 'c']
    """
    return list(chain.from_iterable(y))
