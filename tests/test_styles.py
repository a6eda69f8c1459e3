"""Style sheets for every browser: what Chromium knows and WebKit, on every iPhone, does not."""

import re
from pathlib import Path

import pytest

from tests.services import ROOT

SHEETS = sorted([*(ROOT / "static").glob("*.css"), *(ROOT / "games/titles").glob("*/table/*.css")])
DECORATION = re.compile(r"text-decoration: (?!(none|underline|line-through|inherit) *([;}]|$))")
SELECTION = re.compile(r"(?<!-webkit-)(?<!-webkit-user-select: none; )user-select")
FRAGMENT = re.compile(r"url\([^)\"']*\.svg#")  # a drawing within a file


@pytest.mark.parametrize(
    ("unknown", "instead"),
    [
        (DECORATION, "text-decoration-style, text-decoration-thickness and text-decoration-color"),
        (SELECTION, "-webkit-user-select before it"),
        (FRAGMENT, "a file of its own, or mask-position in a row of drawings"),
    ],
    ids=["decoration", "selection", "fragment"],
)
def test_styles_are_known_to_all_browsers(unknown: re.Pattern[str], instead: str) -> None:
    found = [f"{sheet.name}: {line.strip()}" for sheet in SHEETS for line in lines(sheet) if unknown.search(line)]
    assert found == [], f"Use {instead}."


def lines(sheet: Path) -> list[str]:
    return sheet.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("unknown", "line"),
    [
        (DECORATION, "a { text-decoration: underline dotted }"),
        (DECORATION, "a { text-decoration: 2px line-through }"),
        (SELECTION, "a { user-select: none }"),
        (FRAGMENT, "a { mask: url(counters.svg#star) }"),
    ],
)
def test_what_only_chromium_knows_is_found(unknown: re.Pattern[str], line: str) -> None:
    assert unknown.search(line)
