"""The choices of an email: which moves it offers, as links, and how a reply may name them."""

from functools import partial
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Struct

from accounts.mail import inbound
from accounts.models import OutgoingMail
from games.kernel import engine, legal_moves
from games.kernel.position import Open
from games.kernel.types import Choice, Decision, Text
from games.mail import links, reply_grammar
from games.mail.links import Ticket
from games.matches import move_forms
from games.matches.loaded import LoadedMatch
from games.table import presenter

MOST_CHOICES = 30  # more legal moves than this become one link to the form
MOST_BUTTONS = 6  # of the choices; the others stand on the page


class Link(NamedTuple):
    """A choice as an email shows it. `more`: it leaves something open; `is_first`: it is a button."""

    label: str
    url: str
    more: bool
    is_first: bool


class Links(Struct, frozen=True):
    """The choices of a decision, the address of the whole form, and where a reply goes ("": nowhere) and what it may
    say."""

    choices: list[Link]
    form_url: str
    reply_to: str
    ways: list[reply_grammar.Way]


def offered(loaded: LoadedMatch, seat: int, decision: Decision) -> list[Choice]:
    """What an email offers, always in the same order: the game's own list, else all moves; none if they are too many.

    Of two with the same words (two equal cards) one is enough.
    """
    found = {(choice.label, choice.is_complete): choice for choice in reversed(_all_choices(loaded, seat, decision))}
    return list(reversed(found.values())) if len(found) <= MOST_CHOICES else []


def _all_choices(loaded: LoadedMatch, seat: int, decision: Decision) -> list[Choice]:
    game, position = loaded.game, loaded.at_table()
    moves = partial(legal_moves.moves, game, position, decision)
    if game.mail.choices is not None:
        offered = game.mail.choices(engine.view_for(game, position, seat), decision, moves)
        names = presenter.names_for(loaded, seat)
        return [msgspec.structs.replace(choice, label=presenter.with_names(choice.label, names)) for choice in offered]
    decision = move_forms.for_people(decision, loaded.names)
    if any(isinstance(field, Text) for action in decision.actions for field in action.fields):
        return []
    return [Choice(move_forms.in_words(decision, move), move) for move in moves()]


def first_choices(offered: list[Choice], decision: Decision) -> set[int]:
    """Places of those that an email shows as buttons: what the clock would play, one of each verb, the first ones."""
    default = [place for place, choice in enumerate(offered) if move_forms.begins(choice, decision.default)][:1]
    verbs = {choice.move.verb: place for place, choice in reversed([*enumerate(offered)])}
    return set(list(dict.fromkeys([*default, *sorted(verbs.values()), *range(len(offered))]))[:MOST_BUTTONS])


def fingerprint(offered: list[Choice]) -> str:
    """Changes with the choices of an email: a number in a reply is about these."""
    return sha256("\n".join(choice.label for choice in offered).encode()).hexdigest()[:12]


def why_closed(answered_by: str, reply: str = "") -> str:
    """Why the decision of an email cannot be answered any more; `answered_by`: see open_decisions."""
    if answered_by == "clock":
        return f"Your time ran out{reply}, and the default was played. Nothing was changed now."
    if answered_by:
        return "You have already answered this email. Nothing was changed now."
    return "This email is out of date: it is no longer your turn here. Nothing was changed."


def as_links(loaded: LoadedMatch, row: OutgoingMail, asked: Open) -> Links:
    """What an email offers of this decision."""
    seat = row.data["seat"]
    ticket, mark = partial(Ticket, loaded.id, seat, row.user_id), row.user.link_mark
    found = offered(loaded, seat, asked.decision)
    row.data["offered"] = fingerprint(found)
    reply_to = inbound.address_for(row)
    first = first_choices(found, asked.decision)
    shown = [
        Link(choice.label, links.link(ticket(str(place), asked.id), mark), not choice.is_complete, place in first)
        for place, choice in enumerate(found)
    ]
    ways = reply_grammar.ways(asked.decision, found) if reply_to else []
    return Links(shown, links.link(ticket(links.FORM, asked.id), mark), reply_to, ways)
