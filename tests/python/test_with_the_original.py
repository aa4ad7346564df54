"""Models and results compared with python-crfsuite itself, if it is installed."""

import pytest

import sagitta
from sagitta import pycrfsuite as own

original = pytest.importorskip("pycrfsuite", reason="python-crfsuite is not installed")


def data(sequences, seed):
    rows, labels, _ = sagitta.synth("chunk", sequences, seed)
    X = []
    for sentence in rows:
        words = [row[0] for row in sentence]
        X.append(
            [
                {"w": word, "pos": row[1], "suffix": {"2": word[-2:]}, "length": len(word) / 10, "start": t == 0,
                 "before": words[t - 1] if t else "-"}
                for t, (word, row) in enumerate(zip(words, sentence))
            ]
        )  # fmt: skip
    return X, labels


X, Y = data(150, 1)
X_TEST, Y_TEST = data(60, 2)


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """The same training by both."""
    folder = tmp_path_factory.mktemp("models")
    for name, package in (("own", own), ("original", original)):
        trainer = package.Trainer(params={"c2": 0.5, "feature.possible_transitions": True}, verbose=False)
        for x, y in zip(X, Y):
            trainer.append(x, y)
        trainer.train(str(folder / name))
    return folder


@pytest.mark.parametrize("name", ["own", "original"])
def test_both_say_the_same_about_a_model(models, name):
    taggers = []
    for package in (own, original):
        taggers.append(package.Tagger())
        taggers[-1].open(str(models / name))
    assert taggers[0].labels() == taggers[1].labels()
    for x, y in zip(X_TEST, Y_TEST):
        assert taggers[0].tag(x) == taggers[1].tag(x)
        assert taggers[0].probability(y) == pytest.approx(taggers[1].probability(y), rel=1e-6)
        for label in taggers[0].labels():
            assert taggers[0].marginal(label, 0) == pytest.approx(taggers[1].marginal(label, 0), abs=1e-9)
    infos = [tagger.info() for tagger in taggers]
    assert infos[0].header == infos[1].header and infos[0].attributes == infos[1].attributes
    assert infos[0].state_features == pytest.approx(infos[1].state_features, abs=1e-6)


def test_both_find_the_same_optimum(models):
    """The objective is strictly convex, so equal weights say that it is the same objective."""
    infos = []
    for name in ("own", "original"):
        with own.Tagger().open(models / name) as tagger:
            infos.append(tagger.info())
    assert set(infos[0].state_features) == set(infos[1].state_features)
    largest = max(abs(weight) for weight in infos[1].state_features.values())
    for key, weight in infos[1].state_features.items():
        assert infos[0].state_features[key] == pytest.approx(weight, abs=0.03 * largest)


def test_features_are_read_in_the_same_way():
    odd = [{"a": 1, "b": "x", "c": {"d": 2, "e": ["f", "g"]}, "h": True, "i": b"j", "k": -0.5}, ["l", "m"], {}]
    assert own.ItemSequence(odd).items() == original.ItemSequence(odd).items()


@pytest.mark.parametrize("algorithm", ["lbfgs", "l2sgd", "ap", "pa", "arow"])
def test_parameters_are_the_same(algorithm):
    ours, theirs = own.Trainer(algorithm).get_params(), original.Trainer(algorithm).get_params()
    assert {name: ours[name] for name in theirs} == theirs
    assert set(ours) - set(theirs) == {"method"}


def test_a_fixed_number_of_iterations_on_little_data(tmp_path):
    """Other packages compare weights to three decimals after 50 iterations on one sequence."""
    x = [{"walk": 1, "shop": 0.5}, {"walk": 1}, {"shop": 0.5, "clean": 0.5}, {"clean": 1, "sun": "no"}, {}]
    infos = []
    for package in (own, original):
        trainer = package.Trainer(params={"c1": 0, "c2": 0.1, "max_iterations": 50}, verbose=False)
        trainer.append(x, ["sunny", "sunny", "rainy", "rainy", "sunny"])
        trainer.train(str(tmp_path / "model"))
        with package.Tagger().open(str(tmp_path / "model")) as tagger:
            infos.append(tagger.info())
    assert infos[0].state_features == pytest.approx(infos[1].state_features, abs=5e-4)
    assert infos[0].transitions == pytest.approx(infos[1].transitions, abs=5e-4)
