"""Words: the lines of the log, and one line for subjects and status."""

from collections.abc import Callable, Sequence
from typing import Any

from games.kernel.types import Decision, Event
from games.kernel.words import several
from games.titles.going_postal.cards import KINDS, SPACES, name
from games.titles.going_postal.view import View

Facts = dict[str, Any]
Names = Sequence[str]


def listed(cards: Sequence[str]) -> str:
    """Card names with commas."""
    return ", ".join(name(card) for card in cards) or "no card"


def all_of(seats: Sequence[int], names: Names) -> str:
    """ "Ada, Bo and Cy"."""
    said = [names[seat] for seat in seats]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said) or "nobody"


def story(event: Event, names: Names) -> str:
    """One log line. Private parts that the viewer may see follow the public sentence."""
    return " ".join([LINES[event.kind](event.data, names), *_private(event, names)])


def _private(event: Event, names: Names) -> list[str]:
    said = []
    for seat, facts in sorted(event.private.items()):
        words = PRIVATE[event.kind](facts, seat, event.data, names)
        if words not in said:  # what two seats know of the same thing is said once
            said.append(words)
    return said


def _dealt(f: Facts, n: Names) -> str:
    return f"{several(f['cards'], 'card')} each. {n[f['first']]} goes first and chooses the direction of play."


def _start(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]} goes first. Direction of play: {f['direction']}."


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


def _office(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]} brings Sam to the Post Office: postal stamp {f['stamps']}."


def _drew(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]} draws {f['count']}."


def _discarded(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]} discards {listed(f['cards'])}."


def _surplus(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]} has too many cards and loses {listed(f['cards'])} at random."


def _year_over(f: Facts, n: Names) -> str:
    return f"Year {f['year']} is over: {n[f['seat']]} can't draw. Sane: {all_of(f['sane'], n)}."


def _year(f: Facts, n: Names) -> str:
    return f"Year {f['year']} begins, {several(f['cards'], 'card')} shuffled."


def _deal_over(f: Facts, n: Names) -> str:
    return f"Deal {f['year']} is over: all cards are played. Sane: {all_of(f['sane'], n)}."


def _deal(f: Facts, n: Names) -> str:
    left = f", {f['aside']} set aside" if f["aside"] else ""
    return f"Deal {f['year']} begins: {several(f['cards'], 'card')} each{left}."


def _overtime(f: Facts, n: Names) -> str:
    return f"All postal, {all_of(f['seats'], n)} tie with {f['stamps']}: overtime."


def _cleared(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]}'s marker is removed; {n[f['by']]} gets a vendetta stamp."


def _out(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]} is escorted off the premises ({f['reason']}). Vendetta stamps: {f['vendetta']}."


def _left(f: Facts, n: Names) -> str:
    why = "leaves" if f["reason"] == "resigned" else "runs out of time"
    return f"{n[f['seat']]} {why} and keeps the rank of their elimination."


def _offered(f: Facts, n: Names) -> str:
    gives = KINDS[f["says"]].name if f["says"] else "a card they don't name"
    wants = KINDS[f["wants"]].name if f["wants"] else "any card"
    return f"{n[f['seat']]} offers {n[f['other']]} a trade: gives {gives}, wants {wants}."


def _accused(f: Facts, n: Names) -> str:
    return f"{n[f['seat']]} accuses {n[f['other']]} of showing their hand: {'caught' if f['caught'] else 'wrong'}."


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


def _burnt_out(f: Facts, n: Names) -> str:
    return f"Burn-out: {n[f['seat']]} loses no postal stamp."


def _line(template: str) -> Callable[[Facts, Names], str]:
    """A line of fixed words with the names of `seat` and `other`."""

    def say(f: Facts, n: Names) -> str:
        other = n[f["other"]] if "other" in f else ""
        who = n[f["seat"]] if "seat" in f else ""
        return template.format(who=who, other=other, **{key: f[key] for key in f if key not in ("seat", "other")})

    return say


def _cards(template: str) -> Callable[[Facts, Names], str]:
    """A line that ends with cards."""
    return lambda f, n: template.format(n[f["seat"]] if "seat" in f else "", listed(f["cards"]))


LINES: dict[str, Callable[[Facts, Names], str]] = {
    "dealt": _dealt,
    "start": _start,
    "laid": _laid,
    "office": _office,
    "leads": _line("{who} leads the new round."),
    "begins": _line("{who} begins the new round."),
    "drew": _drew,
    "discarded": _discarded,
    "surplus": _surplus,
    "year_over": _year_over,
    "year": _year,
    "deal_over": _deal_over,
    "deal": _deal,
    "overtime": _overtime,
    "marked": _line("{who} gets a marker stamp."),
    "cleared": _cleared,
    "lost": lambda f, n: f"{n[f['seat']]} loses a postal stamp ({f['left']} left).",
    "burnt_out": _burnt_out,
    "direction": _line("Direction of play: {direction}."),
    "named": _line("{who} takes the next turn."),
    "inspected": lambda f, n: f"{n[f['seat']]} shows their hand to {n[f['by']]}.",
    "must_discard": lambda f, n: f"{n[f['seat']]} must discard {name(f['card'])}.",
    "swapped": _line("{who} and {other} swap hands."),
    "took": _line("{who} takes a card from {other}."),
    "sorted": lambda f, n: f"{n[f['seat'] if f['by'] is None else f['by']]} looks at {several(f['count'], 'card')}.",
    "rushed": _cards("{}Discarded from the pile: {}."),
    "out": _out,
    "left": _left,
    "took_over": _line("{who} pays {price} and takes over {other}'s turn."),
    "offered": _offered,
    "withdrawn": _line("{who} withdraws the offer to {other}."),
    "declined": _line("{who} declines the offer of {other}."),
    "traded": _line("{who} and {other} trade."),
    "whispered": _line("{who} whispers to {other}."),
    "accused": _accused,
    "displayed": _cards("{} displays their hand: {}."),
    "kept": _line("{who} keeps their hand."),
    "exchanged": lambda f, n: f"{n[f['seat']]} takes {name(f['took'])} and gives {name(f['gave'])}.",
    "showing": lambda f, n: (
        f"{n[f['seat']]} had shown their hand to {n[f['other']]} in turn {f['turn']}: {listed(f['cards'])}."
    ),
    "end": _end,
}


def _drawn(facts: Facts, seat: int, f: Facts, n: Names) -> str:
    return f"Drawn: {listed(facts['cards'])}."


def _told(facts: Facts, seat: int, f: Facts, n: Names) -> str:
    return f"The hand: {listed(facts['hand'])}." if "hand" in facts else f"“{facts['text']}”"


PRIVATE: dict[str, Callable[[Facts, int, Facts, Names], str]] = {
    "dealt": lambda facts, seat, f, n: f"{n[seat]} holds {listed(facts['cards'])}.",
    "drew": _drawn,
    "inspected": lambda facts, seat, f, n: f"{n[f['seat']]}'s hand: {listed(facts['hand'])}.",
    "took": lambda facts, seat, f, n: f"The card is {name(facts['card'])}.",
    "sorted": lambda facts, seat, f, n: f"On top: {listed(facts['cards'])}.",
    "took_over": lambda facts, seat, f, n: f"{n[f['other']]}'s hand: {listed(facts['hand'])}.",
    "offered": lambda facts, seat, f, n: f"Put down: {name(facts['card'])}.",
    "traded": lambda facts, seat, f, n: (
        f"{n[f['seat']]} gave {name(facts['gave'])}, {n[f['other']]} gave {name(facts['got'])}."
    ),
    "whispered": _told,
}


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
