"""The choices of an email: which moves it offers, as links, and how a reply may name them."""

from functools import partial
from hashlib import sha256
from typing import Any

import msgspec

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


def as_links(loaded: LoadedMatch, row: OutgoingMail, asked: Open) -> dict[str, Any]:
    """The choices of a decision as links, the form, and where a reply goes and what it may say."""
    seat = row.data["seat"]
    ticket, mark = partial(Ticket, loaded.id, seat, row.user_id), row.user.link_mark
    found = offered(loaded, seat, asked.decision)
    row.data["offered"] = fingerprint(found)
    reply_to = inbound.address_for(row)
    first = first_choices(found, asked.decision)
    return {
        "reply_to": reply_to,
        "ways": reply_grammar.ways(asked.decision, found) if reply_to else [],
        "choices": [
            {
                "is_first": number in first,
                "label": choice.label,
                "more": not choice.is_complete,
                "url": links.link(ticket(str(number), asked.id), mark),
            }
            for number, choice in enumerate(found)
        ],
        "has_more": len(first) < len(found),
        "form_url": links.link(ticket(links.FORM, asked.id), mark),
    }
