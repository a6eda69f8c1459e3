"""The lines of an email: what can be confirmed at once, and what opens the form."""

from collections.abc import Callable, Iterator

from games.kernel.types import Choice, Decision, Move
from games.titles.dinosaurs import scoring_window
from games.titles.dinosaurs.cards import DINOSAURS, KIND, label, name
from games.titles.dinosaurs.view import View


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """One line for each simple answer; {2} stands for the name of seat 2."""
    if decision.clock.pace == "standing":
        return []  # orders are given on their form
    verb = decision.actions[0].verb
    if verb == "choose":
        cards = [option.value for option in decision.actions[0].fields[0].options]  # type: ignore[union-attr]
        lines = [Choice(f"Play {label(str(card))}", Move("choose", {"card": card})) for card in cards]
        return [*lines, Choice("Play a card and give standing orders", decision.default, is_complete=False)]
    if verb == "instants":
        return list(_instants(view))
    if verb == "effect" and len(moves()) > 12:
        return [Choice("Don't use it", moves()[0]), Choice("Use it: choose cards", moves()[1], is_complete=False)]
    if verb == "take" and view.would_be_out:  # HD-22: who is eliminated discards the whole hand
        rest = [move for move in moves() if move.verb != "take"]
        taken = Choice("Take it: you are out", Move("take", {"discard": None}))
        return [*(Choice(WORDS[move.verb](move), move) for move in rest), taken]  # never the first line
    return [Choice(WORDS[move.verb](move), move) for move in moves()]


def _instants(view: View) -> Iterator[Choice]:
    hand = view.hand
    yield Choice("Pass", scoring_window.answer(hand, {}, final=view.waves != "quiet"))
    if view.waves == "quiet":
        yield Choice("Pass for the rest of this window", scoring_window.answer(hand, {}, final=True))
    for card in scoring_window.playable(hand):
        if any(KIND[other] == KIND[card] for other in hand[: hand.index(card)]):
            continue  # an equal card stands there already
        targets = [None] if KIND[card] == "inversion" else [score.seat for score in view.scores]
        for target in targets:
            on = "" if target is None else f" on {{{target}}}"
            yield Choice(f"Play {name(card)}{on}", scoring_window.answer(hand, {card: target}, final=False))
    if len(scoring_window.playable(hand)) > 1:
        yield Choice("Play several cards", scoring_window.answer(hand, {}, final=False), is_complete=False)


def _effect(move: Move) -> str:
    if not move.args["use"]:
        return "Don't use it"
    if "discard" in move.args:
        given = move.args["discard"]
        cards = given if isinstance(given, list) else [given]
        return f"Use it: discard {', '.join(map(label, cards))}"
    seats = move.args.get("targets") or [move.args["target"]] if "target" in move.args or "targets" in move.args else []
    return f"Use it: {' and '.join(f'{{{seat}}}' for seat in seats)}" if seats else "Use it"


def _take(move: Move) -> str:
    thrown = move.args["discard"]
    return "Take it, discard nothing" if thrown is None else f"Take it and discard {label(thrown)}"


WORDS: dict[str, Callable[[Move], str]] = {
    "dino": lambda move: f"Pick {DINOSAURS[move.args['dino']].name}",
    "effect": _effect,
    "grab": lambda move: f"Take {label(move.args['card'])}",
    "keep": lambda move: f"Keep {label(move.args['card'])}",
    "sudden": lambda move: f"Play {label(move.args['card'])}",
    "take": _take,
    "insure": lambda move: f"Play {name(move.args['card'])}",
    "redirect": lambda move: f"Redirect it to {{{move.args['target']}}}",
}
