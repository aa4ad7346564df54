"""sagitta.CRF: an estimator of scikit-learn in behaviour."""

import pickle
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest

import sagitta
from sagitta import CRF, Corpus, Model


def sentence(k):
    """Words whose label follows from a letter and from the word before."""
    words = ["ab"[(k >> t) & 1] + str((k * 7 + t) % 5) for t in range(3 + k % 4)]
    labels = ["B-X" if word[0] == "b" and (t == 0 or words[t - 1][0] == "a") else "I-X" if word[0] == "b" else "O"
              for t, word in enumerate(words)]
    features = [{"word": word, "first": word[0], "place": t / 10} for t, word in enumerate(words)]
    return features, labels, [(word, word[0]) for word in words]


X, Y, COLUMNS = zip(*(sentence(k) for k in range(60)))
TEMPLATE = "U0:%x[0,0]\nU1:%x[0,1]\nU2:%x[-1,1]\nB"


@pytest.fixture(scope="module")
def crf():
    return CRF(c2=0.05).fit(X, Y)


def test_learns_and_knows_its_parts(crf):
    assert crf.predict(X) == [list(y) for y in Y]
    assert crf.score(X, Y) == 1
    assert crf.evaluate(X, Y)["all_spans"]["f1"] == 1
    assert sorted(crf.classes_) == ["B-X", "I-X", "O"]
    assert "first:b" in crf.attributes_
    assert crf.state_features_["first:b", "B-X"] > 0 > crf.state_features_.get(("first:b", "O"), -1)
    assert crf.transition_features_["B-X", "I-X"] > crf.transition_features_["O", "I-X"]
    assert crf.certificate_["bound"] < 1e-2 * crf.certificate_["objective"]
    assert crf.history_[-1]["pass"] == crf.result_.summary["passes"]


def test_marginals_are_those_of_enumeration(crf):
    """All labellings of a short sequence, scored with the weights by hand."""
    x = X[3][:3]
    labels = crf.classes_
    tokens = [{"word:" + t["word"]: 1, "first:" + t["first"]: 1, "place": t["place"]} for t in x]
    weight, step = crf.state_features_, crf.transition_features_
    total, sums = 0.0, np.zeros((3, len(labels)))
    for a in range(len(labels)):
        for b in range(len(labels)):
            for c in range(len(labels)):
                path = [labels[k] for k in (a, b, c)]
                score = sum(weight.get((n, y), 0) * v for t, y in zip(tokens, path) for n, v in t.items())
                score += step.get((path[0], path[1]), 0) + step.get((path[1], path[2]), 0)
                total += np.exp(score)
                for t, k in enumerate((a, b, c)):
                    sums[t, k] += np.exp(score)
    marginals = crf.predict_marginals([x])[0]
    assert marginals.dtype == np.float64
    np.testing.assert_allclose(marginals, sums / total, rtol=1e-6)


def test_nbest_is_sorted_and_agrees_with_predict(crf):
    best = crf.predict_nbest(X[:5], 4)
    for x, labellings in zip(X, best):
        probabilities = [p for _, p in labellings]
        assert labellings[0][0] == crf.predict([x])[0]
        assert probabilities == sorted(probabilities, reverse=True) and sum(probabilities) <= 1 + 1e-9
        for labels, p in labellings:
            assert np.exp(crf.model_._tagger.log_probability(x, labels)) == pytest.approx(p)


def test_empty_and_unknown_input(crf):
    assert crf.predict([]) == [] and crf.predict([[]]) == [[]]
    assert crf.predict_marginals([[]])[0].shape == (0, 3)
    assert len(crf.predict([[{}, {"new": 1}]])[0]) == 2


def test_generators_lists_of_names_and_weights():
    names = [[[f"{k}:{v}" if isinstance(v, str) else k for k, v in t.items()] for t in x] for x in X]
    crf = CRF().fit((x for x in names), (y for y in Y), sample_weight=(1.0 for _ in Y))
    assert crf.score(iter(names), Y) > 0.95
    doubled = CRF(lambda_=0.01, tolerance=1e-8).fit(X[:20] + X[:20], Y[:20] + Y[:20])
    weighted = CRF(lambda_=0.02, tolerance=1e-8).fit(X[:20], Y[:20], sample_weight=[2.0] * 20)
    for key, value in doubled.state_features_.items():
        assert weighted.state_features_[key] == pytest.approx(value, abs=1e-3)


