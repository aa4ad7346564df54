"""The task of sklearn-crfsuite's tutorial, Spanish named entities of CoNLL-2002, against the original packages.

Needs the benchmark data, in ../shared/data or where SAGITTA_SHARED says, and python-crfsuite.
"""

import os
import sys
from pathlib import Path

import pytest

import sagitta
from sagitta import pycrfsuite as own

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("SAGITTA_SHARED", ROOT.parent / "shared")) / "data"
TRAIN, TEST = DATA / "conll2002-esp.train.tsv.gz", DATA / "conll2002-esp.testb.tsv.gz"

original = pytest.importorskip("pycrfsuite", reason="python-crfsuite is not installed")
if not TRAIN.exists():
    pytest.skip(f"no benchmark data in {DATA}", allow_module_level=True)

sys.path.insert(0, str(ROOT / "bench"))
from python_compare import features, labels, read  # noqa: E402

PARAMETERS = {"c1": 0.1, "c2": 0.1, "max_iterations": 100, "feature.possible_transitions": True}


@pytest.fixture(scope="module")
def test_set():
    sentences = read(TEST, 500)
    return list(map(features, sentences)), list(map(labels, sentences))


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """The same training by both packages."""
    folder = tmp_path_factory.mktemp("models")
    sentences = read(TRAIN, 250)
    for name, package in (("own", own), ("original", original)):
        trainer = package.Trainer(params=PARAMETERS, verbose=False)
        for sentence in sentences:
            trainer.append(features(sentence), labels(sentence))
        trainer.train(str(folder / name))
    return folder


def tag(package, path, X):
    tagger = package.Tagger()
    tagger.open(str(path))
    return [tagger.tag(x) for x in X]


@pytest.mark.parametrize("name", ["own", "original"])
def test_the_same_model_gives_the_same_labels(models, test_set, name):
    assert tag(own, models / name, test_set[0]) == tag(original, models / name, test_set[0])


def test_the_same_parameters_give_close_scores(models, test_set):
    X, y = test_set
    scores = {name: sagitta.evaluate(y, tag(own, models / name, X)) for name in ("own", "original")}
    assert scores["original"]["all_spans"]["f1"] > 0.4  # something was learnt
    assert scores["own"]["all_spans"]["f1"] == pytest.approx(scores["original"]["all_spans"]["f1"], abs=0.02)
    assert scores["own"]["token_accuracy"] == pytest.approx(scores["original"]["token_accuracy"], abs=0.005)
