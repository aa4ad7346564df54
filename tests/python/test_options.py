"""The options of training as keywords of CRF and train."""

import pytest
from test_crf import X, Y

import sagitta
from sagitta import CRF, Corpus

TRAIN, DEV = slice(0, 40), slice(40, 60)
NEW = [[{"word": "new"}], [{"word": "b1"}]] * 5
NEW_LABELS = [["NEW"], ["B-X"]] * 5


@pytest.fixture(scope="module")
def model():
    return CRF(c2=0.05, tolerance=1e-6).fit(X, Y).model_


def change(model, other):
    names = set(model.state_features) | set(other.state_features)
    return sum((model.state_features.get(n, 0) - other.state_features.get(n, 0)) ** 2 for n in names)


def test_lambda_auto_chooses_by_the_dev_set():
    for option in ("lambda_", "c2"):
        crf = CRF(**{option: "auto"}).fit(X[TRAIN], Y[TRAIN], X_dev=X[DEV], y_dev=Y[DEV])
        path = crf.result_.summary["path"]
        assert len(path) >= 4 and path[0]["lambda"] == pytest.approx(10 / 40)
        best = max(point["dev_score"] for point in path)
        chosen = [p["dev_score"] for p in path if p["lambda"] == crf.result_.summary["lambda"]]
        assert chosen == [best]
    with pytest.raises(sagitta.Error, match=r"needs scores to choose by: add a dev corpus \(dev FILE\).*\(cv K\)"):
        CRF(lambda_="auto").fit(X, Y)


def test_cross_validation_chooses_from_the_path():
    crf = CRF(lambda_path=(0.1, 0.001, 3), cv=3).fit(X, Y)
    lambdas = [0.1, 0.01, 0.001]
    chosen = crf.result_.summary["lambda"]
    assert min(abs(chosen - value) for value in lambdas) < 1e-9
    plain = CRF(lambda_=chosen).fit(X, Y)
    assert plain.state_features_ == crf.state_features_  # trained on everything
    with pytest.raises(sagitta.Error, match="without a dev corpus"):
        CRF(lambda_path=(0.1, 0.001, 3), cv=3).fit(X[TRAIN], Y[TRAIN], X_dev=X[DEV], y_dev=Y[DEV])


def test_training_continues_from_a_model(model):
    again = CRF(c2=0.05).fit(X, Y, init=model)
    assert again.history_[-1]["pass"] < CRF(c2=0.05).fit(X, Y).history_[-1]["pass"]
    both = CRF(c2=0.05).fit(NEW, NEW_LABELS, init=model)
    assert set(both.classes_) == {"B-X", "I-X", "O", "NEW"}
    forgetful = CRF(c2=0.05, forget=True).fit(NEW, NEW_LABELS, init=model)
    assert set(forgetful.classes_) == {"B-X", "NEW"}
    by_function = sagitta.train(Corpus.from_sequences(NEW, NEW_LABELS), init=model, c2=0.05).model
    assert by_function.state_features == both.state_features_


def test_penalty_of_the_change_keeps_weights_near(model):
    by_size = CRF(c2=1.0).fit(X[:10], Y[:10], init=model)
    by_change = CRF(c2=1.0, penalty="change").fit(X[:10], Y[:10], init=model)
    assert change(by_change.model_, model) < 0.5 * change(by_size.model_, model)
    assert by_change.certificate_["bound"] < 1e-3
    with pytest.raises(sagitta.Error, match="needs a model to start from"):
        CRF(penalty="change").fit(X, Y)


def test_values_are_scaled():
    large = [[{**token, "place": token["place"] * 1000} for token in x] for x in X]
    scaled, plain = (CRF(scale_values=which).fit(large, Y) for which in ("all", "off"))
    assert scaled.result_.summary["settings"]["scale_values"] == "all"
    assert scaled.score(large, Y) > 0.95
    assert scaled.state_features_ != plain.state_features_
    with pytest.raises(sagitta.Error, match="^scale_values: found 'some'"):
        CRF(scale_values="some")


@pytest.mark.parametrize("ahead", [1, 4, "auto"])
def test_threads_do_not_change_the_model(ahead):
    corpus = Corpus.from_sequences(X, Y)
    one, two = (sagitta.train(corpus, threads=n, ahead=ahead) for n in (1, 2))
    assert one.summary["settings"]["threads"] == "1" and two.summary["settings"]["threads"] == "2"
    assert one.model.state_features == two.model.state_features
    estimator = CRF(n_jobs=2, ahead=ahead).fit(X, Y)
    assert estimator.state_features_ == one.model.state_features
    with pytest.raises(sagitta.Error, match="ahead: found '0'"):
        sagitta.train(corpus, ahead=0)
    with pytest.raises(sagitta.Error, match="^ahead 8 needs memory mixed or marginals, batch 1"):
        sagitta.train(corpus, method="sag", ahead=8, lambda1=0.1)


def test_checkpoints_continue_bit_for_bit(tmp_path):
    options = {"c2": 0.001, "tolerance": 0, "stop_at_floor": False}
    with pytest.warns(sagitta.ConvergenceWarning):
        CRF(checkpoint=tmp_path / "c", passes=3, **options).fit(X, Y)
    with pytest.warns(sagitta.ConvergenceWarning):
        resumed = CRF(resume=tmp_path / "c", passes=8, **options).fit(X, Y)
    with pytest.warns(sagitta.ConvergenceWarning):
        whole = CRF(passes=8, **options).fit(X, Y)
    assert resumed.state_features_ == whole.state_features_
    assert resumed.history_[0]["pass"] > 3


def test_weights_of_columns_and_of_features_are_the_same_thing():
    from test_crf import COLUMNS, TEMPLATE

    weights = [1.0 + k % 3 for k in range(60)]
    repeated = [k for k in range(60) for _ in range(int(weights[k]))]
    lambda_ = 0.01
    columns = CRF(template=TEMPLATE, lambda_=lambda_ * len(repeated) / 60, tolerance=1e-7)
    columns.fit([[], *COLUMNS], [[], *Y], sample_weight=iter([7.0, *weights]))
    copies = CRF(template=TEMPLATE, lambda_=lambda_, tolerance=1e-7)
    copies.fit([COLUMNS[k] for k in repeated], [Y[k] for k in repeated])
    for key, value in copies.state_features_.items():
        assert columns.state_features_[key] == pytest.approx(value, abs=2e-3)
    with pytest.raises(ValueError, match="different numbers of sequences"):
        CRF(template=TEMPLATE).fit(COLUMNS, Y, sample_weight=weights[1:])
    with pytest.raises(ValueError, match="of its own"):
        CRF().fit(Corpus.from_sequences(X, Y), sample_weight=weights)