def test_zeros_make_features_and_nothing_else():
    """What is false does not occur, but may get a weight: for labels with which it never is true."""
    X = [[{"w": "a", "f": True}, {"w": "b", "f": False}]] * 9
    crf = CRF(c2=0.1).fit(X, [["P", "Q"]] * 9)
    assert crf.state_features_["f", "P"] > 0 > crf.state_features_["f", "Q"]
    without = [[{k: v for k, v in token.items() if v} for token in x] for x in X]
    assert np.array_equal(crf.predict_marginals(X), crf.predict_marginals(without))
    assert ("f", "Q") not in CRF(c2=0.1).fit(without, [["P", "Q"]] * 9).state_features_
    assert sagitta.Tagger(crf.model_).attributes(X[0])[1] == {"w:b": 1.0, "f": 0.0}


def test_input_that_does_not_fit():
    with pytest.raises(ValueError, match="different numbers of sequences"):
        CRF().fit(X, Y[:-1])
    with pytest.raises(ValueError, match="different numbers of sequences"):
        CRF().fit(X, Y, sample_weight=[1.0])
    with pytest.raises(ValueError, match="labels for a sequence"):
        CRF().fit([X[0]], [Y[0][:-1]])
    with pytest.raises(ValueError, match="call fit first"):
        CRF().predict(X)
    with pytest.raises(sagitta.Error, match="no sequence"):
        CRF().fit([], [])


def test_columns_with_a_template():
    crf = CRF(template=TEMPLATE, c2=0.05).fit(COLUMNS, Y)
    assert crf.score(COLUMNS, Y) == 1
    assert crf.predict([[], COLUMNS[0]])[0] == []
    with_labels = [[(*row, label) for row, label in zip(rows, labels)] for rows, labels in zip(COLUMNS, Y)]
    assert CRF(template=TEMPLATE, c2=0.05).fit(with_labels).model_.to_bytes() == crf.model_.to_bytes()
    assert crf.explain(COLUMNS[1])[0]["B-X"][0][0].startswith("U")
    many = [[], *COLUMNS * 30, []]
    assert crf.set_params(n_jobs=2).predict(many) == sagitta.Tagger(crf.model_).tag_all(many)
    with pytest.raises(ValueError, match="without spaces"):
        crf.predict([[("a b", "c")]])
    with pytest.raises(sagitta.Error, match="<columns>:1"):
        crf.predict([[("one",)]])


def test_options_come_from_the_descriptors():
    names = {option["name"] for option in sagitta.options()}
    assert {"method", "c2", "lambda_", "min_count", "threads"} <= names
    assert set(CRF().get_params()) >= names - {"threads"}
    assert "min_count" in CRF.__doc__ and "min_count" in str(CRF.__signature__)
    with pytest.raises(sagitta.Error, match="did you mean 'min_count'"):
        CRF(min_cont=3)
    with pytest.raises(sagitta.Error, match="^min_count: found '0'"):
        CRF(min_count=0)
    with pytest.raises(sagitta.Error, match="use n_jobs"):
        CRF(threads=2)
    with pytest.raises(sagitta.Error, match="use n_jobs"):
        CRF().set_params(threads=2)
    with pytest.raises(sagitta.Error, match="nor of method lbfgs"):
        CRF(method="lbfgs", eta=3)
    assert CRF(method="lbfgs", history=4).get_params()["history"] == 4
    assert CRF(features="all", merge_twins=False).fit(X, Y).model_.settings["features"] == "all"
    assert any(method["name"] == "sag" for method in sagitta.methods())


def test_dev_set_patience_and_path():
    seen = []
    crf = CRF(passes=30, patience=3, tolerance=0)
    crf.fit(X[:40], Y[:40], X_dev=X[40:], y_dev=Y[40:], callback=seen.append)
    assert seen == crf.history_ and all(0 <= record["dev_score"] <= 1 for record in seen)
    assert crf.result_.summary["stopped"] == "the dev score has not improved"
    crf = CRF(lambda_path=(0.1, 0.001, 3)).fit(X[:40], Y[:40], X_dev=X[40:], y_dev=Y[40:])
    assert [point["lambda"] for point in crf.result_.summary["path"]] == pytest.approx([0.1, 0.01, 0.001])


def test_callback_stops_and_raises():
    crf = CRF(tolerance=0).fit(X, Y, callback=lambda record: record["pass"] >= 2)
    assert 2 <= crf.history_[-1]["pass"] < 3
    with pytest.raises(ZeroDivisionError):
        CRF().fit(X, Y, callback=lambda record: 1 / 0)


def test_constraints_are_obeyed():
    crf = CRF(constraints="bio").fit(X, Y)
    for labels in crf.predict([[{"first": "b"}] * 3 for _ in range(3)]):
        assert labels[0] != "I-X"


