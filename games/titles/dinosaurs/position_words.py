"""The position in words, for emails and for those who cannot see the table."""

from collections.abc import Iterator, Sequence

from games.kernel.display import Fact
from games.kernel.words import called, several, whose
from games.titles.dinosaurs import words
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, TYPE, label, name
from games.titles.dinosaurs.table_facts import TableFacts, in_order
from games.titles.dinosaurs.view import View
from games.titles.dinosaurs.words import Facts

Pairs = Iterator[tuple[str, str]]


def position_words(view: View, names: Sequence[str], reader: int | None) -> list[Fact]:
    """What a view shows: disaster, hand and players first; scores, effects and piles as details."""
    facts = TableFacts(view, None, names)
    told = [Fact(label, text) for label, text in _main(view, facts, names, reader)]
    return told + [Fact(label, text, is_detail=True) for label, text in _details(view, facts, names)]


def _main(view: View, facts: TableFacts, names: Sequence[str], reader: int | None) -> Pairs:
    disaster = words.disaster_words(view.disaster) if view.disaster else "none face up"
    if view.round:
        yield "Disaster", f"{disaster}, round {view.round}"
    yield "Now", facts.phase
    if view.free:
        told = (", ".join(f"{kind} {words.signed(step)}" for kind, step in one.items()) for one in view.free.values())
        yield (
            "To choose from",
            "; ".join(f"{DINOSAURS[id].name} ({one})" for id, one in zip(view.free, told, strict=True)),
        )
    if view.shown:
        yield "Shown to you", ", ".join(map(label, in_order(view.shown)))
    if view.seat is not None:
        yield f"{whose(view.seat, reader, names)} hand", ", ".join(map(label, in_order(view.hand))) or "no card"
    for board in facts.boards:
        yield called(board["seat"], reader, names), "; ".join(filter(None, _player(view, board)))


def _player(view: View, board: Facts) -> Iterator[str]:
    """A player: Dinosaur, points, Disaster Area, the card in front of them, and marks."""
    area = ", ".join(TYPE[card["id"]] for card in board["area"]) or "empty"
    points = f"out with {board['points']}" if board["out"] else several(board["points"], "point")
    held = "" if board["out"] else f", {board['hand']}"
    yield f"{board['dino_name']}, {points}{held}, Disaster Area {area}"
    if board["out"]:
        yield f"{board['left']} since round {board['out'].round}"
    else:
        yield board["trait"]
    yield board["danger"]
    own = (view.pick or view.laid) if board["seat"] == view.seat else None
    if board["card"]:
        yield board["card"]["label"] + (f": {board['score']}" if board["score"] else "")
    elif board["has_chosen"] or board["has_pick"]:
        yield f"{label(own)} face down" if own else "a card face down"
    yield from board["marks"]
    yield f"held {', '.join(board['open_hand'])}" if board["open_hand"] else ""
    yield f"place {board['rank']}" if board["rank"] else ""


def _details(view: View, facts: TableFacts, names: Sequence[str]) -> Pairs:
    if view.is_silenced:
        yield "Flaming Chainsaw", "no other Point card effect works this round"
    if view.active is not None:
        done = ["done"] * view.turn_at + ["now"] + [""] * len(view.order)
        cards = [f"{names[seat]} {label(str(view.boards[seat].card))}" for seat in view.order]
        yield "Order of effects", "; ".join(f"{card} {when}".strip() for card, when in zip(cards, done, strict=False))
    yield from _window(facts)
    if view.phase == "disaster" and view.receiver == view.seat and view.seat is not None:
        safe = "Taking it is safe. You may discard a card from your hand with it."
        yield "The Disaster card", "Taking it would put you out of the game." if view.would_be_out else safe
    for card in dict.fromkeys(CARDS[id].told for id in in_order(view.hand)):
        title, _, text = card.partition(": ")
        if text:
            yield title, text
    if facts.order_words:
        yield "Your plan", facts.order_words.removeprefix("Your plan: ")
    yield from _report(view, facts, names)
    piles = f"main deck {view.deck_count}, Disaster deck {view.disaster_count}"
    yield "Piles", f"{piles}, discarded: {facts.discard or 'nothing'}"


def _window(facts: TableFacts) -> Pairs:
    """The scoring window: how it stands, and what each card of the hand would change."""
    if facts.window is None:
        return
    notes = [facts.window["doubling"], facts.window["inversions"], *(f"{play['words']}." for play in facts.plays)]
    yield "If nobody plays another card", " ".join([f"{facts.window['so_far']}.", *filter(None, notes)])
    for told, card in {card["name"]: card for card in facts.playable}.items():
        ways = [f"{on}: {then}" if on else then for on, then in facts.ways(card)]
        yield f"{told}, if nobody else plays", "; ".join(ways)


def _report(view: View, facts: TableFacts, names: Sequence[str]) -> Pairs:
    """The last scoring, until the next cards are revealed."""
    report = view.report
    if report is None or view.phase not in ("choose", "sudden", "disaster", "ended", "over"):
        return
    rows = []
    for one in report.scores:
        steps = [f"collects +{report.collected[one.seat]}"] if one.seat in report.collected else []
        steps += [f"moves +{report.moved[one.seat]}"] if one.seat in report.moved else []
        rows.append(", ".join([f"{names[one.seat]} {name(one.card)}, {words.arithmetic(one)}", *steps]))
    for picks in report.sudden:
        rows.append("Sudden Death: " + ", ".join(f"{names[seat]} {label(card)}" for seat, card in picks.items()))
    yield f"Scoring of round {report.round}", "; ".join([DISASTERS[report.disaster].name, *rows, facts.fate])
