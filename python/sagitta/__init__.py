"""Fast training and tagging with conditional random fields.

`CRF` is an estimator in the manner of scikit-learn. `Corpus`, `train`, `Model` and `Tagger` are the parts that it is
made of. `sagitta.pycrfsuite` and `sagitta.sklearn_crfsuite` have the interfaces of python-crfsuite and sklearn-crfsuite.
"""

from __future__ import annotations

from ._corpus import Corpus
from ._crf import CRF
from ._errors import DataWarning, Diverged, Error
from ._graph import Graph
from ._model import Model, Tagger, evaluate
from ._preset import preset
from ._sagitta import methods, options, presets, version
from ._synth import synth
from ._train import ConvergenceWarning, Interrupted, TrainResult, train

__version__ = version()

__all__ = [
    "CRF",
    "ConvergenceWarning",
    "Corpus",
    "DataWarning",
    "Diverged",
    "Error",
    "Graph",
    "Interrupted",
    "Model",
    "Tagger",
    "TrainResult",
    "__version__",
    "evaluate",
    "methods",
    "options",
    "preset",
    "presets",
    "synth",
    "train",
]
