"""sagitta.sklearn_crfsuite beyond the tests of sklearn-crfsuite itself."""

import os
import pickle

import numpy as np
import pytest

from sagitta.sklearn_crfsuite import CRF, metrics

X = [[{"walk": 1}, {"clean": 1, "shop": 0.5}], [{"clean": 1}]] * 5
Y = [["sunny", "rainy"], ["rainy"]] * 5


def test_predictions_are_arrays_of_objects():
    crf = CRF(c2=0.1).fit(X, Y)
    labels = crf.predict(X)
    assert isinstance(labels, np.ndarray) and labels.dtype == object and list(labels) == Y
    marginals = crf.predict_marginals(X)
    assert set(marginals[0][0]) == {"sunny", "rainy"}


def test_no_file_is_written_unless_its_name_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    crf = CRF().fit(X, Y)
    crf.predict(X)
    pickle.dumps(crf)
    assert os.listdir(tmp_path) == []
    path = crf.modelfile.name
    assert os.path.dirname(path) == str(tmp_path)
    assert CRF(model_filename=path).score(X, Y) == crf.score(X, Y)
    del crf
    assert os.listdir(tmp_path) == []


def test_without_a_model():
    crf = CRF()
    assert crf.modelfile.name is None and crf.classes_ is None
    with pytest.raises(ValueError, match="call fit first"):
        crf.predict(X)


def test_log_and_verbose(capsys):
    crf = CRF(verbose=True, max_iterations=3).fit(X, Y, X, Y)
    text = capsys.readouterr().out
    assert "Iter 1" in text and "Label" in text and "rainy" in text
    assert 1 <= crf.training_log_.last_iteration["num"] <= 3


def test_parameters():
    assert repr(CRF("l2sgd", c2=3)) == "CRF(algorithm='l2sgd', c2=3)"
    assert CRF(max_iterations=7.0).fit(X, Y)._get_trainer().get("max_iterations") == 7
    with pytest.raises(ValueError):
        CRF(c2=-1).fit(X, Y)
    with pytest.raises(ValueError, match="not a parameter"):
        CRF().set_params(c3=1)


def test_sequence_accuracy():
    assert metrics.sequence_accuracy_score(Y, Y) == 1
    with pytest.raises(ValueError):
        metrics.sequence_accuracy_score(Y, Y[1:])
