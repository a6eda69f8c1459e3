"""A small drawing of a position for the examples of the manual: the Disaster card, then a row for each player."""

from collections.abc import Sequence

from games.drawing.svg import EDGE, FAINT, SHEET, STOP, at, page, text
from games.kernel.display import Drawing
from games.kernel.position import Position
from games.titles.dinosaurs.cards import CARDS, DISASTERS, TYPE, label
from games.titles.dinosaurs.drawing import faces, pieces
from games.titles.dinosaurs.state import Options, Player, State
from games.titles.dinosaurs.words import area_words, dino_words, disaster_words

WIDTH, TOP, ROW = 400, 92, 78


def example_picture(position: Position[State, Options], names: Sequence[str], name: str) -> Drawing:
    """The drawing of a position, and the same in words. Hands are open. `name` is unused: the drawing has no ids."""
    state = position.state
    drawn, height = _top(state), TOP
    for seat, player in enumerate(state.players):
        drawn += at(0, height, _row(state, player, names[seat]))
        height += ROW
    return Drawing(page(WIDTH, height, "A position", "Described in the words below it", drawn), _words(state, names))


def _top(state: State) -> str:
    if state.disaster is None:
        return text("No Disaster card is face up", 8, 46, 14, "start", FAINT)
    card = DISASTERS[state.disaster]
    told = "any type" if card.type == "meteor" else card.type
    words = text(card.name, 80, 34, 16, "start", bold=True) + text(told, 80, 54, 14, "start", FAINT)
    decks = pieces.pile(316, 0) + text(f"{len(state.deck)} in the deck", 306, 50, 13, "end", FAINT)
    return pieces.chip(card.kind, 8, 6) + words + decks


def _row(state: State, player: Player, name: str) -> str:
    """Portrait, name, points, Disaster Area; the played card; the hand."""
    assert player.dino is not None
    drawn = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{ROW - 8}" rx="8" fill="{SHEET}" stroke="{EDGE}"/>'
    figure = pieces.winged(player.dino) if player.out else pieces.portrait(player.dino)
    drawn += at(4, 8, figure, 0.46) + text(name, 64, 24, 14, "start", bold=True)
    drawn += text("out" if player.out else f"{player.points} points", 64, 42, 13, "start")
    drawn += "".join(at(64 + 21 * n, 48, faces.sign(TYPE[id], 19)) for n, id in enumerate(player.area))
    if player.card:
        laid = pieces.chip(CARDS[player.card].kind, 0, 0) if state.is_revealed else pieces.down(0, 0)
        drawn += at(170, 8, laid, 0.68) + f'<path d="M214 12v46" stroke="{STOP}" stroke-dasharray="3 4"/>'
    for n, card in enumerate(player.hand):
        drawn += at(224 + 34 * n, 14, pieces.chip(CARDS[card].kind, 0, 0), 0.54)
    return drawn


def _words(state: State, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    rows = [("Face up", disaster_words(state.disaster) if state.disaster else "nothing")]
    for name, player in zip(names, state.players, strict=True):
        rows.append((f"{name}, {dino_words(player.dino)}", _told(state, player)))
    return (*rows, ("Main deck", f"{len(state.deck)} cards"))


def _told(state: State, player: Player) -> str:
    if player.out:
        return f"out, {player.points} points"
    laid = (label(player.card) if state.is_revealed else "a card face down") if player.card else "no card yet"
    hand = ", ".join(label(card) for card in player.hand) or "nothing"
    return f"{player.points} points; Disaster Area: {area_words(player.area)}; played: {laid}; holds {hand}"
