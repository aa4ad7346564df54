"""train: from a corpus to a model."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable
from typing import Any, Optional

from . import _sagitta
from ._corpus import Corpus
from ._model import Model

#: What is known after a pass; see `TrainResult.history`.
Callback = Callable[[dict[str, Any]], Any]


class ConvergenceWarning(UserWarning):
    """A training ended before it had converged."""


@dataclasses.dataclass(frozen=True)
class TrainResult:
    """A trained model, and how it came about.

    Attributes
    ----------
    history : list of dict
        Of each pass: ``pass``, ``seconds``, ``objective``, ``gradient``, ``step``, ``lambda``,
        ``dev_score``, ``seconds_left``.
    summary : dict
        ``stopped`` (the reason), ``converged``, ``passes``, ``seconds``, ``lambda``,
        ``best_dev_score``, ``best_dev_pass``, ``path`` (of a lambda path, a dict per value) and
        ``settings`` (all of them).
    """

    model: Model
    history: list[dict[str, Any]]
    summary: dict[str, Any]

    @property
    def certificate(self) -> dict[str, float]:
        """See `Model.certificate`."""
        return self.model.certificate


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during training. `result` has the model as it was then, which can be used."""

    def __init__(self, result: TrainResult) -> None:
        super().__init__("training was interrupted")
        self.result = result


class _Progress:
    """Collects the history and shows it: with a bar if tqdm is there, otherwise as lines."""

    def __init__(self, callback: Optional[Callback], verbose: bool) -> None:
        self.history: list[dict[str, Any]] = []
        self.start: dict[str, Any] = {}
        self._callback = callback
        self._verbose = verbose
        self._bar: Any = None

    def on_start(self, start: dict[str, Any]) -> None:
        self.start = start
        if not self._verbose:
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            print(f"{start['sequences']} sequences, {start['labels']} labels, {start['weights']} weights")
        else:
            self._bar = tqdm(total=start["passes"], unit="pass")

    def on_pass(self, record: dict[str, Any]) -> bool:
        self.history.append(record)
        if self._verbose:
            self._show(record)
        return bool(self._callback(record)) if self._callback is not None else False

    def _show(self, record: dict[str, Any]) -> None:
        figures = {"objective": f"{record['objective']:.6g}", "gradient": f"{record['gradient']:.2e}"}
        if record["dev_score"] is not None:
            figures["dev"] = f"{record['dev_score']:.4f}"
        if self._bar is not None:
            self._bar.set_postfix(figures, refresh=False)
            self._bar.update(min(record["pass"], self._bar.total) - self._bar.n)
        else:
            print(f"pass {record['pass']:6.2f}  " + "  ".join(f"{k} {v}" for k, v in figures.items()))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def train(
    corpus: Corpus,
    dev: Optional[Corpus] = None,
    *,
    init: Optional[Model] = None,
    callback: Optional[Callback] = None,
    verbose: bool = False,
    **options: Any,
) -> TrainResult:
    """Trains a model.

    The interpreter is free for other threads meanwhile. Ctrl-C ends the training soon; the
    exception `Interrupted` has the model as it is then.

    Parameters
    ----------
    dev : Corpus
        Scored after each pass, for `patience` and `lambda_path`. Make it with ``corpus.held_out``.
    init : Model
        Gives the initial weights, matched by name.
    callback : function
        Is called after each pass with what is known, as in `TrainResult.history`. If it returns
        true, training ends; what it raises leaves this function.
    verbose : bool
        Shows progress.
    **options
        The options of ``sagitta train``, with underscores: ``method``, ``c2``, ``passes``, ... and
        those of the method. ``lambda_`` is ``lambda``. See `sagitta.options` and
        `sagitta.methods`.

    >>> import sagitta
    >>> corpus = sagitta.Corpus.from_sequences([[["a"], ["b"]]] * 9, [["X", "Y"]] * 9)
    >>> result = sagitta.train(corpus, method="lbfgs", c2=0.1, tolerance=1e-6)
    >>> result.summary["converged"]
    True
    >>> sagitta.train(corpus, metod="lbfgs")
    Traceback (most recent call last):
    sagitta.Error: 'metod' is not an option of training, nor of method sag-nus-secant, did you mean 'method'?
    """
    progress = _Progress(callback, verbose)
    try:
        native, summary, interrupt = _sagitta.train(
            corpus._native,
            None if dev is None else dev._native,
            options,
            None if init is None else init._native,
            progress.on_start,
            progress.on_pass,
        )
    finally:
        progress.close()
    warning = summary.pop("warning")
    summary["settings"] = progress.start["settings"]
    result = TrainResult(Model(native), progress.history, summary)
    if isinstance(interrupt, KeyboardInterrupt):
        raise Interrupted(result) from None
    if interrupt is not None:
        raise interrupt
    if warning:
        warnings.warn(warning, ConvergenceWarning, stacklevel=2)
    return result
