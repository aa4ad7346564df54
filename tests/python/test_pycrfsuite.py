"""sagitta.pycrfsuite beyond the tests of python-crfsuite itself."""

import subprocess
import sys
import textwrap
import threading
import time

import pytest

import sagitta
from sagitta import pycrfsuite

XSEQ = [{"walk": 1, "shop": 0.5}, ["clean"], {"word": "the", "in": {"x": {"y", "z"}}}]
YSEQ = ["sunny", "rainy", "rainy"]


def train(path, **params):
    trainer = pycrfsuite.Trainer(params=params, verbose=False)
    trainer.append(XSEQ, YSEQ)
    trainer.train(str(path))
    return trainer


def test_names_and_values_of_features():
    items = pycrfsuite.ItemSequence([{"a": "b", "n": {"s": {"x"}, "f": 2}, b"c": b"d", "t": ("u",), "y": True}]).items()
    assert items == [{"a:b": 1, "n:s:x": 1, "n:f": 2, "c:d": 1, "t:u": 1, "y": 1}]


@pytest.mark.parametrize(
    "bad, error",
    [
        ("text", ValueError),
        (["token"], ValueError),
        ([[{"a": 1}]], ValueError),
        ([{3: 1}], ValueError),
        ([{"a": float("nan")}], ValueError),
        ([{"a": None}], TypeError),
        (5, TypeError),
        ([{"a": "\ud800"}], UnicodeEncodeError),
    ],
)
def test_bad_features_are_refused(bad, error):
    with pytest.raises(error):
        pycrfsuite.ItemSequence(bad)


def test_a_dict_that_changes_while_it_is_read():
    features = {}

    class Grows:
        def __float__(self):
            features.update({f"new{i}": 1.0 for i in range(1000)})
            return 1.0

    features["a"] = Grows()
    assert len(pycrfsuite.ItemSequence([features])) == 1


def test_labels_must_fit():
    with pytest.raises(ValueError, match="2 labels for a sequence of 1 tokens"):
        pycrfsuite.Trainer().append([["a"]], ["x", "y"])
    with pytest.raises(ValueError, match="one string"):
        pycrfsuite.Trainer().append([["a"]], "x")


def test_a_trainer_can_train_again_with_more_data(tmp_path):
    trainer = train(tmp_path / "one")
    trainer.train(str(tmp_path / "two"))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    trainer.append([["snow"]], ["white"])
    trainer.train(str(tmp_path / "three"))
    with pycrfsuite.Tagger().open(tmp_path / "three") as tagger:
        assert tagger.labels() == ["sunny", "rainy", "white"]
    trainer.clear()
    trainer.append([["snow"]], ["white"])
    trainer.train(str(tmp_path / "four"))
    with pycrfsuite.Tagger().open(tmp_path / "four") as tagger:
        assert tagger.labels() == ["white"]


def test_holdout_group(tmp_path):
    trainer = pycrfsuite.Trainer(verbose=False)
    for group in (0, 1, 2):
        trainer.append(XSEQ, YSEQ, group)
    trainer.train(str(tmp_path / "model"), holdout=2)
    assert "Holdout group: 3\n" in trainer.logparser.log
    assert trainer.logparser.last_iteration["item_accuracy"] == 1
    assert set(trainer.logparser.last_iteration["scores"]) == {"sunny", "rainy"}
    trainer.clear()
    trainer.append(XSEQ, YSEQ, 5)
    with pytest.raises(ValueError, match="none is left"):
        trainer.train(str(tmp_path / "model"), holdout=5)


def test_tagger_answers(tmp_path):
    train(tmp_path / "model")
    tagger = pycrfsuite.Tagger()
    for call in (lambda: tagger.tag(XSEQ), lambda: tagger.probability(YSEQ), lambda: tagger.marginal("sunny", 0)):
        with pytest.raises(ValueError):
            call()
    tagger.open_inmemory((tmp_path / "model").read_bytes())
    assert tagger.tag() == [] and tagger.tag(XSEQ) == YSEQ == tagger.tag()
    total = sum(tagger.marginal(label, 1) for label in tagger.labels())
    assert total == pytest.approx(1)
    assert tagger.probability(YSEQ) > tagger.probability(["rainy"] * 3) > 0
    with pytest.raises(ValueError):
        tagger.marginal("sunny", 3)
    with pytest.raises(RuntimeError):
        tagger.marginal("cloudy", 0)
    with pytest.raises(ValueError):
        tagger.probability(["sunny"])


