"""The test suites of the packages that Sagitta stands in for, unmodified."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("SAGITTA_UPSTREAM", HERE.parents[1] / "build" / "python" / "upstream"))


@pytest.mark.parametrize(
    "suite, passed",
    # All of them. Some tests are expected to fail there (xfail) and pass here: they count as well.
    [("python-crfsuite", 45), ("sklearn-crfsuite", 44), ("real-sklearn-crfsuite", 44)],
)
def test_suite(suite, passed):
    command = [sys.executable, str(HERE / "upstream.py"), str(FOLDER), suite]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode == 77:
        pytest.skip(f"the source of {suite} cannot be fetched")
    assert result.returncode == 0, result.stdout + result.stderr
    counts = {what: int(n) for n, what in re.findall(r"(\d+) (passed|failed|error|skipped)", result.stdout)}
    assert counts.get("passed", 0) >= passed and "failed" not in counts, result.stdout
