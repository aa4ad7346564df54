"""Scores of lists of label sequences. The ``flat_`` ones need scikit-learn and count tokens."""

from __future__ import annotations

from typing import Any

from .utils import flatten


def _flat(name: str, y_true: Any, y_pred: Any, **options: Any) -> Any:
    from sklearn import metrics

    return getattr(metrics, name)(flatten(y_true), flatten(y_pred), **options)


def flat_accuracy_score(y_true: Any, y_pred: Any) -> Any:
    """The share of tokens with the right label."""
    return _flat("accuracy_score", y_true, y_pred)


def flat_precision_score(y_true: Any, y_pred: Any, **kwargs: Any) -> Any:
    """``sklearn.metrics.precision_score`` of all tokens."""
    return _flat("precision_score", y_true, y_pred, **kwargs)


def flat_recall_score(y_true: Any, y_pred: Any, **kwargs: Any) -> Any:
    """``sklearn.metrics.recall_score`` of all tokens."""
    return _flat("recall_score", y_true, y_pred, **kwargs)


def flat_f1_score(y_true: Any, y_pred: Any, **kwargs: Any) -> Any:
    """``sklearn.metrics.f1_score`` of all tokens."""
    return _flat("f1_score", y_true, y_pred, **kwargs)


def flat_fbeta_score(y_true: Any, y_pred: Any, beta: float, **kwargs: Any) -> Any:
    """``sklearn.metrics.fbeta_score`` of all tokens."""
    return _flat("fbeta_score", y_true, y_pred, beta=beta, **kwargs)


def flat_classification_report(y_true: Any, y_pred: Any, labels: Any = None, **kwargs: Any) -> Any:
    """``sklearn.metrics.classification_report`` of all tokens."""
    return _flat("classification_report", y_true, y_pred, labels=labels, **kwargs)


def sequence_accuracy_score(y_true: Any, y_pred: Any) -> float:
    """The share of sequences in which all labels are right.

    >>> sequence_accuracy_score([["a", "b"], ["c"]], [["a", "b"], ["a"]])
    0.5
    """
    if len(y_true) == 0:
        return 0
    if len(y_true) != len(y_pred):
        raise ValueError(f"y_true has {len(y_true)} sequences, y_pred {len(y_pred)}")
    return sum(list(a) == list(b) for a, b in zip(y_true, y_pred)) / len(y_true)
