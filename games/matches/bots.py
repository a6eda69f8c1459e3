"""House bots: they take seats like people, and play through play_move() from what their own seat can see."""

import secrets
from collections.abc import Collection
from types import SimpleNamespace

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from accounts.names import HOUSE_BOTS
from games.errors import Refusal
from games.kernel import bots, engine
from games.kernel.position import Open
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.matches.decision_clocks import hold_left
from games.matches.loaded import LoadedMatch, load_match
from games.matches.play import Receipt, play_move


def play_all(match_id: int) -> None:
    """Play for the bots that are asked: one public move, or all the secret ones where everybody chooses at once.

    Later moves get a wake-up of their own, so that people can follow. Raises Refusal if bots came too late twice.
    """
    loaded, has_failed = load_match(match_id), False
    asked = {open.id for open in _asked(loaded, False) if not open.decision.optional} if _is_played(loaded) else set()
    among = None
    while True:
        try:
            receipt = play_one(match_id, among=among)
        except Refusal:  # somebody moved first: look again, as nothing else wakes the bots that have yet to answer
            if has_failed:
                raise
            has_failed = True
            continue
        if receipt is None or receipt.is_repeated:
            return
        among = asked if receipt.is_public else among


def play_one(match_id: int, for_people: bool = False, among: Collection[str] | None = None) -> Receipt | None:
    """Play one move for one bot. Returns None if no bot is asked. Raises Refusal if the bot came too late.

    `for_people`: the house bot answers for people, too (demo data only). `among`: only these decision ids.
    """
    loaded = load_match(match_id)
    if not _is_played(loaded):
        return None
    for open in _asked(loaded, for_people):
        if among is not None and open.id not in among:
            continue
        seat = loaded.seats[open.decision.seat]
        move = choose(loaded, open)
        if move is not None:
            user = SimpleNamespace(pk=seat.user)
            return play_move(match_id=match_id, seat=seat.number, decision=open.id, move=move, by="bot", user=user)
    return None


def _is_played(loaded: LoadedMatch) -> bool:
    return loaded.status == "running" and loaded.position is not None


def choose(loaded: LoadedMatch, open: Open) -> Move | None:
    """The answer of the bot at this seat, by its strength; None leaves an optional decision open.

    The bot knows what its seat sees and its legal moves; a strong bot imagines the rest (kernel.bots.imagine).
    """
    decision, seat = open.decision, loaded.seats[open.decision.seat]
    # A fixed seed per optional decision: however often it is woken, the bot makes up its mind only once.
    luck = salted_hmac("playpost.bot", f"{loaded.id} {open.id}", algorithm="sha256").hexdigest()[:32]
    rng = Rng(luck if decision.optional else secrets.token_hex(16))  # never the match's own generator
    policy = bots.POLICIES[seat.strength if seat.is_bot else "house"]
    return policy(loaded.game, loaded.at_table(), decision, rng)


def _asked(loaded: LoadedMatch, for_people: bool) -> list[Open]:
    """What bots may answer, optional decisions first: an objection comes before the vote that ends the round."""
    now = timezone.now()
    asked = [
        open
        for open in engine.open_decisions(loaded.game, loaded.at_table())
        if open.answer is None
        and open.decision.clock.pace != "standing"
        and (for_people or loaded.seats[open.decision.seat].is_bot)
        and not hold_left(loaded, open.id, now)
    ]
    return sorted(asked, key=lambda open: not open.decision.optional)


def house_bot(taken: set[int]) -> User:
    """A bot that is not at this table yet, created on first use. `taken`: ids of users at the table."""
    for name in HOUSE_BOTS:
        bot = _bot_called(name)
        if bot.pk not in taken:
            return bot
    raise Refusal(409, "All our bots are already at this table.")


def _bot_called(name: str) -> User:
    bots = User.objects.filter(username=f"{name}-bot", is_bot=True)
    if bot := bots.first():
        return bot
    try:
        with transaction.atomic():
            return User.objects.create_bot(username=f"{name}-bot", display_name=f"{name} (bot)")
    except IntegrityError:  # another process created it at the same moment
        return bots.get()
