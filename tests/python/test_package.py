"""The package as a whole: documentation, types, version, what it imports."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sagitta

ROOT = Path(__file__).resolve().parents[2]
MODULES = ["sagitta"] + [
    module.name for module in pkgutil.walk_packages(sagitta.__path__, "sagitta.") if "scorers" not in module.name
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_in_the_documentation():
    results = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert results.failed == 0 and results.attempted > 5


def test_version():
    header = (ROOT / "include" / "sagitta" / "version.h").read_text()
    numbers = re.findall(r"#define SAGITTA_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
    assert sagitta.__version__ == ".".join(numbers)


def test_types():
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", "/dev/null"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "tests" / "python")
    assert result.returncode == 0, result.stdout + result.stderr


def test_only_numpy_is_imported():
    code = "import sys, sagitta, sagitta.pycrfsuite, sagitta.sklearn_crfsuite; "
    code += "print(sorted({'sklearn', 'scipy', 'tqdm', 'tabulate', 'numpy'} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "['numpy']\n"


def test_drop_ins_have_the_surface_of_the_originals():
    """Names of python-crfsuite 0.9.12 and sklearn-crfsuite 0.5.0."""
    from sagitta import pycrfsuite, sklearn_crfsuite
    from sagitta.sklearn_crfsuite import metrics, trainer, utils

    trainer_names = "append select train params set_params get_params set get help clear message verbose logparser"
    events = "start featgen_progress featgen_end prepared prepare_error iteration optimization_end end"
    tagger_names = "open open_inmemory close labels tag probability marginal set dump info"
    crf_names = "fit predict predict_single predict_marginals predict_marginals_single score tagger_ classes_ size_"
    crf_names += " num_attributes_ attributes_ state_features_ transition_features_"
    metric_names = "flat_accuracy_score flat_precision_score flat_recall_score flat_f1_score flat_fbeta_score"
    metric_names += " flat_classification_report sequence_accuracy_score"
    for owner, names in [
        (pycrfsuite, "CRFSUITE_VERSION CRFSuiteError ItemSequence BaseTrainer Trainer Tagger"),
        (pycrfsuite.Trainer, trainer_names + "".join(f" on_{event}" for event in events.split())),
        (pycrfsuite.Tagger, tagger_names),
        (sklearn_crfsuite.CRF, crf_names),
        (metrics, metric_names),
        (trainer, "LinePerIterationTrainer"),
        (utils, "flatten"),
    ]:
        for name in names.split():
            assert hasattr(owner, name), name
    assert len(sklearn_crfsuite.CRF().get_params()) == 28
    assert pycrfsuite.CRFSuiteError(-2147483647).code == -2147483647


def test_the_tutorial_runs(tmp_path):
    command = [sys.executable, str(ROOT / "examples" / "python" / "tutorial.py"), str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    f1 = [float(number) for number in re.findall(r"F1 ([\d.]+), with the template ([\d.]+)", result.stdout)[0]]
    assert min(f1) > 0.6
    assert (tmp_path / "report.html").exists() and (tmp_path / "ner.model").exists()
