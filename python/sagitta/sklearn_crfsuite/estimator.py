"""CRF with the parameters and results of sklearn-crfsuite."""

from __future__ import annotations

import os
import tempfile
import weakref
from collections.abc import Iterable
from typing import Any

import numpy as np

from .. import pycrfsuite
from .._estimator import Estimator
from . import metrics
from .trainer import LinePerIterationTrainer

#: The parameters of CRF that have another name in a trainer.
_TRAINER_NAMES = {
    "min_freq": "feature.minfreq",
    "all_possible_states": "feature.possible_states",
    "all_possible_transitions": "feature.possible_transitions",
    "calibration_eta": "calibration.eta",
    "calibration_rate": "calibration.rate",
    "calibration_samples": "calibration.samples",
    "calibration_candidates": "calibration.candidates",
    "calibration_max_trials": "calibration.max_trials",
    "pa_type": "type",
}
_NOT_FOR_TRAINERS = {"algorithm", "verbose", "model_filename", "keep_tempfiles", "trainer_cls"}


class ModelFile:
    """The model of a CRF. It is kept in memory; a file is written when its name is asked for.

    Such a file is temporary, unless the CRF has a `model_filename`.
    """

    def __init__(self, filename: str | None, keep: bool) -> None:
        self._filename = filename
        self._keep = keep
        self._data: bytes | None = None
        self._temporary: str | None = None

    @property
    def name(self) -> str | None:
        """The path of the model file, or None if there is no model."""
        if self._filename is not None or self._data is None:
            return self._filename
        if self._temporary is None:
            handle, self._temporary = tempfile.mkstemp(".crfsuite", "model")
            with os.fdopen(handle, "wb") as file:
                file.write(self._data)
            if not self._keep:
                weakref.finalize(self, _remove, self._temporary)
        return self._temporary

    def open_tagger(self) -> pycrfsuite.Tagger | None:
        """A tagger with this model, or None if there is no model."""
        if self._filename is None and self._data is None:
            return None
        tagger = pycrfsuite.Tagger()
        if self._data is not None:
            tagger.open_inmemory(self._data)
        else:
            assert self._filename is not None
            tagger.open(self._filename)
        return tagger

    def train(self, trainer: pycrfsuite.BaseTrainer, holdout: int) -> None:
        """Trains into this file."""
        self.__init__(self._filename, self._keep)  # type: ignore[misc]
        if self._filename is not None:
            trainer.train(self._filename, holdout=holdout)
        else:
            self._data = trainer._train("", holdout)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_temporary": None}


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass


