"""What somebody may want to do now, legal or not: "Why can't I ...?" asks the rules about each."""

from collections.abc import Callable

from games.kernel.display import Tried
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import effects
from games.titles.dinosaurs.cards import DINOSAURS, KIND, SCORING, VALUE, held, label, name
from games.titles.dinosaurs.state import State, others


def tries(state: State, decision: Decision) -> list[Tried]:
    """Wishes for the open decision, {2} for the name of seat 2; of other hands nothing but their size is asked."""
    found = WISHES.get(decision.actions[0].verb, [])
    return found if isinstance(found, list) else found(state, decision.seat)


def _dino(state: State, seat: int) -> list[Tried]:
    taken = [player.dino for player in state.players if player.dino is not None]
    return [Tried(f"Pick {DINOSAURS[dino].name}", Move("dino", {"dino": dino})) for dino in taken]


def _choose(state: State, seat: int) -> list[Tried]:
    """Instants cannot be laid, nor played yet; and nobody may lay nothing (HD-12, HD-75, HD-85)."""
    own = _instants(state, seat)
    found = [Tried(f"Play {name(card)}", Move("choose", {"card": card})) for card in own]
    return [*found, *_too_early(own), Tried("Play no card", None, "HD-12", "Everyone plays exactly one Point card.")]


def _too_early(cards: list[str]) -> list[Tried]:
    scoring = ("HD-75", "It can be played only in the scoring window.")
    disaster = ("HD-85", "Only the player about to add the Disaster card can play it.")
    return [Tried(f"Play {name(card)} now", None, *(scoring if card in SCORING else disaster)) for card in cards]


def _instants(state: State, seat: int) -> list[str]:
    """The Instant cards of one's own hand, each kind once."""
    return list({KIND[card]: card for card in reversed(state.players[seat].hand) if card not in VALUE}.values())


def _effect(state: State, seat: int) -> list[Tried]:
    """What the effect does not reach, and a second use (HD-53)."""
    kind = effects.kind_of(state, seat)
    moves = {words: Move("effect", {"use": True, **args}) for words, args in _uses(state, seat, kind).items()}
    found = [Tried(words, move) for words, move in moves.items()]
    return [*found, Tried("Use it twice", None, "HD-53", "Each card's effect can be used only once per round.")]


def _uses(state: State, seat: int, kind: str) -> dict[str, dict[str, object]]:
    hand, rest = state.players[seat].hand, others(state, seat)
    if kind in ("pet-rock", "smoothie"):
        closed = [card for card in hand if card not in effects.EFFECTS[kind].options(state, seat)]
        return {f"Discard {label(card)}": {"discard": card} for card in closed}
    if kind == "fire-spray":
        return {"Discard four cards": {"discard": hand[:4]}} if len(hand) > 3 else {}
    if kind == "hungry-plant":
        return {"Exchange your own card": {"targets": [seat, rest[0]]}}
    if kind == "grappling-snake":
        return {f"Exchange with {{{other}}}": {"target": other} for other in rest}
    if kind == "dino-grabber":
        return {
            "Look at your own hand": {"target": seat},
            **{f"Look at the hand of {{{other}}}": {"target": other} for other in rest},
        }
    return {}


NOT_IN_SCORING = ("HD-75", "Only Score Booster, Score Sapper and Score Inversion can be played in the scoring window.")


def _window(state: State, seat: int) -> list[Tried]:
    """Cards that are not for this window, an inversion aimed at somebody, a target who is out (HD-75 to HD-80)."""
    hand = state.players[seat].hand
    found = [Tried(f"Play {label(card)}", None, *NOT_IN_SCORING) for card in hand if card not in SCORING]
    out = [other for other, player in enumerate(state.players) if player.out is not None]
    for card in _instants(state, seat):
        if KIND[card] == "inversion":
            found.append(Tried("Play Score Inversion on yourself", _play(card, seat)))
        elif card in SCORING:
            found += [Tried(f"Play {name(card)} on {{{other}}}", _play(card, other)) for other in out]
    return found


def _play(card: str, target: int | None) -> Move:
    return Move("instants", {"plays": [{"card": card, "target": target}], "final": False})


def _sudden(state: State, seat: int) -> list[Tried]:
    """Instants do not help in Sudden Death (HD-93, HD-95)."""
    own = _instants(state, seat)
    played = [Tried(f"Play {name(card)}", None, "HD-95", "No Instant cards apply in Sudden Death.") for card in own]
    return [*(Tried(f"Play {name(card)}", Move("sudden", {"card": card})) for card in own), *played]


def _disaster(state: State, seat: int) -> list[Tried]:
    """Cards that are not held or not for this, an own target, a second discard (HD-22, HD-75, HD-86, HD-87)."""
    hand = state.players[seat].hand
    found = [Tried("Discard two cards", None, "HD-22", "At most one card may be discarded for each Disaster card.")]
    if not held(hand, "insurance"):
        found.append(Tried("Play Disaster Insurance", Move("insure", {"card": "insurance-1"})))
    redirects = held(hand, "redirect")
    card, rest = (redirects[0], [seat]) if redirects else ("redirect-1", others(state, seat)[:1])
    words = "Redirect it to yourself" if redirects else "Play Disaster Redirect"
    found += [Tried(words, Move("redirect", {"card": card, "target": target})) for target in rest]
    return found + _too_early([card for card in _instants(state, seat) if card in SCORING])


WISHES: dict[str, list[Tried] | Callable[[State, int], list[Tried]]] = {
    "dino": _dino,
    "choose": _choose,
    "effect": _effect,
    "grab": [Tried("Take no card", Move("grab", {"card": None}))],
    "keep": [
        Tried("Keep neither", Move("keep", {"card": None})),
        Tried("Keep both", None, "HD-61", "You keep one of the two and discard the other."),
    ],
    "instants": _window,
    "sudden": _sudden,
    "take": _disaster,
}
