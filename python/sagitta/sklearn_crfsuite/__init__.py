"""sklearn-crfsuite's interface on Sagitta: change one import and keep your code.

>>> import sagitta.sklearn_crfsuite as sklearn_crfsuite
>>> crf = sklearn_crfsuite.CRF(c2=0.1, max_iterations=50)
>>> crf.fit([[{"walk": 1}, {"clean": 1}]], [["sunny", "rainy"]]).predict_single([{"clean": 1}])
['rainy']
"""

from __future__ import annotations

import importlib
import sys

from .estimator import CRF

__all__ = ["CRF", "install"]


def install() -> None:
    """Makes ``import sklearn_crfsuite`` find this module, and ``pycrfsuite`` its sibling."""
    from .. import pycrfsuite

    pycrfsuite.install()
    sys.modules["sklearn_crfsuite"] = sys.modules[__name__]
    for name in ("estimator", "metrics", "trainer", "utils"):
        module = importlib.import_module("." + name, __name__)
        sys.modules["sklearn_crfsuite." + name] = module
