"""CRF: an estimator in the manner of scikit-learn."""

from __future__ import annotations

import inspect
import os
import tempfile
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _sagitta
from ._corpus import Corpus
from ._errors import Error
from ._estimator import Estimator
from ._model import Model, Path, Tagger, evaluate_tagging
from ._train import Callback, Interrupted, TrainResult, train

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: The options of training, except for those that have another name here.
_OPTIONS = {option["name"]: option for option in _sagitta.options() if option["name"] != "threads"}
_OWN = ("template", "language", "structure", "symmetric", "n_jobs", "warm_start", "verbose")


def _refuse_threads(options: dict[str, Any]) -> None:
    if options.get("threads") is not None:
        raise Error("'threads' is not a parameter of CRF: use n_jobs, as in scikit-learn")


class CRF(Estimator):
    """A CRF that behaves like an estimator of scikit-learn, which need not be there.

    >>> X = [[{"word": "the"}, {"word": "dog"}], [{"word": "a"}, {"word": "cat"}]] * 10
    >>> y = [["DET", "NOUN"], ["DET", "NOUN"]] * 10
    >>> crf = CRF(c2=0.1).fit(X, y)
    >>> crf.predict([[{"word": "the"}, {"word": "cat"}]])
    [['DET', 'NOUN']]
    >>> crf.classes_
    ['DET', 'NOUN']
    >>> crf.predict_marginals(X[:1])[0].round(1)
    array([[1., 0.],
           [0., 1.]])

    Parameters
    ----------
    template : str
        The text of a template; `X` then has rows of columns instead of features.
    language : {'auto', 'crfpp', 'wapiti', 'sagitta'}
        Of the template.
    structure : str
        The edges that are made of columns, as for `Corpus.read`; with a template only.
    symmetric : list of str
        The types of edges whose direction does not matter.
    n_jobs : int
        The number of threads of training and prediction; None or -1: all cores that the process may
        use for training, one for prediction.
    warm_start : bool
        Whether `fit` starts from the weights of the last `fit`.
    verbose : bool
        Shows progress; with a bar if tqdm is installed.
    **options
        The options of training and of the method, as for `sagitta.train`; None is the default.

    Attributes
    ----------
    model_ : Model
    result_ : TrainResult
    """

    def __init__(
        self,
        *,
        template: Optional[str] = None,
        language: str = "auto",
        structure: Optional[str] = None,
        symmetric: Union[str, Sequence[str], None] = None,
        n_jobs: Optional[int] = None,
        warm_start: bool = False,
        verbose: bool = False,
        **options: Any,
    ) -> None:
        self.template = template
        self.language = language
        self.structure = structure
        self.symmetric = symmetric
        self.n_jobs = n_jobs
        self.warm_start = warm_start
        self.verbose = verbose
        _refuse_threads(options)
        self._further = [name for name in options if name not in _OPTIONS]  # of the method
        for name in _OPTIONS:
            setattr(self, name, options.get(name))
        for name in self._further:
            setattr(self, name, options[name])
        self.model_: Optional[Model] = None
        self.result_: Optional[TrainResult] = None
        self._cached_tagger: Optional[Tagger] = None
        _sagitta.check_names(options)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """All parameters, those of training included."""
        return {name: getattr(self, name) for name in (*_OWN, *_OPTIONS, *self._further)}

    def set_params(self, **params: Any) -> CRF:
        """Sets parameters and returns the estimator."""
        _refuse_threads(params)
        changed = {**self.get_params(), **params}
        _sagitta.check_names({k: v for k, v in changed.items() if k not in _OWN})
        for name, value in params.items():
            if name not in _OWN and name not in _OPTIONS and name not in self._further:
                self._further.append(name)
            setattr(self, name, value)
        return self

    def fit(
        self,
        X: Union[Corpus, Iterable[Any]],
        y: Optional[Iterable[Any]] = None,
        sample_weight: Optional[Iterable[float]] = None,
        X_dev: Union[Corpus, Iterable[Any], None] = None,
        y_dev: Optional[Iterable[Any]] = None,
        callback: Optional[Callback] = None,
        init: Optional[Model] = None,
    ) -> CRF:
        """Trains. Ctrl-C ends training with the model there is and raises `Interrupted`.

        Parameters
        ----------
        X : iterable of sequences, or Corpus
            Features or graphs, see `Corpus.from_sequences`; with a template, columns.
        y : iterable of label sequences
            None for a Corpus, and for columns that have the label last.
        sample_weight : iterable of float
            The weight of each sequence in the objective.
        X_dev, y_dev
            Scored after each pass; for `patience` and `lambda_path`.
        callback : function
            See `sagitta.train`.
        init : Model
            Training continues from its weights; see the options `penalty` and `forget`.
        """
        corpus = self._corpus(X, y, sample_weight)
        dev = X_dev if X_dev is None or isinstance(X_dev, Corpus) else corpus.held_out(X_dev, y_dev)
        options = {name: getattr(self, name) for name in (*_OPTIONS, *self._further)}
        if self.n_jobs is not None and self.n_jobs > 0:
            options["threads"] = self.n_jobs
        if init is None and self.warm_start:
            init = self.model_
        try:
            self._keep(train(corpus, dev, init=init, callback=callback, verbose=self.verbose, **options))
        except Interrupted as interrupted:
            self._keep(interrupted.result)
            raise
        return self

    def _corpus(self, X: Any, y: Any, sample_weight: Any) -> Corpus:
        if isinstance(X, Corpus):
            if y is not None or sample_weight is not None:
                raise ValueError("a Corpus has labels and weights of its own: leave out y and sample_weight")
            return X
        symmetric = self.symmetric or ()
        if self.template is None:
            if y is None:
                raise ValueError("y is missing: only a Corpus, and columns, have labels of their own")
            if self.structure:
                raise ValueError("structure makes edges of columns, which need a template; otherwise use Graph")
            return Corpus.from_sequences(X, y, sample_weight, symmetric)
        words = self.language, sample_weight, self.structure or "", symmetric
        return Corpus.from_columns(X, y, self.template, *words)

    def _keep(self, result: TrainResult) -> None:
        self.result_ = result
        self.model_ = result.model
        self._cached_tagger = None

    @property
    def _model(self) -> Model:
        if self.model_ is None:
            raise ValueError("the CRF has no model yet: call fit first")
        return self.model_

    @property
    def _tagger(self) -> Tagger:
        threads = self.n_jobs if self.n_jobs is not None and self.n_jobs > 0 else 1
        if self._cached_tagger is None or self._cached_tagger.threads != threads:
            self._cached_tagger = Tagger(self._model, threads=threads)
        return self._cached_tagger

    def predict(self, X: Iterable[Any]) -> list[list[str]]:
        """The most probable labels of each sequence."""
        return self._tagger.tag_all(X)

    def predict_marginals(self, X: Iterable[Any]) -> list[numpy.typing.NDArray[numpy.float64]]:
        """The probability of each label at each token: an array [tokens, labels] per sequence.

        Columns are in the order of `classes_`.
        """
        return self._tagger.marginals_all(X)

    def predict_edge_marginals(self, X: Iterable[Any]) -> list[numpy.typing.NDArray[numpy.float64]]:
        """The probability of each pair of labels on each edge: an array [edges, labels, labels] per
        sequence or graph; see `Tagger.edge_marginals`."""
        return self._tagger.edge_marginals_all(X)

    def predict_nbest(self, X: Iterable[Any], n: int) -> list[list[tuple[list[str], float]]]:
        """The `n` most probable labellings of each sequence, with their probabilities."""
        return self._tagger.nbest_all(X, n)

    def score(self, X: Iterable[Any], y: Iterable[Sequence[str]]) -> float:
        """The share of tokens with the right label. `evaluate` has more scores."""
        return float(self.evaluate(X, y)["token_accuracy"])

    def evaluate(self, X: Iterable[Any], y: Iterable[Sequence[str]]) -> dict[str, Any]:
        """Scores of tokens, sequences, labels and spans; see `sagitta.evaluate`."""
        return evaluate_tagging(self._tagger, X, y)

    def explain(self, x: Any) -> list[dict[str, list[tuple[str, float]]]]:
        """Which attributes of a sequence spoke for which label, and how much.

        Returns, for each token, a dict from labels to pairs of attribute and score, the strongest
        first. The score is the weight times the value.

        >>> crf = CRF().fit([[["a"], ["b"]]] * 9, [["X", "Y"]] * 9)
        >>> [(attribute, score > 0) for attribute, score in crf.explain([["a"]])[0]["X"]]
        [('a', True)]
        """
        weights = self._model.state_features
        explained = []
        for token in self._tagger.attributes(x):
            by_label: dict[str, list[tuple[str, float]]] = {}
            for label in self._model.labels:
                scores = [(name, weights.get((name, label), 0.0) * token[name]) for name in token]
                scores = [pair for pair in scores if pair[1] != 0]
                by_label[label] = sorted(scores, key=lambda pair: -abs(pair[1]))
            explained.append(by_label)
        return explained

    @property
    def classes_(self) -> list[str]:
        """The labels."""
        return self._model.labels

    @property
    def certificate_(self) -> dict[str, float]:
        """How far from the optimum the model can be; see `Model.certificate`."""
        return self._model.certificate

    @property
    def history_(self) -> list[dict[str, Any]]:
        """What was known after each pass; see `TrainResult.history`."""
        if self.result_ is None:
            raise ValueError("the CRF has not been trained: call fit first")
        return self.result_.history

    @property
    def attributes_(self) -> list[str]:
        """The attributes that have a weight."""
        return list(dict.fromkeys(name for name, _ in self._model.state_features))

    @property
    def state_features_(self) -> dict[tuple[str, str], float]:
        """``{(attribute, label): weight}``"""
        return self._model.state_features

    @property
    def transition_features_(self) -> dict[tuple[str, str], float]:
        """``{(label, next label): weight}`` of chains; `Model.type_features` has those of graphs."""
        return self._model.transition_features

    def report(self, path: Path, test: Optional[Path] = None) -> None:
        """Writes an HTML page about the model: transitions, strongest attributes.

        With a file of labelled data also scores, confusions and examples.
        """
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "model")
            self._model.save(model)
            page = _sagitta.model_page([model], "" if test is None else os.fspath(test))
        _sagitta.write_file(os.fspath(path), page.encode())

    def _repr_html_(self) -> str:
        """For notebooks: the strongest attributes of each label."""
        if self.model_ is None:
            return f"<code>{escape(repr(self))}</code>"
        columns = []
        for label in self.classes_:
            own = [(w, name) for (name, to), w in self.state_features_.items() if to == label]
            rows = "".join(
                f"<tr><td>{weight:+.3f}</td><td>{escape(name)}</td></tr>"
                for weight, name in sorted(own, key=lambda pair: -abs(pair[0]))[:10]
            )
            columns.append(f"<td><b>{escape(label)}</b><table>{rows}</table></td>")
        head = f"<code>{escape(repr(self))}</code>"
        return f"{head}<table><tr style='vertical-align:top'>{''.join(columns)}</tr></table>"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_cached_tagger": None}

    def __repr__(self) -> str:
        defaults = {"language": "auto", "warm_start": False, "verbose": False}
        given = {k: v for k, v in self.get_params().items() if v != defaults.get(k)}
        return f"CRF({', '.join(f'{name}={value!r}' for name, value in given.items())})"


def _signature() -> inspect.Signature:
    """With the options of training, for help() and editors."""
    own = list(inspect.signature(CRF.__init__).parameters.values())
    options = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in _OPTIONS]
    return inspect.Signature([*own[1:-1], *options, own[-1]])


CRF.__signature__ = _signature()  # type: ignore[attr-defined]
CRF.__doc__ = (CRF.__doc__ or "").rstrip() + "\n\n    Options of training\n    -------------------\n" + "".join(
    f"    {name} : {option['type']}, default {option['default'] or 'none'}\n        {option['help']}\n"
    for name, option in _OPTIONS.items()
)
