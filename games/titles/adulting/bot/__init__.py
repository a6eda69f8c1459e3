"""The house bot: a policy for each decision, from its view and the card data (rules, section "Bot notes").

Choices that must come out the same each time the bot is asked, such as whether to sue, use `bot_law.coin`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from games.kernel.bots import odds
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.adulting.bot import law as bot_law
from games.titles.adulting.bot import scoring as bot_scoring
from games.titles.adulting.bot.law import card_of, job_of
from games.titles.adulting.cards import DEALER_DECIDES, HELPERS, NOTES
from games.titles.adulting.shown.view_types import ExampleView, View
from games.titles.adulting.state import State, best_gain, points
from games.titles.adulting.texts import normal, words

KNOWN = 7  # examples of a card that a bot knows, of ten
MOST_WORDS = 25
HELPER_FROM = 8  # the least gain for which a helper card is used
BIDS, DRAWS = 5, 6  # candidates of a strong bot: bids from 0 to four fifths of its money; random answers or numbers
IN_HAND, MONEY = 0.6, 0.15  # the worth in points of each point that cards in hand can gain, and of each coin
DRIFT = 12.0  # points by which scores can still change
Args = dict[str, Any]


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move | None:
    """The bot's answer; None leaves an optional decision open."""
    if decision.matter == "bench":
        return _strike(view)
    if decision.optional or decision.matter:
        return bot_law.choose(view, decision, rng)
    if view.step == "scoring":
        return bot_scoring.choose(view, decision, moves, rng)
    return STAGES[view.step](view, decision, rng)


