"""Words: the lines of the log (rules, section "Presentation"), and one line for subjects and status."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import several
from games.titles.adulting.cards import CARDS, EFFECTS, JOBS, SUITS
from games.titles.adulting.law_view import matter_words
from games.titles.adulting.shapes import View

COLUMNS = {"H": "Hearts", "C": "Clubs", "D": "Diamonds"}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
Facts = dict[str, Any]
Names = Sequence[str]


def story(event: Event, names: Names) -> str:
    """One line of the log. Everything in it is open to everybody."""
    words = STORIES[event.kind](event.data, names)
    return f"Round {event.round + 1}: {words}" if event.kind == "drew" else words


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """What is due, or where the match stands."""
    if view.step == "over":
        return "The match is over."
    if decision is None:
        return f"Round {view.round}, {names[view.dealer]} deals: {STEP_WORDS[view.step]}"
    if decision.case:
        return f"Case {decision.case}: {decision.actions[0].label.lower()}"
    return f"{DUE_WORDS[view.step]} (round {view.round})"


def result_notes(view: View) -> list[str]:
    """The points of each mantle."""
    return [several(player.score, "point") for player in view.players]


STEP_WORDS = {
    "scoring": "scoring phase",
    "naming": "examples are named",
    "list": "lists are written",
    "number": "numbers are given",
    "perform": "performances are written",
    "ruling": "the dealer rules",
    "answer": "the sorting question",
    "votes": "votes",
    "bids": "bids",
    "till": "the till",
}
DUE_WORDS = {
    "scoring": "Play a card, or nothing",
    "naming": "Name an example",
    "list": "Write your list",
    "number": "Give your number",
    "perform": "Perform",
    "ruling": "Rule on the job",
    "answer": "Answer the sorting question",
    "votes": "Vote on the answers",
    "bids": "Bid for the card",
    "till": "Key in your payment",
}


def listed(parts: Sequence[str]) -> str:
    """ "Bob, Cid and Dee"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else "nobody"


def _names(seats: Sequence[Any], names: Names) -> str:
    return listed([names[int(seat)] for seat in seats])


def _drew(data: Facts, names: Names) -> str:
    suits = " or ".join(SUITS[suit] for suit in data["suits"])
    side = f"{suits}, {EFFECTS[data['effect']].name}" if data["effect"] else suits
    return f"{names[data['seat']]} deals. Card: {side}. Job: {JOBS[data['job']]}."


def _placed(data: Facts, names: Names) -> str:
    suits = " or ".join(SUITS[suit] for suit in CARDS[data["card"]].suits)
    return f"{names[data['seat']]} places {suits} in {COLUMNS[data['column']]} ({data['count']})."


def _effect(data: Facts, names: Names) -> str:
    title = EFFECTS[CARDS[data["card"]].effect].name
    said = f"{names[data['seat']]} plays {title}"
    if "money" in data:
        return f"{said}: +{data['money']}."
    if "broken" in data:
        where = COLUMNS[data["column"]]
        return f"{said}: {names[data['target']]} loses {CARDS[data['broken']].suit_words} from {where}."
    if "give" in data:
        gave, took = CARDS[data["give"]].suit_words, CARDS[data["take"]].suit_words
        return f"{said}: gives {names[data['target']]} {gave} for {took}."
    if "take" in data:
        return f"{said}: takes {CARDS[data['take']].suit_words} from the discard pile."
    return f"{said} on {names[data['target']]}." if "target" in data else f"{said}."


def _number(data: Facts, names: Names) -> str:
    number = data["number"]
    return f"{names[data['seat']]} gives no number." if number is None else f"{names[data['seat']]}: {number}."


def _performed(data: Facts, names: Names) -> str:
    text = data["text"]
    return f"{names[data['seat']]}: “{text}”" if text else f"{names[data['seat']]} performs nothing."


