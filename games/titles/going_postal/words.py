"""Words: the lines of the log, and one line for subjects and status."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import Sentences, joined, several
from games.titles.going_postal.cards import KINDS, SPACES, name
from games.titles.going_postal.view import View

Facts = dict[str, Any]
Names = Sequence[str]


def listed(cards: Sequence[str]) -> str:
    """Card names with commas."""
    return ", ".join(name(card) for card in cards) or "no card"


def story(event: Event, names: Names) -> str:
    """One log line. Private parts that the viewer may see follow the public sentence."""
    line = LINES[event.kind]
    said = [_say(line, event.data, names) if isinstance(line, str) else line(event.data, names)]
    for seat, known in sorted(event.private.items()):
        kind = "shown" if event.kind == "whispered" and "hand" in known else event.kind
        words = _say(PRIVATE[kind], {**event.data, **known, "knows": seat}, names)
        if words not in said[1:]:  # what two seats know of the same thing is said once
            said.append(words)
    return " ".join(said)


def _say(template: str, facts: Facts, names: Names) -> str:
    sentences = Sentences(
        name=names.__getitem__,
        names=lambda seats: joined([names[seat] for seat in seats]),
        card=name,
        cards=listed,
        count=lambda count: several(count, "card"),
        aside=lambda count: f", {count} set aside" if count else "",
        why=lambda reason: "leaves" if reason == "resigned" else "runs out of time",
        caught=lambda is_caught: "caught" if is_caught else "wrong",
        gives=lambda kind: KINDS[kind].name if kind else "a card they don't name",
        wants=lambda kind: KINDS[kind].name if kind else "any card",
    )
    return sentences.say(template, facts)


def _laid(f: Facts, n: Names) -> str:
    who = n[f["seat"]]
    start = f"{who} plays" if f["by"] is None else f"{n[f['by']]} plays {who}'s"
    walked = (
        f"{f['start']} → {f['sam']} {SPACES[f['sam']].name}"
        if f["steps"]
        else f"stays on {f['sam']} {SPACES[f['sam']].name}"
    )
    aimed = _aimed(f, n)
    return f"{start} {name(f['card'])}: Sam {walked}{', ' + aimed if aimed else ''}."


def _aimed(f: Facts, n: Names) -> str:
    """What the action is aimed at, in words; nothing where it has no target."""
    if f["target"] is None or not f["action"]:
        return ""
    return AIMS[f["action"]].format(n[f["target"]])


AIMS = {
    "mark": "marks {}",
    "eliminate": "eliminates {}",
    "clear": "clears the marker of {}",
    "praise": "praises {}",
    "next": "names {}",
    "inspect": "inspects {}",
    "swap": "swaps with {}",
    "take": "takes from {}",
}


def _end(f: Facts, n: Names) -> str:
    order = sorted(range(len(f["ranks"])), key=lambda seat: f["ranks"][seat])
    ranking = ", ".join(f"{f['ranks'][seat]}. {n[seat]}" for seat in order)
    hands = "; ".join(f"{n[seat]}: {listed(hand)}" for seat, hand in enumerate(f["hands"]) if hand)
    return f"{n[f['seat']]} wins: {WON[f['how']].format(f['year'])}. Ranking: {ranking}." + (
        f" Hands: {hands}." if hands else ""
    )


WON = {
    "sole sane": "the last sane personality at the end of year {}",
    "most stamps": "the most postal stamps at the end of year {}, with nobody sane",
    "overtime": "alone with the most postal stamps in overtime",
    "survivor": "the last survivor",
    "sixth stamp": "the sixth postal stamp",
}


LINES: dict[str, str | Callable[[Facts, Names], str]] = {
    "dealt": "{cards:count} each. {first:name} goes first and chooses the direction of play.",
    "start": "{seat:name} goes first. Direction of play: {direction}.",
    "laid": _laid,
    "office": "{seat:name} brings Sam to the Post Office: postal stamp {stamps}.",
    "leads": "{seat:name} leads the new round.",
    "begins": "{seat:name} begins the new round.",
    "drew": "{seat:name} draws {count}.",
    "discarded": "{seat:name} discards {cards:cards}.",
    "surplus": "{seat:name} has too many cards and loses {cards:cards} at random.",
    "year_over": "Year {year} is over: {seat:name} can't draw. Sane: {sane:names}.",
    "year": "Year {year} begins, {cards:count} shuffled.",
    "deal_over": "Deal {year} is over: all cards are played. Sane: {sane:names}.",
    "deal": "Deal {year} begins: {cards:count} each{aside:aside}.",
    "overtime": "All postal, {seats:names} tie with {stamps}: overtime.",
    "marked": "{seat:name} gets a marker stamp.",
    "cleared": "{seat:name}'s marker is removed; {by:name} gets a vendetta stamp.",
    "lost": "{seat:name} loses a postal stamp ({left} left).",
    "burnt_out": "Burn-out: {seat:name} loses no postal stamp.",
    "direction": "Direction of play: {direction}.",
    "named": "{seat:name} takes the next turn.",
    "inspected": "{seat:name} shows their hand to {by:name}.",
    "must_discard": "{seat:name} must discard {card:card}.",
    "swapped": "{seat:name} and {other:name} swap hands.",
    "took": "{seat:name} takes a card from {other:name}.",
    "sorted": lambda f, n: f"{n[f['seat'] if f['by'] is None else f['by']]} looks at {several(f['count'], 'card')}.",
    "rushed": "Discarded from the pile: {cards:cards}.",
    "out": "{seat:name} is escorted off the premises ({reason}). Vendetta stamps: {vendetta}.",
    "left": "{seat:name} {reason:why} and keeps the rank of their elimination.",
    "took_over": "{seat:name} pays {price} and takes over {other:name}'s turn.",
    "offered": "{seat:name} offers {other:name} a trade: gives {says:gives}, wants {wants:wants}.",
    "withdrawn": "{seat:name} withdraws the offer to {other:name}.",
    "declined": "{seat:name} declines the offer of {other:name}.",
    "traded": "{seat:name} and {other:name} trade.",
    "whispered": "{seat:name} whispers to {other:name}.",
    "accused": "{seat:name} accuses {other:name} of showing their hand: {caught:caught}.",
    "displayed": "{seat:name} displays their hand: {cards:cards}.",
    "kept": "{seat:name} keeps their hand.",
    "exchanged": "{seat:name} takes {took:card} and gives {gave:card}.",
    "showing": "{seat:name} had shown their hand to {other:name} in turn {turn}: {cards:cards}.",
    "end": _end,
}
PRIVATE = {
    "dealt": "{knows:name} holds {cards:cards}.",
    "drew": "Drawn: {cards:cards}.",
    "inspected": "{seat:name}'s hand: {hand:cards}.",
    "took": "The card is {card:card}.",
    "sorted": "On top: {cards:cards}.",
    "took_over": "{other:name}'s hand: {hand:cards}.",
    "offered": "Put down: {card:card}.",
    "traded": "{seat:name} gave {gave:card}, {other:name} gave {got:card}.",
    "whispered": "“{text}”",
    "shown": "The hand: {hand:cards}.",
}
"""What a seat knows beside the public line, by the kind of event."""


def headline(view: View, decision: Decision | None, names: Names) -> str:
    """Subject of an email and status line: who does what, Sam's way home, year."""
    if view.winner is not None:
        return f"{names[view.winner]} wins: {WON[view.how].format(view.year)}"
    doing = _own(view, decision, names) if decision is not None else _waiting(view, names)
    period = "deal" if view.options.blitz else "year"
    overtime = ", overtime" if view.is_overtime else ""
    return f"{doing}, Sam {several(view.gap, 'step')} from the Post Office, {period} {view.year}{overtime}"


