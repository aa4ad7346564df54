"""The test suites of the packages that Sagitta stands in for, unmodified."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("SAGITTA_UPSTREAM", HERE.parents[1] / "build" / "python" / "upstream"))
# The number of tests that pass: all of them. Some are expected to fail there (xfail) and pass here: they count as well.
SUITES = {"python-crfsuite": 45, "sklearn-crfsuite": 44, "real-sklearn-crfsuite": 44, "eli5": 4}


@pytest.fixture(scope="module")
def running():
    """All suites at once: they wait for the network and for worker processes most of the time."""
    processes = {}
    for suite in SUITES:
        command = [sys.executable, str(HERE / "upstream.py"), str(FOLDER), suite]
        processes[suite] = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    yield processes
    for process in processes.values():
        process.kill()
        process.wait()


@pytest.mark.parametrize("suite", SUITES)
def test_suite(suite, running):
    if suite == "eli5":
        pytest.importorskip("eli5")
    output, _ = running[suite].communicate()
    if running[suite].returncode == 77:
        pytest.skip(f"the source of {suite} cannot be fetched")
    assert running[suite].returncode == 0, output
    counts = {what: int(n) for n, what in re.findall(r"(\d+) (passed|failed|error|skipped)", output)}
    assert counts.get("passed", 0) >= SUITES[suite] and "failed" not in counts, output
