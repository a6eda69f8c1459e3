"""The pictures in every title's folder: accessible, free of scripts, and up to date with the code that draws them."""

import re
from xml.etree import ElementTree

import pytest

from games.titles import FOLDER, load_all
from rulebook.clause_index import PLATFORM, slugs

SLUGS = [slug for slug in slugs() if slug != PLATFORM]
DRAWN = {slug: game.manual.pictures() for slug in SLUGS if (game := load_all()[slug]).manual.pictures}
SVG = "{http://www.w3.org/2000/svg}"
KEPT = {slug: {path.stem: path.read_text("utf-8") for path in (FOLDER / slug / "pictures").iterdir()} for slug in SLUGS}
FOR_THE_TABLE = {"cover", "cards", "pieces", "moments"}  # shown by tables and lists, not by manuals


@pytest.mark.parametrize("slug", DRAWN)
def test_picture_files_match_what_the_code_draws(slug: str) -> None:
    changed = [name for name, text in DRAWN[slug].items() if KEPT[slug].get(name) != text]
    assert not changed, f"run manage.py drawpictures {slug}: {changed}"


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in KEPT for name in sorted(KEPT[slug])])
def test_a_picture_has_a_title_and_no_scripts(slug: str, name: str) -> None:
    text = KEPT[slug][name]
    title = ElementTree.fromstring(text).findtext(f"{SVG}title", "")
    assert len(title) > 4 or name in FOR_THE_TABLE  # those have a caption beside them
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=|[{}]", text)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    parts = re.sub(r"<a [^>]*>", "", text)  # these link to chapters: see test_no_link_of_any_page_is_broken
    assert {link.removeprefix("#") for link in re.findall(r' href="([^"]+)"', parts)} <= set(ids)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_manual_shows_every_picture_with_alt_text(slug: str) -> None:
    pages = [path.read_text("utf-8") for path in sorted((FOLDER / slug / "manual").glob("*.md"))]
    shown = re.findall(r"^\s*::picture (\S+) \| (.+)$", "\n".join(pages), re.MULTILINE)
    assert {name for name, _ in shown} == set(KEPT[slug]) - FOR_THE_TABLE
    assert not [name for name, words in shown if len(words) <= 40], "more words for people who don't see them"