def result_notes(view: View) -> list[str]:
    """How each personality has ended: "sane", "postal, 3 stamps", "eliminated, 1 stamp"."""
    return [
        ", ".join([seat.state, *([several(stamps, "stamp")] if stamps else [])])
        for seat in view.seats
        for stamps in [seat.final_stamps if seat.went_out else seat.stamps]
    ]


def _own(view: View, decision: Decision, names: Names) -> str:
    verbs = {action.verb for action in decision.actions}
    if "claim" in verbs:
        return f"take over {names[view.active]}'s turn?"
    if "play" in verbs and view.claimer is not None:
        return f"play {names[view.active]}'s hand"
    if "play" in verbs and view.is_leading:
        return "lead the new round"
    return next((words for verb, words in OWN.items() if verb in verbs), "you can trade and whisper")


OWN = {
    "play": "your turn",
    "direction": "choose the direction of play",
    "inspect": "look at a hand",
    "order": "sort the top cards",
    "discard": "discard cards",
    "keep": "a hand is displayed",
    "orders": "your standing order",
}


def _waiting(view: View, names: Names) -> str:
    if view.step == "penalty" and view.accused is not None:
        return f"{names[view.accused]} displays their hand"
    if view.step == "direction":
        return f"{names[view.active]} chooses the direction of play"
    if view.claimer is not None:
        return f"{names[view.claimer]} plays {names[view.active]}'s hand"
    return f"{names[view.active]} leads the new round" if view.is_leading else f"{names[view.active]}'s turn"
