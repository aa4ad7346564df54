"""Scorers for ``cross_val_score``, ``GridSearchCV`` and similar functions of scikit-learn."""

from __future__ import annotations

from typing import Any

from sklearn.metrics import make_scorer

from . import metrics

flat_accuracy: Any = make_scorer(metrics.flat_accuracy_score)
sequence_accuracy: Any = make_scorer(metrics.sequence_accuracy_score)