def _ruling(data: Facts, names: Names) -> str:
    parts = [f"struck “{one['text']}” ({names[one['seat']]})" for one in data["struck"]]
    if data["disallowed"]:
        parts.append(f"disallowed {_names(data['disallowed'], names)}")
    if data["order"]:
        parts.append(f"order {', '.join(names[seat] for seat in data['order'])}")
    if data["bonus"]:
        parts.append(f"extra money for {_names(data['bonus'], names)}")
    parts.append(f"fine print: “{data['fine']}”" if data["fine"] else "no fine print")
    if data["wages"] is not None:
        parts.append("wages " + " ".join(str(amount) for amount in data["wages"].values()))
    return f"Ruling: {'; '.join(parts)}."


def _answers(data: Facts, names: Names) -> str:
    parts = []
    for seat, given in data["answers"].items():
        note = f" (“{given['note']}”)" if given["note"] else ""
        excused = " with a Doctor's Note" if given["excused"] else ""
        parts.append(f"{names[int(seat)]} {'adult' if given['adult'] else 'childish'}{excused}{note}")
    return f"Answers: {', '.join(parts) or 'none'}."


def _answered(data: Facts, names: Names) -> str:
    note = f" (“{data['note']}”)" if data["note"] else ""
    answer = f"“{data['answer']}”" if data["answer"] else "no answer"
    return f"{names[data['seat']]} answers: {answer}{note}."


def _vote(data: Facts, names: Names) -> str:
    verb = "stands" if data["stands"] else "falls"
    return f"{names[data['seat']]} {verb} ({data['against']} of {data['total']} down)."


def _wages(data: Facts, names: Names) -> str:
    return "Wages: " + ", ".join(f"{names[int(seat)]} {amount}" for seat, amount in data["wages"].items()) + "."


def _bids(data: Facts, names: Names) -> str:
    bids = []
    for seat, bid in data["bids"].items():
        helper = f" with {EFFECTS[CARDS[bid['card']].effect].name}" if bid["card"] else ""
        bids.append(f"{names[int(seat)]} {bid['amount']}{helper}")
    cost = f" for {data['price']}" if "price" in data else ""
    said = f"Bids: {', '.join(bids)}. {names[data['seat']]} takes the card{cost}."
    if "price" not in data:
        return said
    got = [f"{names[seat]} receives {data['bids'][str(seat)]['amount']}." for seat in data["ties"]]
    return " ".join([said, *got])


def _appeal(data: Facts, names: Names) -> str:
    about = f"{matter_words(data['matter'], data['was'], data['example'])}, {names[data['about']]}"
    verb = "appeals" if data["press"] else "objects"
    aside = f", {data['escrow']} set aside" if data["escrow"] else ""
    return f"Case {data['case']}: {names[data['seat']]} {verb} ({about}){aside}.{_said(data)}"


def _said(data: Facts, name: str = "statement") -> str:
    return f" “{data[name]}”" if data[name] else ""


def _suit(data: Facts, names: Names) -> str:
    parties = f"{names[data['seat']]} sues {names[data['against']]}"
    return f"Case {data['case']}: {parties} for {data['ground']}, price {data['asked_price']}.{_said(data)}"


def _impeach(data: Facts, names: Names) -> str:
    return f"Case {data['case']}: {names[data['seat']]} moves to impeach {names[data['against']]}.{_said(data)}"


def _replied(data: Facts, names: Names) -> str:
    verb = "sustains the ruling" if data["sustains"] else "gives way"
    return f"Case {data['case']}: {names[data['seat']]} {verb}.{_said(data, 'text')}"


def _allowed(data: Facts, names: Names) -> str:
    return f"Case {data['case']}: {names[data['seat']]} allows the suit at {data['price']}."


def _fights(data: Facts, names: Names) -> str:
    return f"Case {data['case']}: {names[data['seat']]} fights.{_said(data, 'text')}"


def _retort(data: Facts, names: Names) -> str:
    return f"Case {data['case']}: {names[data['seat']]} answers the motion.{_said(data, 'text')}"


