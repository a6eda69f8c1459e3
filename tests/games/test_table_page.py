"""What all table pages have: the result and its reasons, a link to the next decision, previews of moves."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from games.kernel import engine, replay
from games.kernel.words import read_by
from games.lobby import tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.table import log_words
from games.titles import folder, load
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.samples import GAME


def endings(slug: str) -> Iterator[tuple[list[str], str]]:
    """For each recorded match: each seat's result note, and the words of the last events."""
    game = load()[slug]
    for path in sorted((folder(slug) / "tests" / "recorded").glob("*.json")):
        record = json.loads(path.read_text())
        position, _ = replay.begin(game, record)
        last = [step.outcome.events for step in replay.steps(game, record, position)][-1]
        names = [f"P{seat}" for seat in range(replay.seat_count(record))]
        notes = game.table.result_notes(engine.view_for(game, position, None))
        yield notes, read_by(" ".join(game.table.story(event, names) for event in last), None)


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_result_shows_the_same_points_as_the_log(slug: str) -> None:
    """If ranks are based on points, the last words of some recorded match list all of them."""
    found = list(endings(slug))
    assert found
    if any(note[:1].isdigit() for notes, _ in found for note in notes):
        assert any(all(is_told(seat, note, words) for seat, note in enumerate(notes)) for notes, words in found)


def is_told(seat: int, note: str, words: str) -> bool:
    points = re.match(r"\d+", note)
    return bool(points and re.search(rf"P{seat} \(?{points[0]}\b", words))


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_result_says_what_each_rank_is_based_on(start: Any, owner: Any, player: Any, staff: Any, slug: str) -> None:
    people = (owner, player, staff)[: load()[slug].meta.seats[0]]
    match = start(slug, people)
    for person in people[1:]:
        if not load_match(match.pk).is_over:
            leaving.resign(match_id=match.pk, user=person)
    page = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    notes = re.findall(r'<span class="rank-note">([^<]+)</span>', page)
    assert len(notes) == len(people) and sum("resigned" in note for note in notes) >= 1
    assert notes[0] and "resigned" not in notes[0]


def test_the_next_decision_is_shown_only_while_one_waits_elsewhere(
    start: Any, owner: Any, player: Any, staff: Any
) -> None:
    first, second = (start(people=(owner, player, staff)) for _ in range(2))
    for match, is_asked in ((first, False), (second, True)):
        while (user_of(loaded := load_match(match.pk), open_of(loaded).decision.seat) == owner) != is_asked:
            move_on(match)
    pages = {match.pk: browser_of(owner).get(f"/match/{match.pk}/").content.decode() for match in (first, second)}
    assert "data-elsewhere" in pages[first.pk] and "data-elsewhere" not in pages[second.pk]
    answers = [browser_of(owner).post(f"/match/{match.pk}/seen/", {"version": 1}) for match in (first, second)]
    assert [answer.json()["elsewhere"] for answer in answers] == [True, False]  # as a page that stays open asks


def test_a_refused_preview_is_a_normal_response_to_scripts(start: Any) -> None:
    """The table's script asks after every choice, and an error status would fill the browser's console."""
    match = start()
    loaded = load_match(match.pk)
    client = browser_of(user_of(loaded, open_of(loaded).decision.seat))
    asked = {"decision": open_of(loaded).id, "verb": open_of(loaded).decision.default.verb, "arg.nonsense": "1"}
    by_form = client.get(f"/match/{match.pk}/preview/", asked)
    by_page = client.get(f"/match/{match.pk}/preview/", asked, headers={"Playpost-Preview": "1"})
    assert (by_form.status_code, by_page.status_code) == (422, 200)
    assert by_form.content == by_page.content and b"preview-no" in by_page.content


def test_the_menu_is_grouped_in_the_words_of_players(start: Any, owner: Any) -> None:
    page = browser_of(owner).get(f"/match/{start().pk}/").content.decode()
    menu = page.split('class="menu-body">', 1)[1].split("</details>\n</div>", 1)[0]
    assert re.findall(r'class="menu-head">(\w+)<', menu) == ["Game", "Table", "Me"]
    words = [part.strip() for part in re.findall(r">([^<>]+)</(?:a|button)>", menu)]
    assert words[:2] == ["Tutorial", "Learn in two minutes"]
    assert words[-1] == "Resign …" and words.index("Resign …") > words.index("My games")


def test_a_touch_on_the_clock_says_what_is_played_when_time_runs_out(start: Any) -> None:
    loaded = load_match(start().pk)
    me = user_of(loaded, open_of(loaded).decision.seat)
    page = browser_of(me).get(f"/match/{loaded.id}/").content.decode()
    clock = r'<details class="status-clock">\s*<summary>.*?</summary>\s*<span class="status-default">If time '
    assert re.search(clock, page)


def test_the_name_of_a_bot_leads_to_its_profile(player: Any) -> None:
    clock = {"pace": "live", "move_seconds": 60, "bank_seconds": 60}
    match = tables.create_match(owner=player, slug=GAME, seats=3, options={}, bots=2, **clock)
    page = browser_of(player).get(match.get_absolute_url()).content.decode()
    plates = page.split('<ol class="seats">')[1].split("</ol>")[0]
    bots = [row for row in load_match(match.pk).seats if row.is_bot]
    assert len(bots) == 2
    for bot in bots:
        assert f'href="/people/{bot.username}/"' in plates
        assert browser_of(player).get(f"/people/{bot.username}/").status_code == 200


def test_only_the_player_whose_time_ran_out_is_marked_in_the_log(start: Any) -> None:
    """A move by the clock may bring out what others have done in time."""
    loaded = move_on(start(), 3)
    line = next(line for line in reversed(loaded.lines) if line.seat is not None and line.events)
    event = next(event for event in line.events if event.data.get("seat") == line.seat)
    for seat, is_marked in ((line.seat, True), (line.seat + 1, False)):
        timed = structs.replace(line, by="clock", seat=seat, events=[event], number=900 + seat)
        (told,) = log_words.lines_of(loaded, timed, None)
        assert read_by(told.words, None).startswith("Clock: ") == is_marked
