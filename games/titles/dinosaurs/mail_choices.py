"""The choices in an email: moves to confirm with one press, and links that open the form."""

from collections.abc import Callable, Iterator

from games.kernel.types import Choice, Decision, Move
from games.titles.dinosaurs.cards import KIND, PHRASES, label, name
from games.titles.dinosaurs.scoring import INVERSION
from games.titles.dinosaurs.scoring_window import answer, playable
from games.titles.dinosaurs.view import View
from games.titles.dinosaurs.words import say

SEATS = [f"{{{seat}}}" for seat in range(6)]  # placeholders for the players' names


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """One choice for each simple answer; {2} stands for the name of seat 2."""
    if decision.clock.pace == "standing":
        return []  # orders are given on their form
    verb = decision.actions[0].verb
    if verb == "choose":
        cards = [option.value for option in decision.actions[0].fields[0].options]  # type: ignore[union-attr]
        lines = [Choice(f"Play {label(str(card))}", Move("choose", {"card": card})) for card in cards]
        return [*lines, Choice("Play a card and plan ahead", decision.default, is_complete=False)]
    if verb == "instants":
        return list(_instants(view))
    if verb == "effect" and len(moves()) > 12:
        return [Choice("Don’t use it", moves()[0]), Choice("Use it: choose cards", moves()[1], is_complete=False)]
    if verb == "take" and view.would_be_out:  # HD-22: an eliminated player discards the whole hand
        taken = Choice("Take it: you are out", Move("take", {"discard": None}))
        return [*(_line(move) for move in moves() if move.verb != "take"), taken]  # never listed first
    return [_line(move) for move in moves()]


def _instants(view: View) -> Iterator[Choice]:
    own = playable(view.hand)
    yield Choice("Pass", answer(own, {}, final=view.waves != "quiet"))
    if view.waves == "quiet":
        yield Choice("Pass for the rest of this window", answer(own, {}, final=True))
    for card in own:
        if any(KIND[other] == KIND[card] for other in own[: own.index(card)]):
            continue  # this kind of card is already listed
        targets = [None] if KIND[card] == INVERSION else [score.seat for score in view.scores]
        for target in targets:
            on = "" if target is None else " on yourself" if target == view.seat else f" on {SEATS[target]}"
            yield Choice(f"Play {name(card)}{on}", answer(own, {card: target}, final=False))
    if len(own) > 1:
        yield Choice("Play several cards", answer(own, {}, final=False), is_complete=False)


def _line(move: Move) -> Choice:
    """A move in the words of phrases.toml, found by its verb and for some verbs by its arguments."""
    args, key = move.args, move.verb
    if move.verb == "effect":
        given = next((name for name in ("discard", "target", "targets") if name in args), "alone")
        key = f"effect-{given}" if args["use"] else "effect-not"
    elif move.verb == "take" and args["discard"] is None:
        key = "take-nothing"
    return Choice(say(PHRASES["choice"][key], args, SEATS), move)
