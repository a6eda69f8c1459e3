"""The choices in an email: answers, votes, bids and verdicts have a link each; choices that need words open the form.

{2} in a label stands for the name of seat 2.
"""

from collections.abc import Iterator

from games.kernel.types import Choice, Decision, Move, Picks
from games.titles.adulting.cards import CARDS, SUITS
from games.titles.adulting.shown.table_facts import FACES
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import numbered
from games.titles.adulting.words import PHRASES
from games.titles.adulting.work.effects import GAME_TEXTS

MOST_NUMBERS = 12  # with a link of their own


def scoring(view: View, decision: Decision) -> Iterator[Choice]:
    yield Choice("Play nothing", Move("pass"))
    for way in view.placings:
        ends = ". This ends the game" if way.ends else ""
        label = f"Place {FACES[way.card]['words']} in {SUITS[way.column]}: +{way.gain}, then {way.score}{ends}"
        yield Choice(label, Move("place", {"card": way.card, "column": way.column}))
    for card in [card for card in view.players[decision.seat].hand if CARDS[card].timing == "scoring"]:
        is_whole = not GAME_TEXTS[FACES[card]["effect"]].needs
        yield Choice(f"Use {FACES[card]['name']}", Move("effect", {"card": card}), is_complete=is_whole)


def number(view: View, decision: Decision) -> Iterator[Choice]:
    """The small numbers, so that each is its own place in the list; none comes last. Greater ones are typed. If the
    sorting question is asked too, it follows."""
    fields = decision.actions[0].fields
    most = next(field.most for field in fields if field.name == "n")
    for count in (*range(1, min(most, MOST_NUMBERS) + 1), 0):
        yield Choice(str(count), Move("number", {"n": count}), is_complete=len(fields) == 1)
    if most > MOST_NUMBERS:
        yield Choice("Another number", Move("number"), is_complete=False)


def answer(view: View, decision: Decision) -> Iterator[Choice]:
    assert view.card is not None
    for choice, words in enumerate(view.card.answers):
        yield Choice(words, Move("answer", {"choice": choice, "note": "", "card": None}))
    for choice, words in enumerate(view.card.answers):
        yield Choice(f"{words} (with a remark)", Move("answer", {"choice": choice}), is_complete=False)


def ruling(view: View, decision: Decision) -> Iterator[Choice]:
    """Offer the marks as they are, unless the ruling also needs a decision that only the dealer can make."""
    fields = {field.name for field in decision.actions[0].fields}
    if not fields & {"adult", "choice", "order"}:
        yield Choice("Rule exactly as the fine print marks it", decision.default)


def votes(view: View, decision: Decision) -> Iterator[Choice]:
    """Offer no vote down, each single vote down, then each standing bid with no vote down."""
    [field] = [field for field in decision.actions[0].fields if isinstance(field, Picks)]
    down = [int(option.value) for option in field.options]
    has_bid = view.top_bid is not None
    none: dict[str, object] = {"bid": {"amount": None, "card": None}} if has_bid else {}
    later = ", bid later" if has_bid else ""
    yield Choice(f"{'Let every answer stand' if down else 'Go on'}{later}", Move("votes", {"down": []} | none))
    for seat in down:
        yield Choice(f"Vote {{{seat}}} down{later}", Move("votes", {"down": [seat]} | none))
    for amount in range(view.top_bid + 1) if view.top_bid is not None else ():
        bid = {"bid": {"amount": amount, "card": None}}
        words = "Let every answer stand, standing bid" if down else "Standing bid"
        yield Choice(f"{words} {amount}", Move("votes", {"down": []} | bid))


def bids(view: View, decision: Decision) -> Iterator[Choice]:
    for amount in range(view.players[decision.seat].money + 1):
        yield Choice(f"Bid {amount}", Move("bid", {"amount": amount, "card": None}))


def till(view: View, decision: Decision) -> Iterator[Choice]:
    assert view.due is not None
    kind, amount = view.due[0], decision.default.args["amount"]
    right = ", which is right" if amount == view.due[1] else ", all you have"
    yield Choice(f"{'Pay' if kind == 'price' else 'Take'} {amount}{right}", decision.default)


def jury(view: View, decision: Decision) -> Iterator[Choice]:
    yes, no = PHRASES["cases"][numbered(view.cases, decision.case).kind]["choices"]
    for value, words in (("yes", yes), ("no", no)):
        yield Choice(words, Move("jury", {"case": decision.case, "up": value}))


def reply(view: View, decision: Decision) -> Iterator[Choice]:
    for value, words in (("yes", "Sustain the ruling"), ("no", "Give way")):
        yield Choice(words, Move("appeal_reply", {"case": decision.case, "sustain": value, "retort": ""}))


def hear(view: View, decision: Decision) -> Iterator[Choice]:
    yield Choice("Dismiss the case", decision.default)
    for price in range(numbered(view.cases, decision.case).asked_price, 0, -1):
        yield Choice(f"Allow it at {price}", Move("hear", {"case": decision.case, "allow": "yes", "price": price}))


def plead(view: View, decision: Decision) -> Iterator[Choice]:
    yield Choice("Concede, and pay 1", Move("plead", decision.default.args | {"fight_up_to": 0}))
    yield Choice("Fight at any price", decision.default)