def test_dump_and_info_agree(tmp_path, capsys):
    train(tmp_path / "model")
    with pycrfsuite.Tagger().open(tmp_path / "model") as tagger:
        tagger.dump()
        parser = pycrfsuite._dumpparser.CRFsuiteDumpParser()
        for line in capsys.readouterr().out.splitlines(True):
            parser.feed(line)
        info = tagger.info()
    assert parser.result.header == info.header
    assert parser.result.labels == info.labels and parser.result.attributes == info.attributes
    assert parser.result.state_features == pytest.approx(info.state_features, abs=1e-6)
    assert parser.result.transitions == pytest.approx(info.transitions, abs=1e-6)


def test_other_algorithms_warn(tmp_path):
    trainer = pycrfsuite.Trainer("ap", verbose=False)
    trainer.append(XSEQ, YSEQ)
    with pytest.warns(UserWarning, match="averaged-perceptron: a CRF with c2=1 is trained by .* instead"):
        trainer.train(str(tmp_path / "model"))


def test_errors_of_files(tmp_path):
    tagger = pycrfsuite.Tagger()
    with pytest.raises(FileNotFoundError):
        tagger.open(str(tmp_path / "none"))
    with pytest.raises(OSError):
        train(tmp_path / "no" / "folder")
    (tmp_path / "bad").write_bytes(b"lCRF" * 100)
    with pytest.raises(sagitta.Error):
        tagger.open(str(tmp_path / "bad"))


def test_threads_share_a_tagger_and_the_interpreter_is_free(tmp_path):
    train(tmp_path / "model")
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "model"))
    expected = {n: tagger.tag(XSEQ * n) for n in (1, 5, 20)}
    wrong = []

    def run(n):
        for _ in range(200):
            if tagger.tag(XSEQ * n) != expected[n]:
                wrong.append(n)

    threads = [threading.Thread(target=run, args=(n,)) for n in (1, 5, 20) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_other_threads_run_during_training(tmp_path):
    trainer = pycrfsuite.Trainer(params={"c2": 1e-6, "delta": 0, "epsilon": 0, "max_iterations": 3000}, verbose=False)
    for i in range(300):
        trainer.append([[f"w{(i * k) % 97}", f"v{k}"] for k in range(20)], [f"y{(i + k) % 5}" for k in range(20)])
    done = threading.Event()
    thread = threading.Thread(target=lambda: (trainer.train(str(tmp_path / "model")), done.set()))
    thread.start()
    steps = 0
    while not done.is_set() and steps < 20:
        time.sleep(0.001)
        steps += 1
    still_training = not done.is_set()
    thread.join()
    assert steps == 20 and still_training


INTERRUPTED = """
    import os, signal, sys, threading, time
    from sagitta import pycrfsuite
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs of shells
    trainer = pycrfsuite.Trainer(params={"c2": 1e-9, "delta": 0, "epsilon": 0}, verbose=False)
    for i in range(2000):
        trainer.append([[f"w{(i * k) % 97}", f"v{k}"] for k in range(30)], [f"y{(i * k) % 7}" for k in range(30)])
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.time()
    try:
        trainer.train(sys.argv[1])
    except KeyboardInterrupt:
        print("interrupted", time.time() - start < 20, os.path.exists(sys.argv[1]))
"""


def test_ctrl_c_ends_training(tmp_path):
    command = [sys.executable, "-c", textwrap.dedent(INTERRUPTED), str(tmp_path / "model")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert result.stdout == "interrupted True False\n", result.stderr


def test_install():
    code = "import sagitta.pycrfsuite as own; own.install(); import pycrfsuite; from pycrfsuite._logparser import "
    code += "TrainLogParser; assert pycrfsuite is own and pycrfsuite.Trainer is own.Trainer"
    subprocess.run([sys.executable, "-c", code], check=True)