class CRF(Estimator):
    """A linear-chain CRF, trained by `sagitta.pycrfsuite`.

    Parameters that are None have CRFsuite's default. Training leaves the interpreter free for other
    threads; no temporary files are written. Pickles contain the model.

    Parameters
    ----------
    algorithm : {'lbfgs', 'l2sgd', 'ap', 'pa', 'arow'}
        ``lbfgs`` and ``l2sgd`` minimise CRFsuite's objective. For the others a CRF with c2 = 1 is
        trained, with a warning.
    min_freq : float
        Features with a lower frequency get no weight.
    all_possible_states, all_possible_transitions : bool
        Weights also for pairs that do not occur in the data.
    c1, c2 : float
        Strengths of the L1 and L2 regularisation.
    max_iterations : int
    num_memories, epsilon, period, delta
        See ``sagitta-crfsuite learn -H``; `epsilon`, `period` and `delta` say when training stops.
    linesearch, max_linesearch, calibration_*, pa_type, c, error_sensitive, averaging, variance, gamma
        Accepted and checked; they have no effect.
    verbose : bool
        Prints a line per iteration.
    model_filename : str
        Where the model is stored, or an existing model to use without training.
    keep_tempfiles : bool
        Whether a file that `modelfile.name` made stays when the CRF is gone.
    trainer_cls : class
        A subclass of `sagitta.pycrfsuite.Trainer`.

    Attributes
    ----------
    training_log_ : TrainLogParser
        The numbers of the training log; see `sagitta.pycrfsuite`.
    """

    def __init__(
        self,
        algorithm: str | None = None,
        min_freq: float | None = None,
        all_possible_states: bool | None = None,
        all_possible_transitions: bool | None = None,
        c1: float | None = None,
        c2: float | None = None,
        max_iterations: int | None = None,
        num_memories: int | None = None,
        epsilon: float | None = None,
        period: int | None = None,
        delta: float | None = None,
        linesearch: str | None = None,
        max_linesearch: int | None = None,
        calibration_eta: float | None = None,
        calibration_rate: float | None = None,
        calibration_samples: int | None = None,
        calibration_candidates: int | None = None,
        calibration_max_trials: int | None = None,
        pa_type: int | None = None,
        c: float | None = None,
        error_sensitive: bool | None = None,
        averaging: bool | None = None,
        variance: float | None = None,
        gamma: float | None = None,
        verbose: bool = False,
        model_filename: str | None = None,
        keep_tempfiles: bool = False,
        trainer_cls: type[pycrfsuite.Trainer] | None = None,
    ) -> None:
        self.algorithm = algorithm
        self.min_freq = min_freq
        self.all_possible_states = all_possible_states
        self.all_possible_transitions = all_possible_transitions
        self.c1 = c1
        self.c2 = c2
        self.max_iterations = max_iterations
        self.num_memories = num_memories
        self.epsilon = epsilon
        self.period = period
        self.delta = delta
        self.linesearch = linesearch
        self.max_linesearch = max_linesearch
        self.calibration_eta = calibration_eta
        self.calibration_rate = calibration_rate
        self.calibration_samples = calibration_samples
        self.calibration_candidates = calibration_candidates
        self.calibration_max_trials = calibration_max_trials
        self.pa_type = pa_type
        self.c = c
        self.error_sensitive = error_sensitive
        self.averaging = averaging
        self.variance = variance
        self.gamma = gamma
        self.verbose = verbose
        self.model_filename = model_filename
        self.keep_tempfiles = keep_tempfiles
        self.trainer_cls = trainer_cls
        self.modelfile: ModelFile = ModelFile(model_filename, keep_tempfiles)
        self.training_log_: Any = None
        self._tagger: pycrfsuite.Tagger | None = None
        self._info_cached: Any = None

    def fit(self, X: Any, y: Any, X_dev: Any = None, y_dev: Any = None) -> CRF:
        """Trains on sequences of features (see `sagitta.pycrfsuite.ItemSequence`) and labels.

        With `X_dev` and `y_dev` each iteration is scored on them, which shows in the log.
        """
        if (X_dev is None) != (y_dev is None):
            raise ValueError("Pass both X_dev and y_dev to use the holdout data")
        self._tagger = None
        self._info_cached = None
        trainer = self._get_trainer()
        self._append(trainer, X, y, 0, "loading training data")
        if X_dev is not None:
            self._append(trainer, X_dev, y_dev, 1, "loading dev data")
        self.modelfile.train(trainer, -1 if X_dev is None else 1)
        self.training_log_ = trainer.logparser
        return self

    def _append(self, trainer: pycrfsuite.Trainer, X: Any, y: Any, group: int, text: str) -> None:
        pairs: Iterable[tuple[Any, Any]] = zip(X, y)
        if self.verbose:
            try:
                from tqdm import tqdm

                pairs = tqdm(pairs, text, len(X) if hasattr(X, "__len__") else None, leave=True)
            except ImportError:
                pass
        for xseq, yseq in pairs:
            trainer.append(xseq, yseq, group)

    def predict(self, X: Any) -> Any:
        """The labels of each sequence, as an array of objects."""
        return np.array(list(map(self.predict_single, X)), dtype=object)

    def predict_single(self, xseq: Any) -> list[str]:
        """The labels of one sequence."""
        return self._fitted_tagger.tag(xseq)

    def predict_marginals(self, X: Any) -> Any:
        """The probability of each label at each token, as an array of lists of dicts."""
        return np.array(list(map(self.predict_marginals_single, X)), dtype=object)

    def predict_marginals_single(self, xseq: Any) -> list[dict[str, float]]:
        """The same of one sequence."""
        return self._fitted_tagger._opened.marginals(xseq)

    def score(self, X: Any, y: Any) -> float:
        """The share of tokens with the right label."""
        score: float = metrics.flat_accuracy_score(y, self.predict(X))
        return score

    @property
    def tagger_(self) -> pycrfsuite.Tagger | None:
        """A tagger with the model, or None if there is no model yet."""
        if self._tagger is None:
            self._tagger = self.modelfile.open_tagger()
        return self._tagger

    @property
    def classes_(self) -> list[str] | None:
        """The labels."""
        return None if self.tagger_ is None else self.tagger_.labels()

    @property
    def size_(self) -> int | None:
        """The size of the model file in bytes."""
        return None if self._info is None else int(self._info.header["size"])

    @property
    def num_attributes_(self) -> int | None:
        """The number of attributes that have a weight."""
        return None if self._info is None else int(self._info.header["num_attrs"])

    @property
    def attributes_(self) -> list[str] | None:
        """The attributes, in the order of their ids."""
        if self._info is None:
            return None
        return sorted(self._info.attributes, key=lambda name: int(self._info.attributes[name]))

    @property
    def state_features_(self) -> dict[tuple[str, str], float] | None:
        """``{(attribute, label): weight}``"""
        return None if self._info is None else self._info.state_features

    @property
    def transition_features_(self) -> dict[tuple[str, str], float] | None:
        """``{(label, next label): weight}``"""
        return None if self._info is None else self._info.transitions

    @property
    def _info(self) -> Any:
        if self.tagger_ is not None and self._info_cached is None:
            self._info_cached = self.tagger_.info()
        return self._info_cached

    @property
    def _fitted_tagger(self) -> pycrfsuite.Tagger:
        if self.tagger_ is None:
            raise ValueError("the CRF has no model yet: call fit first")
        return self.tagger_

    def _get_trainer(self) -> pycrfsuite.Trainer:
        params = {
            _TRAINER_NAMES.get(name, name): value
            for name, value in self.get_params().items()
            if value is not None and name not in _NOT_FOR_TRAINERS
        }
        trainer_cls = self.trainer_cls or LinePerIterationTrainer
        return trainer_cls(algorithm=self.algorithm, params=params, verbose=self.verbose)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tagger": None, "_info_cached": None}
