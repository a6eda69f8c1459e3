"""The reason panel and the report (HR-130), previews and narrowing."""

import pytest

from games.kernel import engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.titles.human_resources import game
from games.titles.human_resources.geometry import place
from games.titles.human_resources.patterns import IMAGES, survey
from games.titles.human_resources.tests.tables import A, B, play, table
from games.titles.human_resources.view import Panel, Square


def panel(position: engine.AnyPosition, seat: int = A, index: int = 0) -> Panel:
    """The panel of a project in play, as everyone sees it."""
    views = [engine.view_for(game, position, viewer).seats[seat].in_play[index] for viewer in (A, B, None)]
    assert views[0] == views[1] == views[2]
    return views[0]


def nearest(position: engine.AnyPosition, seat: int = A) -> list[tuple[int, int, str]]:
    return [(square.x, square.y, square.colour) for square in panel(position, seat).nearest]


@pytest.mark.clause("HR-130")
def test_the_status_of_a_project_that_was_scored() -> None:
    position = table(("DLL.", "L.D."), hand=("M1D", "M2D"), mine=("P01D", "P05D"))
    play(position, A, "place", card="M1D", at=[3, 0])
    report = engine.view_for(game, position, B).report
    assert report is not None and (report.seat, report.verb, report.card) == (A, "place", "")
    assert report.touched == [(3, 0)]
    (scored,) = report.scored
    assert (scored.seat, scored.card, scored.points) == (A, "P01D", 2)
    assert scored.places == [(0, 0), (1, 0), (2, 0), (3, 0)] and scored.changed == [(3, 0)]


@pytest.mark.clause("HR-130")
def test_reasons_too_old_formed_by_the_rival_and_both() -> None:
    changed = {(3, 0): 2, (4, 0): 6}
    position = table(("LLLLL", "D..D."), hand=("M1D",), mine=("P02L",), changed=changed, since=4, action=6)
    shown = panel(position)
    assert shown.status == "stands"
    assert [(one.formed, one.reason) for one in shown.standing] == [(2, "old"), (6, "rival")]


@pytest.mark.clause("HR-130")
def test_nearest_completion() -> None:
    assert nearest(table(("DLL", "L.."), hand=("M1D",), mine=("P01D",))) == [(3, 0, "D")]
    # one cubicle is missing in two ways: the first in reading order
    assert nearest(table(("DDD",), hand=("M1D",), mine=("P02D",))) == [(-1, 0, "D")]
    # same places, two colours: dark comes first
    position = table(("D",), hand=("M1D",), mine=("P10D",))
    assert len(nearest(position)) == 3
    # the wrong colour does not count; the hint is shown although an old occurrence exists
    position = table(("LLLL",), hand=("M1D",), mine=("P02L",))
    assert panel(position).status == "stands" and nearest(position) == [(-1, 0, "L")]


@pytest.mark.clause("HR-130")
def test_no_cubicle_can_be_part_of_it() -> None:
    position = table(("DDDD", "DDDD"), hand=("M1L",), mine=("P02L",))
    assert panel(position).status == "open" and nearest(position) == []


@pytest.mark.clause("HR-130")
def test_nearest_agrees_with_a_search_of_all_placements() -> None:
    for seed in range(6):
        position, rng = engine.start(game, 2, {}, f"{seed:032x}")[0], Rng(f"{seed + 5:032x}")
        while asked := engine.decisions(game, position):
            engine.play(game, position, asked[0].seat, legal_moves.random_move(game, position, asked[0], rng))
            if rng.below(4) == 0:
                for seat in engine.view_for(game, position, None).seats:
                    for shown in seat.in_play:
                        assert list(shown.nearest) == _by_search(position, shown.card), (seed, shown.card)