def test_warm_start_continues():
    crf = CRF(passes=200, tolerance=1e-6, warm_start=True).fit(X, Y)
    first = len(crf.history_)
    assert len(crf.fit(X, Y).history_) < first


def test_threads_give_the_same_result(crf):
    two = CRF(c2=0.05, n_jobs=2).fit(X, Y)
    assert two.model_.to_bytes() == crf.model_.to_bytes()
    many = list(X) * 60
    assert two.predict(many) == crf.predict(many)
    for one, other in zip(two.predict_marginals(many), crf.predict_marginals(many)):
        assert np.array_equal(one, other)


def test_not_converged_is_a_warning():
    with pytest.warns(sagitta.ConvergenceWarning):
        CRF(passes=1, c2=1e-7, tolerance=1e-12).fit(X, Y)


def test_pickle_and_clone(crf, tmp_path):
    copy = pickle.loads(pickle.dumps(crf))
    assert copy.predict(X) == crf.predict(X) and copy.get_params() == crf.get_params()
    model = pickle.loads(pickle.dumps(crf.model_))
    assert model.tag(X[0]) == crf.predict(X[:1])[0]
    tagger = pickle.loads(pickle.dumps(sagitta.Tagger(crf.model_, threads=2)))
    assert tagger.tag_all(X) == crf.predict(X) and tagger.threads == 2


def test_works_in_scikit_learn():
    selection = pytest.importorskip("sklearn.model_selection")
    from sklearn.base import clone
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    original = CRF(c2=0.1, history=4, method="lbfgs")
    assert clone(original).get_params() == original.get_params()
    assert selection.cross_val_score(CRF(), X, Y, cv=3).mean() > 0.8
    search = selection.GridSearchCV(CRF(), {"c2": [0.01, 1.0]}, cv=2, n_jobs=1).fit(X, Y)
    assert search.best_params_["c2"] in (0.01, 1.0)
    pipeline = make_pipeline(FunctionTransformer(lambda X: X), CRF()).fit(list(X), list(Y))
    assert pipeline.predict(list(X)) == CRF().fit(X, Y).predict(X)


def test_set_params():
    crf = CRF().set_params(c2=0.5, n_jobs=2)
    assert crf.c2 == 0.5 and crf.n_jobs == 2 and repr(crf) == "CRF(n_jobs=2, c2=0.5)"
    with pytest.raises(sagitta.Error):
        crf.set_params(c3=1)


def test_explain_adds_up(crf):
    x = X[5]
    for token, features in zip(crf.explain(x), x):
        for label in crf.classes_:
            expected = sum(
                crf.state_features_.get((name, label), 0) * value
                for name, value in crf.model_._tagger.attributes([features])[0].items()
            )
            assert sum(score for _, score in token[label]) == pytest.approx(expected, abs=1e-9)


def test_notebooks_and_reports(crf, tmp_path):
    assert "first:b" in crf._repr_html_() and "CRF(c2=0.05)" in crf._repr_html_()
    assert CRF()._repr_html_() == "<code>CRF()</code>"
    crf.report(tmp_path / "page.html")
    assert "first:b" in (tmp_path / "page.html").read_text()


INTERRUPTED = """
    import os, signal, sys, threading
    import sagitta
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs of shells
    X = [[[f"w{(i * k) % 97}", f"v{k}"] for k in range(30)] for i in range(3000)]
    y = [[f"y{(i * k) % 7}" for k in range(30)] for i in range(3000)]
    crf = sagitta.CRF(c2=1e-7, tolerance=0, passes=100000, stop_at_floor=False)
    kill = lambda: os.kill(os.getpid(), signal.SIGINT)
    if sys.argv[1] == "timer":
        threading.Timer(1, kill).start()
    try:
        crf.fit(X, y, callback=lambda r: sys.argv[1] == "callback" and r["pass"] >= 3 and kill())
    except KeyboardInterrupt as interrupted:
        assert interrupted.result.model is crf.model_
        print(crf.result_.summary["stopped"], len(crf.predict(X)) == 3000)
"""


@pytest.mark.parametrize("when", ["timer", "callback"])
def test_ctrl_c_leaves_a_usable_model(when):
    command = [sys.executable, "-c", textwrap.dedent(INTERRUPTED), when]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.stdout.endswith("True\n"), result.stderr


