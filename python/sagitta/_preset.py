"""Templates that come with the package."""

from __future__ import annotations

from . import _sagitta


def preset(name: str, columns: int = 1) -> str:
    """A ready-made template for rows with this many columns besides the label.

    `sagitta.presets` lists them: named entities, parts of speech, chunks, values.

    >>> from sagitta import CRF, synth
    >>> rows, labels, _ = synth("ner", 50)
    >>> crf = CRF(template=preset("ner", columns=2)).fit(rows, labels)
    >>> crf.score(rows, labels) > 0.9
    True
    """
    return _sagitta.preset_template(name, columns)
