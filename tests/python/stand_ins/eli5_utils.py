"""Stands in for tests/utils.py of eli5, which its source distribution lacks: the part that its tests of CRFs use."""

from eli5 import format_as_html, format_as_text


def format_as_all(explanation, estimator):
    return format_as_text(explanation), format_as_html(explanation)