def test_models_of_all_formats(crf, tmp_path):
    for form in ("sagitta", "crfsuite"):
        crf.model_.save(tmp_path / form, form)
        model = Model.load(tmp_path / form)
        assert model.tag(X[7]) == crf.predict(X[7:8])[0]
        assert Model.from_bytes(crf.model_.to_bytes(form)).labels == model.labels
    with pytest.raises(sagitta.Error, match="a Wapiti model cannot hold"):
        crf.model_.to_bytes("wapiti")
    with pytest.raises(sagitta.Error, match="format: found 'other'"):
        crf.model_.save(tmp_path / "x", "other")
    with pytest.raises(FileNotFoundError):
        Model.load(tmp_path / "missing")


@pytest.mark.parametrize(
    "template, forms",
    [
        ("U0:%x[0,0]\nU1:%x[-1,1]\nB", ("sagitta", "crfpp", "crfsuite")),
        ("u:%x[0,0]\nu:1=%x[-1,1]\nb", ("sagitta", "wapiti", "crfsuite")),
    ],
)
def test_models_go_through_the_bytes_of_all_formats(template, forms):
    crf = CRF(template=template, c2=0.05).fit(COLUMNS, Y)
    for form in forms:
        model = Model.from_bytes(crf.model_.to_bytes(form))
        assert sorted(model.labels) == sorted(crf.classes_)
        for key, weight in crf.state_features_.items():
            assert model.state_features.get(key, 0) == pytest.approx(weight, rel=1e-5, abs=1e-9)
        assert pickle.loads(pickle.dumps(model)).state_features == model.state_features
        if form != "crfsuite":  # which has no template
            assert sagitta.Tagger(model).tag_all(COLUMNS) == crf.predict(COLUMNS)


def test_given_labels_and_probabilities_of_columns():
    """The template is expanded."""
    crf = CRF(template=TEMPLATE, c2=0.05).fit(COLUMNS, Y)
    tagger = sagitta.Tagger(crf.model_)
    labels, p = tagger.nbest(COLUMNS[3], 1)[0]
    assert np.exp(tagger.log_probability(COLUMNS[3], labels)) == pytest.approx(p)
    assert tagger.tag_given(COLUMNS[3], [None] * len(labels)) == labels
    assert tagger.tag_given(COLUMNS[3], ["O", *[None] * (len(labels) - 1)])[0] == "O"


def test_bad_sequences_are_repaired():
    bad = [*Y[:-1], ["I-X", *Y[-1][1:]]]
    with pytest.raises(sagitta.Error, match="constraints"):
        CRF(constraints="bio").fit(X, bad)
    assert CRF(constraints="bio", bad_sequences="repair").fit(X, bad).score(X, Y) > 0.95


def test_tag_given_and_constraints_of_a_tagger(crf):
    tagger = sagitta.Tagger(crf.model_, constraints="bio")
    assert tagger.tag_given(X[3], ["O"] + [None] * (len(X[3]) - 1))[0] == "O"
    assert tagger.tag([{}])[0] in ("B-X", "O")
    with pytest.raises(sagitta.Error, match="labels for a sequence"):
        tagger.tag_given(X[3], ["O"])


def test_fit_from_a_corpus(tmp_path):
    (tmp_path / "train.txt").write_text("B\tw=a\nI\tw=b\n\nB\tw=a\nI\tw=b\n")
    corpus = Corpus.read(tmp_path / "train.txt")
    assert CRF().fit(corpus).predict([[["w=a"], ["w=b"]]]) == [["B", "I"]]
    (tmp_path / "bad.txt").write_text("B\tw=a:x:y\n")
    with pytest.raises(sagitta.Error, match=r"bad\.txt:1"):
        Corpus.read(tmp_path / "bad.txt")


def test_threads_share_a_tagger(crf):
    """With as many calls at the same time as there are threads, of all kinds."""
    from concurrent.futures import ThreadPoolExecutor

    tagger = sagitta.Tagger(crf.model_)
    many = list(X) * 20
    expected = [(tagger.tag(x), tagger.marginals(x).tolist(), tagger.nbest(x, 3)) for x in X] * 20
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda x: (tagger.tag(x), tagger.marginals(x).tolist(), tagger.nbest(x, 3)), many)
        assert list(found) == expected


def test_progress_is_shown(capsys, monkeypatch):
    pytest.importorskip("tqdm")
    with warnings.catch_warnings(record=True) as caught:  # a pass more than there are is not shown
        warnings.simplefilter("always")
        CRF(verbose=True, passes=5).fit(X, Y)
    assert "5/5" in capsys.readouterr().err.replace("5.0/5", "5/5")
    assert {type(warning.message) for warning in caught} == {sagitta.ConvergenceWarning}
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    CRF(verbose=True).fit(X[:40], Y[:40], X_dev=X[40:], y_dev=Y[40:])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("40 sequences, 3 labels") and all("dev" in line for line in lines[1:])