def _verdict(data: Facts, names: Names) -> str:
    filer, against, tally = names[data["filer"]], names[data["against"]], f"{data['up']}:{data['down']}"
    if data["outcome"] == "upheld":
        tally = f"{data['down']}:{data['up']}"
    is_out = f", {against} is out of the round" if data.get("is_out") else ""
    words = {
        "gave_way": "the ruling is reversed",
        "sustained": "sustained",
        "overturned": f"overturned {tally}",
        "upheld": f"upheld {tally}",
        "dismissed": "dismissed",
        "conceded": f"conceded, {data.get('paid', 0)} paid",
        "guilty": f"guilty, {data.get('paid', 0)} paid{is_out}",
        "acquitted": f"not guilty, {filer} pays {data.get('paid', 0)}",
        "carried": f"carried {tally}, the round ends",
        "failed": "failed",
    }[data["outcome"]]
    return f"Case {data['case']}: {words}.{_votes(data, names)}"


def _votes(data: Facts, names: Names) -> str:
    """Jury votes are told by name when the case closes (AD-154)."""
    if not data["votes"]:
        return ""
    up = [seat for seat, vote in data["votes"].items() if vote]
    down = [seat for seat, vote in data["votes"].items() if not vote]
    return f" For: {_names(up, names)}. Against: {_names(down, names)}."


def _till(data: Facts, names: Names) -> str:
    parts = []
    for seat, one in data["keyed"].items():
        verb = "pays" if one["kind"] == "price" else "takes"
        parts.append(f"{names[int(seat)]} {verb} {one['amount']}")
    return f"Till: {', '.join(parts)}."


def _caught(data: Facts, names: Names) -> str:
    caller, thief = names[data["seat"]], names[data["thief"]]
    return f"{caller} calls {thief}: {data['gain']} too many. {thief} pays {data['paid']}, {caller} takes 1."


def _over(data: Facts, names: Names) -> str:
    why = {
        "spades": f"The {ORDINALS[data['spades']]} spade lies on the table.",
        "deck": "The deck is empty.",
        "rounds": "The last round is over.",
        "players": "Fewer than three players are left.",
    }[data["by"]]
    scores = ", ".join(f"{names[int(seat)]} {score}" for seat, score in data["scores"].items())
    return f"{why} Scores: {scores}."


def _left(data: Facts, names: Names) -> str:
    verb = "resigns" if data["reason"] == "resigned" else "is removed"
    return f"{names[data['seat']]} {verb}."


def _by(words: str) -> Callable[[Facts, Names], str]:
    """A sentence about the seat of the event; {text} and so on are its other facts."""

    def say(data: Facts, names: Names) -> str:
        about = names[data["about"]] if "about" in data else ""
        facts = {name: value for name, value in data.items() if name not in ("about", "seat")}
        return words.format(who=names[data["seat"]] if "seat" in data else "", about=about, **facts)

    return say


STORIES: dict[str, Callable[[Facts, Names], str]] = {
    "began": _by("{who} deals first."),
    "drew": _drew,
    "placed": _placed,
    "housewarming": _by("Housewarming: {who} takes {money}."),
    "effect": _effect,
    "no_play": _by("{who} plays nothing."),
    "taken_back": _by("{who} takes the card back: it can't be played any more."),
    "named": _by("{who}: “{text}”."),
    "repeat": _by("{who} repeats “{text}”: out."),
    "gave_up": _by("{who} gives up."),
    "time": _by("{who} calls time on {about}."),
    "struck": _by("{who} strikes “{text}” ({about})."),
    "number": _number,
    "performed": _performed,
    "ruling": _ruling,
    "decided": _by("{who} decides: “{adult}” is the adult answer."),
    "answered": _answered,
    "answers": _answers,
    "vote": _vote,
    "shame": _by("Nobody is an adult. The card is discarded in collective shame."),
    "single": _by("{who} is the only bidder and takes the card for 0."),
    "wages": _wages,
    "bids": _bids,
    "appeal": _appeal,
    "suit": _suit,
    "impeach": _impeach,
    "replied": _replied,
    "allowed": _allowed,
    "fights": _fights,
    "retort": _retort,
    "verdict": _verdict,
    "dropped": _by("Case {case}: dropped."),
    "till": _till,
    "caught": _caught,
    "wrong_call": lambda data, names: (
        f"{names[data['seat']]} calls {names[data['accused']]} wrongly and pays {data['paid']}."
    ),
    "unnoticed": _by("Unnoticed: {who} kept {gain}."),
    "left": _left,
    "void": _by("The dealer has left: the round ends and its card is discarded."),
    "over": _over,
}
