"""Runs the test suites of packages that Sagitta stands in for, or that use them, with Sagitta in their place.

Usage: python upstream.py FOLDER python-crfsuite|sklearn-crfsuite|real-sklearn-crfsuite|eli5

The source distributions are fetched with pip into FOLDER, once. Exit status: that of pytest; 77 if they cannot be
fetched. real-sklearn-crfsuite is the package itself, on sagitta.pycrfsuite. Of eli5, which must be installed, only the
tests of CRFs are run.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

VERSIONS = {"python-crfsuite": "0.9.12", "sklearn-crfsuite": "0.5.0", "eli5": "0.16.0"}
HERE = Path(__file__).resolve().parent


def fetch(folder: Path, package: str) -> Path | None:
    """The unpacked source distribution, or None if it cannot be fetched."""
    name = f"{package.replace('-', '_')}-{VERSIONS[package]}"
    unpacked = folder / name
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two suites may need the same package
        if unpacked.is_dir():
            return unpacked
        download = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--retries", "1", "-d", str(folder)]
        download += ["--no-binary", package, f"{package}=={VERSIONS[package]}"]
        if subprocess.run(download).returncode != 0:
            return None
        unpacking = folder / f"unpacking-{name}"
        with tarfile.open(folder / f"{name}.tar.gz") as archive:
            archive.extractall(unpacking)
        (unpacking / name).rename(unpacked)
        return unpacked


def copy_tests(source: Path, tests: Path, suite: str) -> Path:
    """Puts the tests apart from the package that they belong to. Returns what pytest shall run."""
    shutil.rmtree(tests, ignore_errors=True)
    if suite != "eli5":
        shutil.copytree(source / "tests", tests)
        return tests
    package = tests / "eli5_tests"  # they import their helpers from the package that they are in
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for name in ("test_sklearn_crfsuite.py", "test_formatters_as_dataframe.py"):
        shutil.copy(source / "tests" / name, package)
    shutil.copy(HERE / "stand_ins" / "eli5_utils.py", package / "utils.py")
    return package / "test_sklearn_crfsuite.py"


def run(folder: Path, suite: str) -> int:
    source = fetch(folder, suite.removeprefix("real-"))
    if source is None:
        return 77
    tests = folder / "tests" / suite
    target = copy_tests(source, tests, suite)
    path = [str(HERE / "shim"), str(source)] if suite.startswith("real-") else [str(HERE / "plugins")]
    inherited = os.environ.get("PYTHONPATH")
    path += [inherited] if inherited else []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    plugin = [] if suite.startswith("real-") else ["-p", "use_sagitta"]
    command = [sys.executable, "-m", "pytest", "-q", *plugin, "-p", "no:cacheprovider"]
    command += ["-W", "ignore::UserWarning", "--rootdir", str(tests), "-c", os.devnull, str(target)]
    return subprocess.run(command, env=environment, cwd=tests).returncode


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]).resolve(), sys.argv[2]))
