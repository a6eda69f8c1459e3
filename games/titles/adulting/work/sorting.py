"""The sorting question: which answer is adult, who gave it, and which answers stand (section "Sorting Phase")."""

from collections.abc import Iterator
from typing import Any

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.adulting.cards import CARDS, DEALER_DECIDES, NOTES
from games.titles.adulting.state import Answer, State, Told, from_left, weight
from games.titles.adulting.work import effects


def answers_of(state: State) -> list[str]:
    """The two answers of the round's card, in the order shown in this match."""
    card = CARDS[state.round.card]
    return list(card.sort_answers[::-1] if card.id in state.flipped else card.sort_answers)


def adult_choice(state: State) -> int | None:
    """The index of the adult answer as shown; None until the dealer decides, if the card leaves it open (AD-111)."""
    card = CARDS[state.round.card]
    if card.adult == DEALER_DECIDES:
        return state.round.adult
    return 1 - card.adult if card.id in state.flipped else card.adult


def choice_of(state: State, given: Answer) -> int:
    """The answer that counts. No answer means the childish one or, if the dealer had yet to decide, the second one,
    which is adult if the dealer then picks it (AD-123)."""
    if given.choice is not None:
        return given.choice
    adult = adult_choice(state)
    was_open = CARDS[state.round.card].adult == DEALER_DECIDES and asks_with_work(state)
    return 1 if was_open or adult is None else 1 - adult


def is_adult(state: State, seat: int) -> bool:
    """Whether this seat gave the adult answer."""
    given = state.round.answers.get(seat)
    return given is not None and choice_of(state, given) == adult_choice(state)


def is_excused(state: State, seat: int) -> bool:
    """Whether this seat gave the adult answer with a Doctor's Note, so that it stands without a vote (AD-220)."""
    return is_adult(state, seat) and state.round.answers[seat].card in NOTES


def up_for_vote(state: State, voter: int) -> list[int]:
    """The seats whose answers this voter can vote down (AD-116, AD-119)."""
    others = [seat for seat in from_left(state, state.in_round) if seat != voter]
    return [seat for seat in others if is_adult(state, seat) and not is_excused(state, seat)]


def asks_with_work(state: State) -> bool:
    """Whether the question comes with the job (AD-114)."""
    options, job = state.options, CARDS[state.round.card].job
    return options.sorting == "with_work" and not (job == "category" and options.category == "turns")


def is_question_known(state: State, seat: int | None) -> bool:
    """Whether this seat (None: a spectator) knows the question: with the job, from the ruling, or as the dealer."""
    return asks_with_work(state) or state.round.has("ruled") or seat == state.dealer


def are_answers_public(state: State) -> bool:
    """Whether sorting answers are public: at once if given in turn, else once all are in (AD-54, AD-55)."""
    return state.round.has("answered") or (state.options.answers == "in_turn" and not asks_with_work(state))


def missing(state: State) -> list[int]:
    """The seats in the round that have not answered, from the dealer's left, the dealer last (AD-112)."""
    return [seat for seat in from_left(state, state.in_round) if seat not in state.round.answers]


def enter_answer(state: State, seat: int, move: Move) -> None:
    """Record the sorting answer of a move, if it holds one."""
    if "choice" in move.args:
        args = move.args
        state.round.answers[seat] = Answer(args["choice"], args.get("note") or "", args.get("card") or "")


def show_answers(state: State, context: Context) -> None:
    """Make all answers public; discard each Doctor's Note that was used (AD-46)."""
    state.round.reached = "answered"
    shown = {}
    for seat in [seat for seat in from_left(state, state.in_round) if seat in state.round.answers]:
        given, is_free = state.round.answers[seat], is_excused(state, seat)
        choice = choice_of(state, given)
        shown[str(seat)] = {"adult": is_adult(state, seat), "choice": choice, "note": given.note, "excused": is_free}
        if is_free:
            effects.discard(state, seat, given.card)
    context.log("answers", "AD-110", answers=shown, words=answers_of(state))


def voted_down_by(state: State, seat: int) -> list[int]:
    """The seats that voted this seat's answer down."""
    return [voter for voter, down in state.round.votes.items() if seat in down]


def told(state: State) -> Iterator[Told]:
    """The answers of the round and their outcomes, once all are public."""
    round = state.round
    if not round.has("answered"):
        return
    for seat in from_left(state, [seat for seat in round.answers if seat in state.present]):
        given, is_out, grown_up = round.answers[seat], seat in round.out, is_adult(state, seat)
        stands = seat in round.adults if round.has("voted") and grown_up and not is_out else None
        words = answers_of(state)[choice_of(state, given)]
        facts = (grown_up, is_excused(state, seat), stands, is_out, voted_down_by(state, seat))
        yield Told(seat, words, given.note, *facts)


def count_votes(state: State, context: Context) -> None:
    """Decide which adult answers stand (AD-117) and publish the votes by name (AD-118)."""
    state.round.reached = "voted"
    for seat in from_left(state, state.in_round):
        if not is_adult(state, seat):
            continue
        down = voted_down_by(state, seat)
        against = sum(weight(state, voter) for voter in down)
        total = sum(weight(state, other) for other in state.in_round if other != seat)
        stands = 2 * against <= total or is_excused(state, seat)
        if stands:
            state.round.adults.append(seat)
        if not is_excused(state, seat):
            facts: dict[str, Any] = {"stands": stands, "against": against, "total": total, "down": down}
            context.log("vote", "AD-117", seat=seat, **facts)