def candidate_moves(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> list[Move]:
    """The moves that a strong bot compares in decisions that matter: bids, answers, numbers and placements."""
    if decision.optional or decision.matter:
        return []
    if view.step == "scoring":
        return bot_scoring.placements(view)
    if view.step == "bids":
        top = view.top_bid or 0
        return [Move("bid", {"amount": round(top * part / BIDS), "card": None}) for part in range(BIDS)]
    if view.step in ("answer", "number"):
        return [STAGES[view.step](view, decision, rng) for _ in range(DRAWS)]
    return []


def win_chances(before: State, state: State) -> list[float] | None:
    """The chances to win once this round is over, by mantle, cards in hand and money; None before that."""
    if state.round.number == before.round.number:
        return None
    worth: list[float | None] = []
    for player in state.players:
        in_hand = sum(best_gain(player.mantle, card) for card in player.hand)
        worth.append(None if player.left else points(player.mantle) + IN_HAND * in_hand + MONEY * player.money)
    return odds(worth, DRIFT)


def known(view: View) -> list[str]:
    """The examples of the card that this seat knows, about 70 % of them."""
    card = card_of(view)
    return [text for at, text in enumerate(card.accept) if Rng(f"{view.me} {card.id} {at}").below(10) < KNOWN]


def _name(view: View, decision: Decision, rng: Rng) -> Move:
    taken = {normal(entry.text) for entry in job_of(view).record if entry.text}
    if free := [text for text in known(view) if normal(text) not in taken]:
        return Move("name", {"text": rng.choose(free)})
    bluffs = [text for text in card_of(view).rejects if normal(text) not in taken]
    if bluffs and rng.below(10) < 3:
        return Move("name", {"text": rng.choose(bluffs)})
    return Move("give_up", {})


def _list(view: View, rng: Rng) -> Args:
    texts, laps = known(view), job_of(view).laps
    rng.shuffle(texts)
    return {"examples": [*texts[:laps], *[""] * laps][:laps]}


def _number(view: View, rng: Rng) -> Args:
    card = card_of(view)
    least, most = card.typical
    span = most - least + 1
    number = least + (rng.below(span) + rng.below(span)) // 2
    return {"n": number if rng.below(10) else min(card.max, most + max(1, most // 2))}


def _perform(view: View, rng: Rng) -> Args:
    samples = card_of(view).samples
    return {"text": samples[((view.me or 0) + view.round) % len(samples)]}  # a different one for each seat


def _work(make: Callable[[View, Rng], Args], view: View, decision: Decision, rng: Rng) -> Move:
    """A result, with the sorting answer if the form asks for it."""
    return Move(decision.actions[0].verb, make(view, rng) | _answer(view, decision, rng))


def _answer(view: View, decision: Decision, rng: Rng) -> Args:
    """Adult in 75 % of cases, always with a Doctor's Note in hand, which is then used half of the time."""
    if view.card is None or all(field.name != "choice" for field in decision.actions[0].fields):
        return {}
    notes = [card for card in view.players[decision.seat].hand if card in NOTES]
    card, adult = card_of(view), view.card.adult
    if adult is None:  # what the card says, else the first answer
        adult = 0 if card.adult == DEALER_DECIDES else view.card.answers.index(card.sort_answers[card.adult])
    choice = adult if notes or rng.below(4) else 1 - adult
    return {"choice": choice, "note": "", "card": rng.choose(notes) if notes and rng.below(2) else None}


def _rule(view: View, decision: Decision, rng: Rng) -> Move:
    """Follow the marks, strike entries of `rejects` too, and rank performances by their number of different words."""
    args = dict(decision.default.args)
    if "strike" in args:
        args["strike"] = [one.value for one in job_of(view).examples if _is_refused(view, one)]
    if "order" in args:
        args["order"] = _order(view, args["order"], rng)
    return Move("rule", args | _answer(view, decision, rng))


def _is_refused(view: View, one: ExampleView) -> bool:
    """Whether the bot would strike this example: it breaks the fine print or is in `rejects`."""
    is_bad = one.marked or normal(one.text) in map(normal, card_of(view).rejects)
    return is_bad and not (one.struck or one.settled)


def _order(view: View, performed: list[int], rng: Rng) -> list[int]:
    forbids = card_of(view).fine_effect == "forbid"
    ranked = [
        (forbids and one.marked, -min(len(set(words(one.text))), MOST_WORDS), rng.below(1000), one.seat)
        for one in job_of(view).texts
        if one.text is not None and one.seat in performed
    ]
    return [seat for *_, seat in sorted(ranked)]


def _votes(view: View, decision: Decision, rng: Rng) -> Move:
    up = [one.seat for one in view.answers if one.is_adult and not one.excused and one.seat != view.me]
    up = [seat for seat in up if not view.players[seat].is_out and not view.players[seat].left]
    first = bot_law.leader(view)
    down = [seat for seat in up if rng.below(10) < (4 if seat == first else 2)]
    args: Args = {"down": down}
    if view.top_bid is not None:
        leaves = view.answers_in == "together" and rng.below(10) < 8
        args["bid"] = _bid_of(view, decision, rng) if leaves else {"amount": None, "card": None}
    return Move("votes", args)


def _bid_of(view: View, decision: Decision, rng: Rng) -> Args:
    """Bid the share 0.2 + 0.05 × gain, ± 0.1, of the money."""
    gain, money = view.card_gain, view.top_bid or 0
    share = 0.2 + 0.05 * gain + (rng.below(2001) - 1000) / 10_000
    helpers = [card for card in view.players[decision.seat].hand if card in HELPERS]
    card = helpers[0] if helpers and gain >= HELPER_FROM else None
    return {"amount": max(0, min(money, round(money * share))), "card": card}


def _strike(view: View) -> Move | None:
    """During the naming: strike what breaks the fine print or is in `rejects`."""
    job = job_of(view)
    refused = (one for one in job.examples if one.seat in job.inside and _is_refused(view, one))
    one = next(refused, None)
    return Move("strike", {"seat": one.seat, "example": one.text}) if one else None


STAGES: dict[str, Callable[[View, Decision, Rng], Move]] = {
    "naming": _name,
    "list": partial(_work, _list),
    "number": partial(_work, _number),
    "perform": partial(_work, _perform),
    "ruling": _rule,
    "answer": partial(_work, lambda view, rng: {}),
    "votes": _votes,
    "bids": lambda view, decision, rng: Move("bid", _bid_of(view, decision, rng)),
    "till": lambda view, decision, rng: decision.default,  # the right amount
}
