"""What all tables have: the result and what it rests on, the way to the next decision, what a choice would do."""

import json
import re
from typing import Any

import pytest

from games.kernel import engine, replay
from games.matches import leaving
from games.matches.loaded import load_match
from games.titles import folder, load
from tests.games.conftest import browser_of, move_on, open_of, user_of

# A recorded match of each game, and what stands between name and points in the last line of its log.
RECORDS = {
    "adulting": ("random-3-live", " "),
    "dinosaurs": ("house-2", " "),
    "human_resources": ("house_against_defaults", " "),
    "parcels": ("random-3-three-rounds", r" \("),
}


def ending(slug: str, name: str) -> tuple[list[str], str]:
    """What each seat of a recorded match ends with, and the words of its last events."""
    game = load()[slug]
    record = json.loads((folder(slug) / "tests" / "recorded" / f"{name}.json").read_text())
    position, _ = replay.begin(game, record)
    last = [step.outcome.events for step in replay.steps(game, record, position)][-1]
    names = [f"P{seat}" for seat in range(replay.seat_count(record))]
    return game.table.result_notes(engine.view_for(game, position, None)), " ".join(
        game.table.story(event, names) for event in last
    )


@pytest.mark.parametrize("slug", RECORDS)
def test_the_result_says_the_points_that_the_log_says(slug: str) -> None:
    name, between = RECORDS[slug]
    standing, words = ending(slug, name)
    for seat, note in enumerate(standing):
        points = re.match(r"\d+", note)
        assert points and re.search(rf"P{seat}{between}{points[0]}\b", words), (note, words)


def test_the_result_of_going_postal_says_who_stayed_sane() -> None:
    standing, words = ending("going_postal", "base_house")
    winner = re.search(r"P(\d) wins\b(.*?)[.]", words)
    assert winner, words
    assert standing[int(winner[1])].startswith(
        "sane" if "sane" in winner[2].replace("nobody sane", "") else "postal"
    ), (standing, words)


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_result_names_what_each_place_rests_on(start: Any, owner: Any, player: Any, staff: Any, slug: str) -> None:
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
    assert [answer.json()["elsewhere"] for answer in answers] == [True, False]  # for a page that stays open


def test_the_page_is_told_no_where_a_form_is_refused(start: Any) -> None:
    """The table's own script asks at each choice: "no" is an answer to that, not a fault for the console."""
    match = start()
    loaded = load_match(match.pk)
    client = browser_of(user_of(loaded, open_of(loaded).decision.seat))
    asked = {"decision": open_of(loaded).id, "verb": "play", "arg.cards": ["1", "8"]}
    by_form = client.get(f"/match/{match.pk}/preview/", asked)
    by_page = client.get(f"/match/{match.pk}/preview/", asked, headers={"Playpost-Preview": "1"})
    assert (by_form.status_code, by_page.status_code) == (422, 200)
    assert by_form.content == by_page.content and b"preview-no" in by_page.content
