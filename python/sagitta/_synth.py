"""Demonstration data."""

from __future__ import annotations

from . import _sagitta


def synth(
    task: str = "ner", sequences: int = 1000, seed: int = 1
) -> tuple[list[list[tuple[str, ...]]], list[list[str]], str]:
    """Made-up data in columns, for examples and tests: rows, labels and a template.

    `task` is ``chunk``, ``ner`` or ``pos``.

    >>> rows, labels, template = synth("ner", 2)
    >>> len(rows), len(rows[0]) == len(labels[0])
    (2, True)
    """
    template = _sagitta.synth_template(task)
    if not template:
        raise ValueError(f"{task!r} has no columns, expected one of chunk, ner, pos")
    rows, labels = [], []
    for block in _sagitta.synth_text(task, sequences, seed).strip("\n").split("\n\n"):
        lines = [line.split() for line in block.split("\n")]
        rows.append([tuple(line[:-1]) for line in lines])
        labels.append([line[-1] for line in lines])
    return rows, labels, template
