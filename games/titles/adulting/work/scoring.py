"""The verbs of the scoring phase: place a card, use a game text, or play nothing (AD-33 to AD-48). See `effects`."""

from collections.abc import Iterator
from functools import lru_cache

from games.kernel.display import Attempt
from games.kernel.errors import IllegalMove, need
from games.kernel.types import Action, Choice, Decision, Move, Pick, seat_options
from games.kernel.words import several
from games.titles.adulting.cards import CARDS, COLUMN_NAMES, COLUMNS, EFFECT, EFFECTS, SPADES, SUITS, label
from games.titles.adulting.fields import COLUMN, card_options
from games.titles.adulting.shown.table_facts import FACES
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State, gain, points
from games.titles.adulting.verb import MALFORMED, Args, StageVerb
from games.titles.adulting.work import effects

PLAYS = 2  # the most cards that Second Wind places


class ScoringVerb(StageVerb):
    """A verb of the scoring phase."""

    steps = ("scoring",)

    def refuse_decider(self, state: State, step: str, seat: int) -> None:
        if state.options.scoring == "dealer":
            raise IllegalMove("AD-31", "Only the dealer may play a card now.")
        super().refuse_decider(state, step, seat)


class Pass(ScoringVerb):
    """Play nothing (AD-33)."""

    name = "pass"


class Place(ScoringVerb):
    """Place a card on the mantle (AD-33 to AD-37)."""

    name = "place"
    keys = ("card", "column")

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        effects.check(state, seat, "place", args)
        return Move("place", args)

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        mantle, card = state.players[seat].mantle, args["card"]
        grows = gain(mantle, card, COLUMNS.index(args["column"]))
        yield f"Your mantle will be worth {several(points(mantle) + grows, 'point')}, {grows} more than now."
        yield f"{label(card)} goes into {COLUMN_NAMES[args['column']]}."
        if EFFECT[card] == "housewarming":
            yield f"You take {sum(map(len, mantle)) + 1} money for the cards on it."
        if card in SPADES and state.spades >= state.options.spades_to_end - 1:
            yield "It is the last spade: this ends the game."

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        """Each card in each column, texts for other phases, a second card (AD-33 to AD-37, AD-45)."""
        hand = state.players[seat].hand
        found = [
            Attempt(f"Place {label(card)} in {SUITS[letter]}", Move("place", {"card": card, "column": letter}))
            for card in hand
            for letter in COLUMNS
        ]
        texted = [card for card in hand if CARDS[card].effect and CARDS[card].timing != "scoring"]
        found += [Attempt(f"Use {EFFECTS[CARDS[card].effect].name}", Move("effect", {"card": card})) for card in texted]
        return [*found, Attempt("Play two cards", None, "AD-33", "You can play at most one card in the scoring phase.")]

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        yield Choice("Play nothing", Move("pass"))
        for way in view.placings:
            ends = ". This ends the game" if way.ends else ""
            label = f"Place {FACES[way.card]['words']} in {SUITS[way.column]}: +{way.gain}, then {way.score}{ends}"
            yield Choice(label, Move("place", {"card": way.card, "column": way.column}))
        for card in [card for card in view.players[decision.seat].hand if CARDS[card].timing == "scoring"]:
            is_whole = not effects.GAME_TEXTS[FACES[card]["effect"]].needs
            yield Choice(f"Use {FACES[card]['name']}", Move("effect", {"card": card}), is_complete=is_whole)


class UseText(ScoringVerb):
    """Use a game text, with the arguments that it needs and no others (AD-42 to AD-45)."""

    name = "effect"
    keys = ("card", "target", "column", "give", "take", "plays")

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        effects.check(state, seat, "effect", args)
        plays, id = effects.plays_of(args), EFFECT[args["card"]]
        if id == "second_wind":
            args["plays"] = {str(at): {"card": card, "column": column} for at, (card, column) in enumerate(plays)}
        for name in set(args) - {"card", *effects.GAME_TEXTS[id].needs}:
            value = args.pop(name)
            empty_rows = isinstance(value, list) and all(part == {"card": None, "column": None} for part in value)
            need(value in (None, [], {}, "") or empty_rows, *MALFORMED)
        return Move("effect", args)

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        effect = EFFECTS[EFFECT[args["card"]]]
        yield f"{effect.name} goes to the discard pile for its text: {effect.text}"


def ask(state: State, seat: int) -> Decision:
    """Play a card in the scoring phase (AD-33)."""
    others = [other for other in state.present if other != seat]
    takes = [card for other in others for card in state.players[other].hand] + state.discard
    return _ask(seat, tuple(state.players[seat].hand), tuple(others), tuple(takes))


@lru_cache(maxsize=256)
def _ask(seat: int, hand: tuple[str, ...], others: tuple[int, ...], takes: tuple[str, ...]) -> Decision:
    """`takes`: cards in other hands and in the discard pile, which a game text could take."""
    cards, column = card_options(hand), Pick("column", COLUMN, label="column")
    actions = [Action("place", "Place a card", (Pick("card", cards, label="card"), column))]
    if texted := tuple(card for card in hand if CARDS[card].timing == "scoring"):
        fields = [Pick("card", card_options(texted), label="card"), Pick("target", seat_options(others), 0, "player")]
        fields += [Pick("column", COLUMN, 0, "column"), Pick("give", cards, 0, "card to give")]
        fields.append(Pick("take", card_options(takes), 0, "card to take"))
        for number in range(PLAYS):
            fields.append(Pick(f"plays.{number}.card", cards, 0, "card to place"))
            fields.append(Pick(f"plays.{number}.column", COLUMN, 0, "column"))
        actions.append(Action("effect", "Use a game text", tuple(fields)))
    actions.append(Action("pass", "Play nothing"))
    words = "Place or use a card, or play nothing."
    return Decision(seat, words, tuple(actions), Move("pass"), ("AD-33", "AD-34", "AD-42"))
