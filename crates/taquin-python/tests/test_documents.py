"""The lines of Python in the documents do what they say, notebooks run, and the package is what it claims to be."""

from __future__ import annotations

import doctest
import importlib.metadata
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

import taquin
from taquin import _taquin

PACKAGE = Path(__file__).parent.parent
PROJECT = PACKAGE.parent.parent


DOCUMENTS = ["README.md", "book/how-to/add-a-heuristic.md", "docs/python.md", "crates/taquin-python/README.md"]


def test_every_document_with_lines_of_python_is_tested() -> None:
    pages = [page for folder in ("book", "docs") for page in (PROJECT / folder).rglob("*.md")]
    with_lines = {page.relative_to(PROJECT).as_posix() for page in pages if "```py" in page.read_text(encoding="utf-8")}
    assert with_lines == {document for document in DOCUMENTS if document.startswith(("book/", "docs/"))}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_lines_of_python_do_what_the_document_says(document: str) -> None:
    text = (PROJECT / document).read_text(encoding="utf-8")
    sessions = re.findall(r"```pycon\n(.*?)```", text, re.DOTALL)
    assert sessions
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    names: dict[str, object] = {}
    for number, session in enumerate(sessions):
        test = doctest.DocTestParser().get_doctest(session, names, f"{document} {number}", document, 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.summarize(verbose=False).failed == 0


def test_examples_of_the_compiled_part() -> None:
    """Those of the part in Python are collected by pytest itself."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    parser = doctest.DocTestParser()
    documented = 0
    for name in sorted(set(taquin.__all__) & set(_taquin.__all__)):
        thing = getattr(_taquin, name)
        members = [getattr(thing, member) for member in vars(thing)] if inspect.isclass(thing) else []
        for part in [thing, *members]:
            text = getattr(part, "__doc__", None) or ""
            if ">>>" in text:
                documented += 1
                runner.run(parser.get_doctest(text, {}, name, None, None))
    assert documented >= 15
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("notebook", sorted((PACKAGE / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(notebook: Path) -> None:
    content: Any = nbformat.reads(notebook.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(content)
    nbclient.NotebookClient(content, timeout=600, kernel_name="python3").execute()
    outputs = [output for cell in content.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs), "something is drawn"


@pytest.mark.parametrize("example", sorted((PACKAGE / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples_run(example: Path) -> None:
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) >= 4


def test_everything_public_is_documented_with_examples_where_they_help() -> None:
    for name in taquin.__all__:
        thing = getattr(taquin, name)
        if inspect.isclass(thing) or callable(thing):
            assert thing.__doc__, name
    for name in ["solve", "solve_many", "distances", "optimal_moves", "random_boards", "census", "check", "trace"]:
        assert ">>>" in (getattr(taquin, name).__doc__ or ""), name


def test_the_version_is_that_of_the_crates() -> None:
    version = re.search(r'^version = "(.*)"', (PROJECT / "Cargo.toml").read_text(), re.MULTILINE)
    assert version and taquin.__version__ == version[1] == importlib.metadata.version("taquin")


def test_the_wheel_alone_is_what_is_tested() -> None:
    installed = Path(taquin.__file__).resolve()
    assert PACKAGE.resolve() not in installed.parents
    assert (installed.parent / "py.typed").exists() and (installed.parent / "_taquin.pyi").exists()


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    script = "import sys, taquin; print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": ""}
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert not {"numpy", "gymnasium", "networkx", "pandas", "tqdm"} & set(loaded.stdout.split())