def _by_search(position: engine.AnyPosition, card: str) -> list[Square]:
    office = {at: cubicle.card[-1] for at, cubicle in position.state.office.items()}
    west, north, east, south = engine.view_for(game, position, None).box
    found = []
    for image in IMAGES[card]:
        for x in range(west - 5, east + 1):
            for y in range(north - 5, south + 1):
                squares = [(place(x, y) + step, colour) for step, colour in image]
                wrong = any(office.get(at, colour) != colour for at, colour in squares)
                missing = [(at, colour) for at, colour in squares if at not in office]
                if not wrong and missing and len(missing) < len(squares):
                    found.append((len(missing), [at for at, _ in missing], [colour for _, colour in missing]))
    if not found:
        return []
    _, places, wanted = min(found)
    return [Square(at % 1024 - 512, at // 1024 - 512, colour) for at, colour in zip(places, wanted, strict=True)]


@pytest.mark.clause("HR-130", "HR-37")
def test_an_unscored_pattern_that_is_not_too_old_was_formed_by_the_rival() -> None:
    """Because an own action after the project was put in play would have scored it."""
    for seed in range(25):
        position, rng = engine.start(game, 2, {"promo": seed % 2 == 1}, f"{seed:032x}")[0], Rng(f"{seed + 5:032x}")
        by: dict[int, int] = {0: -1}
        while asked := engine.decisions(game, position):
            engine.play(game, position, asked[0].seat, legal_moves.random_move(game, position, asked[0], rng))
            report = position.state.report
            if report is not None:
                by[report.action] = report.seat
            for number, seat in enumerate(engine.view_for(game, position, None).seats):
                for shown in seat.in_play:
                    for one in shown.standing:
                        assert one.reason == "old" or by[one.formed] == 1 - number


def preview(position: engine.AnyPosition, **args: object) -> list[str]:
    """The preview of a legal move of seat A."""
    verb = str(args.pop("verb", "place"))
    _, move = engine.check(game, position, A, Move(verb, args))
    return game.rules.by_name[position.step].preview(position.state, A, move)


def test_previews() -> None:
    position = table(("DDD.", "..L."), hand=("M1D", "M9D", "Q2L"), mine=("P02D",), theirs=("P11D",))
    assert preview(position, card="M1D", at=[3, 0]) == [
        "completes Corridor (+4)",
        "forms {1}’s Help Desk: no points for {1}",
    ]
    assert preview(position, card="Q2L", at=[3, 0]) == ["adds a light cubicle"]
    begun = table(("DD..", ".LL."), hand=("M1D",), mine=("P02D",))
    nearer = ["adds a dark cubicle", "cubicles you still miss: Corridor 1 (before 2)"]
    assert preview(begun, card="M1D", at=[2, 0]) == nearer
    said = preview(table(hand=("P01D",)), verb="project", card="P01D")
    assert said == ["goes face up in front of you; one of your later actions can complete it"]
    promo = table(("DDD.", "..L."), hand=("M1D", "M2D"), theirs=("P11D", "X1D"), promo=True)
    assert preview(promo, card="M1D", at=[3, 0]) == ["Crowdfunding: {1} scores Help Desk (2), you score 1"]
    old = table(("DLLD",), hand=("P01D", "M5D", "Q1D", "M6D"), theirs=("P02D",), deck=("M1D",))
    assert preview(old, verb="project", card="P01D")[0].startswith("its pattern is already there")
    assert preview(old, verb="hire", card="M5D", at=[0, 0], give="Q1D")[0].startswith("the place keeps its colour")
    assert preview(old, verb="hire", card="M6D")[0] == "{1} takes Corridor dark back into their hand"
    assert preview(old, card="M5D", at=[4, 0])[-1] == "draws the final card: the game ends"


@pytest.mark.clause("HR-79")
def test_the_preview_of_what_changes_in_the_office() -> None:
    swap = table(("DL..",), hand=("M9D", "M5D", "Q1L"))
    assert preview(swap, verb="hire", card="M5D", at=[0, 0], give="Q1L") == ["turns 1 cubicle light"]
    picking = game.rules.by_name["pickup"].preview(swap.state, A, Move("pickup", {"card": "P02D"}))
    assert picking == ["Corridor dark goes back to your hand, without points"]


def test_previews_match_what_happens() -> None:
    for seed in range(8):
        position, rng = engine.start(game, 2, {"promo": True}, f"{seed:032x}")[0], Rng(f"{seed + 5:032x}")
        while asked := engine.decisions(game, position):
            decision, step = asked[0], game.rules.by_name[position.step]
            move = legal_moves.random_move(game, position, decision, rng)
            said = step.preview(position.state, decision.seat, move)
            events = engine.play(game, position, decision.seat, move).events
            for word, kind in (("completes ", "completed"), ("forms ", "in_vain"), ("Crowdfunding:", "crowdfunding")):
                told = [line for line in said if line.startswith(word)]
                assert len(told) == len([event for event in events if event.kind == kind])
            ends = any(line.startswith("draws the final card") for line in said)
            assert ends == (game.rules.result(position.state) is not None) or decision.secret


@pytest.mark.clause("HR-33")
@pytest.mark.parametrize(("east", "south"), [(-40, 3), (30, -20)])
def test_patterns_are_found_wherever_the_office_has_grown_to(east: int, south: int) -> None:
    cells = {(0, 0): "D", (1, 0): "L", (2, 0): "L", (3, 0): "D", (1, 1): "D", (3, 1): "L"}
    near, far = ({place(x + dx, y + dy): cells[x, y] for x, y in cells} for dx, dy in ((0, 0), (east, south)))
    moved = place(east, south) - place(0, 0)
    for project in IMAGES:
        standing, missing = survey(project, near)
        there = [tuple(at + moved for at in places) for places in standing]
        assert survey(project, far) == (there, tuple((at + moved, colour) for at, colour in missing))


def test_narrowing() -> None:
    position = table(("DLL.", "D...", "LDLD"), hand=("M3D", "M7D", "M8D", "M5D", "Q1L", "P01D"))
    state, narrow = position.state, game.rules.by_name["turn"].narrow

    def hire(**args: object) -> dict[str, list[object]]:
        return narrow(state, A, "hire", args)

    assert narrow(state, A, "place", {})["card"] == state.hands[A]
    assert narrow(state, A, "project", {}) == {"card": ["P01D"]}
    assert hire()["card"] == ["M3D", "M7D", "M8D", "M5D"]
    assert narrow(state, A, "quota", {})["refused"][0]["clause"] == "HR-88"
    spent = narrow(table(hand=("M2D", "M1D")).state, A, "hire", {})["refused"]
    assert spent == [{"card": "M2D", "clause": "HR-46", "message": "The discard pile is empty."}]
    assert "1,0" in hire(card="M3D")["cells"]
    chosen = hire(card="M3D", cells=["1,0", "2,0"])
    assert chosen["stops"] == [["S", 1]] and chosen["cells"] == ["0,0", "1,0", "2,0"]
    assert hire(card="M3D", cells=["1,0", "2,0"], dir="S")["dist"] == [1]
    assert hire(card="M3D", cells=["0,0", "1,0", "2,0", "0,1"])["cells"] == ["0,0", "1,0", "2,0"]  # three at most
    assert hire(card="M7D", **{"from": "1,0"})["to"] == ["2,1"]
    assert hire(card="M8D", a="1,0")["b"] == ["0,0"]
    assert hire(card="M5D")["give"] == ["M3D", "M7D", "M8D", "Q1L", "P01D"]
    for odd in ({"card": ["M3D"]}, {"card": "M1L"}, {"card": "M3D", "cells": "x"}, {"card": "M3D", "cells": [[9]]}):
        assert narrow(state, A, "hire", odd)["card"] == ["M3D", "M7D", "M8D", "M5D"] or odd["card"] == "M3D"
    assert narrow(state, A, "nonsense", {}) == {}


def test_narrowing_agrees_with_the_list_of_moves() -> None:
    for seed in range(5):
        position, rng = engine.start(game, 2, {"promo": True}, f"{seed:032x}")[0], Rng(f"{seed + 5:032x}")
        while asked := engine.decisions(game, position):
            decision = asked[0]
            if position.step == "turn" and not rng.below(4):
                _compare(position, decision.seat, legal_moves.moves(game, position, decision))
            engine.play(game, position, decision.seat, legal_moves.random_move(game, position, decision, rng))


def _compare(position: engine.AnyPosition, seat: int, moves: list[Move]) -> None:
    narrow = game.rules.by_name["turn"].narrow
    assert {move.args["card"] for move in moves if move.verb == "hire"} == set(
        narrow(position.state, seat, "hire", {})["card"]
    )
    for move in moves:
        if move.args.get("from"):
            listed = narrow(position.state, seat, "hire", {"card": move.args["card"], "from": move.args["from"]})
            assert move.args["to"] in listed["to"]
            break
    for move in moves:
        if move.args.get("cells"):
            listed = narrow(position.state, seat, "hire", {"card": move.args["card"], "cells": move.args["cells"]})
            assert [move.args["dir"], move.args["dist"]] in listed["stops"]
            break
