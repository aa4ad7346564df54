"""Runs the test suites of python-crfsuite and sklearn-crfsuite with Sagitta in their place.

Usage: python upstream.py FOLDER python-crfsuite|sklearn-crfsuite|real-sklearn-crfsuite

The source distributions are fetched with pip into FOLDER, once. Exit status: that of pytest; 77 if they cannot be
fetched. real-sklearn-crfsuite is the package itself, on sagitta.pycrfsuite.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

VERSIONS = {"python-crfsuite": "0.9.12", "sklearn-crfsuite": "0.5.0"}
HERE = Path(__file__).resolve().parent


def fetch(folder: Path, package: str) -> Path | None:
    """The unpacked source distribution, or None if it cannot be fetched."""
    name = f"{package.replace('-', '_')}-{VERSIONS[package]}"
    unpacked = folder / name
    if unpacked.is_dir():
        return unpacked
    folder.mkdir(parents=True, exist_ok=True)
    download = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--retries", "1", "-d", str(folder)]
    download += ["--no-binary", package, f"{package}=={VERSIONS[package]}"]
    if subprocess.run(download).returncode != 0:
        return None
    with tarfile.open(folder / f"{name}.tar.gz") as archive:
        archive.extractall(folder / "unpacking")
    (folder / "unpacking" / name).rename(unpacked)
    return unpacked


def run(folder: Path, suite: str) -> int:
    source = fetch(folder, suite.removeprefix("real-"))
    if source is None:
        return 77
    tests = folder / "tests" / suite  # apart from the package that they belong to
    shutil.rmtree(tests, ignore_errors=True)
    shutil.copytree(source / "tests", tests)
    path = [str(HERE / "shim"), str(source)] if suite.startswith("real-") else [str(HERE / "plugins")]
    inherited = os.environ.get("PYTHONPATH")
    path += [inherited] if inherited else []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    plugin = [] if suite.startswith("real-") else ["-p", "use_sagitta"]
    command = [sys.executable, "-m", "pytest", "-q", *plugin, "-p", "no:cacheprovider"]
    command += ["-W", "ignore::UserWarning", "--rootdir", str(tests), "-c", os.devnull, str(tests)]
    return subprocess.run(command, env=environment, cwd=tests).returncode


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]).resolve(), sys.argv[2]))
