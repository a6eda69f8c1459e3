"""What a player may want to do now, legal or not; "Why can't I ...?" asks the rules about each."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.kernel.display import Attempt
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import effects
from games.titles.dinosaurs.cards import DINOSAURS, KIND, SCORING, VALUE, held, label, name
from games.titles.dinosaurs.scoring import INVERSION
from games.titles.dinosaurs.state import State, others


def tries(state: State, decision: Decision) -> Iterable[Attempt]:
    """Things to try for the open decision; {2} stands for the name of seat 2. Other hands are not used."""
    verb = decision.actions[0].verb
    return TRIES[verb](state, decision.seat) if verb in TRIES else []


def _instants(state: State, seat: int) -> list[str]:
    """The Instant cards in the player's hand, one of each kind."""
    return list({KIND[card]: card for card in reversed(state.players[seat].hand) if card not in VALUE}.values())


def _too_early(cards: Iterable[str]) -> list[Attempt]:
    scoring = ("HD-75", "It can be played only in the scoring window.")
    disaster = ("HD-85", "Only the player about to add the Disaster card can play it.")
    return [Attempt(f"Play {name(card)} now", None, *(scoring if card in SCORING else disaster)) for card in cards]


def _dino(state: State, seat: int) -> Iterator[Attempt]:
    for player in state.players:
        if player.dino is not None:
            yield Attempt(f"Pick {DINOSAURS[player.dino].name}", Move("dino", {"dino": player.dino}))


def _choose(state: State, seat: int) -> list[Attempt]:
    """Instant cards can be neither chosen nor played now, and everyone must choose a card (HD-12, HD-75, HD-85)."""
    own = _instants(state, seat)
    tried = [Attempt(f"Play {name(card)}", Move("choose", {"card": card})) for card in own]
    return [*tried, *_too_early(own), Attempt("Play no card", None, "HD-12", "Everyone plays exactly one Point card.")]


def _effect(state: State, seat: int) -> Iterator[Attempt]:
    """Choices that the effect does not allow, and a second use (HD-53)."""
    hand, rest, kind = state.players[seat].hand, others(state, seat), effects.kind_of(state, seat)
    tried: dict[str, dict[str, Any]] = {}
    if kind in ("pet-rock", "smoothie"):
        within = effects.EFFECTS[kind].options(state, seat)
        tried = {f"Discard {label(card)}": {"discard": card} for card in hand if card not in within}
    elif kind == "fire-spray" and len(hand) > 3:
        tried = {"Discard four cards": {"discard": hand[:4]}}
    elif kind == "hungry-plant":
        tried = {"Swap your own card": {"targets": [seat, rest[0]]}}
    elif kind == "grappling-snake":
        tried = {f"Swap with {{{other}}}": {"target": other} for other in rest}
    elif kind == "dino-grabber":
        tried = {"Look at your own hand": {"target": seat}}
        tried |= {f"Look at the hand of {{{other}}}": {"target": other} for other in rest}
    for words, args in tried.items():
        yield Attempt(words, Move("effect", {"use": True, **args}))
    yield Attempt("Use it twice", None, "HD-53", "Each card’s effect can be used only once per round.")


def _keep(state: State, seat: int) -> Iterator[Attempt]:
    yield Attempt("Keep neither", Move("keep", {"card": None}))
    yield Attempt("Keep both", None, "HD-61", "You keep one of the two and discard the other.")


def _window(state: State, seat: int) -> Iterator[Attempt]:
    """Cards that cannot be played now, an inversion with a target, a target who is out (HD-75 to HD-80)."""
    words = "Only Score Booster, Score Sapper and Score Inversion can be played in the scoring window."
    for card in state.players[seat].hand:
        if card not in SCORING:
            yield Attempt(f"Play {label(card)}", None, "HD-75", words)
    out = [other for other, player in enumerate(state.players) if player.out is not None]
    for card in _instants(state, seat):
        targets = {other: f"{{{other}}}" for other in out if card in SCORING}
        if KIND[card] == INVERSION:
            targets = {seat: "yourself"}
        for target, on in targets.items():
            plays = [{"card": card, "target": target}]
            yield Attempt(f"Play {name(card)} on {on}", Move("instants", {"plays": plays, "final": False}))


def _sudden(state: State, seat: int) -> list[Attempt]:
    """Instant cards in Sudden Death (HD-93, HD-95)."""
    own, no_use = _instants(state, seat), ("HD-95", "No Instant cards apply in Sudden Death.")
    tried = [Attempt(f"Play {name(card)}", Move("sudden", {"card": card})) for card in own]
    return tried + [Attempt(f"Play {name(card)}", None, *no_use) for card in own]


def _disaster(state: State, seat: int) -> list[Attempt]:
    """A second discard, Instant cards not in hand or not for now, an own target (HD-22, HD-75, HD-86, HD-87)."""
    hand = state.players[seat].hand
    tried = [Attempt("Discard two cards", None, "HD-22", "At most one card may be discarded for each Disaster card.")]
    if not held(hand, "insurance"):
        tried.append(Attempt("Play Disaster Insurance", Move("insure", {"card": "insurance-1"})))
    redirects = held(hand, "redirect")
    card, rest = (redirects[0], [seat]) if redirects else ("redirect-1", others(state, seat)[:1])
    words = "Redirect it to yourself" if redirects else "Play Disaster Redirect"
    tried += [Attempt(words, Move("redirect", {"card": card, "target": target})) for target in rest]
    return tried + _too_early(card for card in _instants(state, seat) if card in SCORING)


TRIES: dict[str, Callable[[State, int], Iterable[Attempt]]] = {
    "dino": _dino,
    "choose": _choose,
    "effect": _effect,
    "grab": lambda state, seat: [Attempt("Take no card", Move("grab", {"card": None}))],
    "keep": _keep,
    "instants": _window,
    "sudden": _sudden,
    "take": _disaster,
}
