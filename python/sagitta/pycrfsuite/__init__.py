"""python-crfsuite's interface on Sagitta: change one import and keep your code, data and models.

>>> import sagitta.pycrfsuite as pycrfsuite
>>> trainer = pycrfsuite.Trainer(verbose=False)
>>> trainer.append([{"walk": 1}, {"clean": 1}], ["sunny", "rainy"])
>>> trainer.get("c2")
1.0

`install()` lets other packages, which import ``pycrfsuite`` themselves, use it too.
"""

from __future__ import annotations

import sys

from . import _dumpparser, _logparser, _pycrfsuite
from ._pycrfsuite import (
    CRFSUITE_VERSION,
    BaseTrainer,
    CRFSuiteError,
    ItemSequence,
    Tagger,
    Trainer,
)

__all__ = [
    "CRFSUITE_VERSION",
    "BaseTrainer",
    "CRFSuiteError",
    "ItemSequence",
    "Tagger",
    "Trainer",
    "install",
]


def install() -> None:
    """Makes ``import pycrfsuite`` find this module, for all packages that are imported later."""
    sys.modules["pycrfsuite"] = sys.modules[__name__]
    for module in (_dumpparser, _logparser, _pycrfsuite):
        sys.modules["pycrfsuite." + module.__name__.rpartition(".")[2]] = module
