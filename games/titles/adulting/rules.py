"""The steps of a match, in the order of the manual.

scoring (Scoring Phase): the dealer, or everyone, plays a card -> draw
naming | list | number | perform (Work Phase): the job of the card
ruling: the dealer rules; the fine print becomes public
answer (Sorting Phase): players who have not answered along with the job
votes: votes against answers, standing bids; then wages are paid    [open bank: till]
bids (Bidding Phase): bidders without a standing bid                [open bank: till] -> next round, scoring
From naming to bids, players can file objections, suits and motions (`courts`); no stage closes while a case is open.

Live clocks are in seconds (section "Playing online", AD-69, AD-159). By correspondence, the platform's defaults are
those of the rulebook: the turn time, and half of it for cases and before time may be called.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Move
from games.titles.adulting import flow, verbs
from games.titles.adulting.bot import sampling
from games.titles.adulting.law import courts, filing, pleading, rulings
from games.titles.adulting.state import Bid, State, from_left, is_in_turn, numbered
from games.titles.adulting.work import (
    auction,
    bidding,
    category,
    effects,
    jobs,
    naming,
    payments,
    ruling,
    scoring,
    sorting,
    till,
    voting,
)

TURN, LONGER = 45, {"perform": 150, "ruling": 90}
REPLY, COURT = 90, {"jury": 30}  # REPLY: reply, retort, hearing, plea
SOFT = 20  # before the dealer may call time
FOR_A_CASE = 30  # added to a stage for each case opened in it
ASK: Mapping[str, Callable[[State, int], Decision]] = {
    **{"scoring": scoring.ask, "naming": naming.ask, "ruling": ruling.ask, "votes": voting.ask, "bids": bidding.ask},
    **{"till": payments.ask, **jobs.ASK},
}
"""The decision that each stage asks a seat."""


class Stage(Step[State], ABC):
    """Base of all stages: cases run alongside, and a stage stays open while a case is open (AD-150 to AD-152)."""

    @abstractmethod
    def seats(self, state: State) -> list[int]:
        """The seats that the stage itself asks now."""

    @abstractmethod
    def close(self, state: State, answers: Answers, context: Context) -> str:
        """Resolve the answers and return the next step."""

    def ask(self, state: State) -> list[Decision]:
        asked = [ASK[self.name](state, seat) for seat in self.seats(state)] + pleading.ask(state)
        if asked:
            bench = naming.ask_dealer(state) if self.name == "naming" else ()
            asked += [*bench, *filing.ask(state, self.name), *payments.ask_callers(state)]
        if state.options.pace != "live":
            return asked
        filed = 0 if is_in_turn(state, self.name) else sum(case.opened_in == self.name for case in state.round.cases)
        return [self._timed(decision, FOR_A_CASE * filed) for decision in asked]

    def _timed(self, decision: Decision, extra: int) -> Decision:
        """The decision with its clock for live play."""
        clock = decision.clock
        if decision.matter == "case":
            return replace(decision, clock=replace(clock, limit=COURT.get(decision.actions[0].verb, REPLY)))
        if decision.matter == "time":
            return replace(decision, clock=replace(clock, hold=SOFT))
        if decision.matter:
            return decision
        return replace(decision, clock=replace(clock, limit=LONGER.get(self.name, TURN), extra=extra))

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        return verbs.read(state, self.name, seat, self.seats(state), move, is_asked)

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        return verbs.told(state, seat, move)

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        for key, move in answers.items():
            if verbs.VERBS[move.verb].is_at_once:
                return [key]
        for case in state.open_cases:
            keys = {d.seat: d.key for d in asked if d.case == case.number and d.key in answers}
            if keys and courts.is_complete(state, case, {seat: answers[key] for seat, key in keys.items()}):
                return list(keys.values())
        return None if state.open_cases else super().answers_to_resolve(state, asked, answers)

    def carry_over(self, state: State, decision: Decision, move: Move) -> Move | None:
        return move if move.verb == "wait" else None

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        next = self._resolve(state, answers, context)
        state.busy = state.busy or bool(answers)
        is_end = state.over or (next == "next_round" and flow.is_last_round(state))  # flow.end discloses all
        if next != self.name and state.busy and not is_end:
            if self.name != "till":  # payments just keyed in can be called out until the next stage is over
                flow.disclose(state, context)  # AD-191: a decision was made in this stage
            state.busy = False
        return next

    def _resolve(self, state: State, answers: Answers, context: Context) -> str:
        for (matter, number), answered in sorted(answers.by_matter.items()):
            given = {seat: move for seat, move in answered.items() if move.verb != "wait"}
            if not given:
                continue
            if matter == "case":
                return courts.go_on(state, self.name, numbered(state.open_cases, number), given, context) or self.name
            ((seat, move),) = given.items()
            verbs.VERBS[move.verb].carry_out(state, self.name, seat, move.args, context)
            return self.name
        return self.close(state, answers, context)

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        is_scoring = decision.actions[0].verb == "place"  # for other decisions the kernel tries the fields
        return sampling.scoring_moves(state, decision.seat) if is_scoring else None

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        return sampling.sample(state, self.name, decision, rng)


class Scoring(Stage):
    """Scoring Phase: place at most one card, or discard it for its text (AD-30 to AD-48)."""

    waiting = "to play a card in the scoring phase"

    def seats(self, state: State) -> list[int]:
        seats = from_left(state, after=state.dealer - 1) if state.options.scoring == "everyone" else [state.dealer]
        return [seat for seat in seats if state.players[seat].hand]

    def close(self, state: State, answers: Answers, context: Context) -> str:
        for seat in from_left(state, list(answers), after=state.dealer - 1):  # the dealer first
            move = answers[seat]
            try:
                effects.check(state, seat, move.verb, move.args)
            except IllegalMove:
                context.log("taken_back", "AD-32", seat=seat)
                continue
            effects.carry_out(state, seat, move.verb, move.args, context)
            if state.over:
                return flow.end(state, state.over, context)
        return flow.draw(state, context)

    def carry_over(self, state: State, decision: Decision, move: Move) -> Move | None:
        return move  # a play that is no longer possible is taken back when its turn comes (AD-32)


class Naming(Stage):
    """Category in turns: one example after the other (AD-60 to AD-74)."""

    waiting = "to name an example"

    def seats(self, state: State) -> list[int]:
        job = state.round.job
        return [] if state.open_cases or category.is_naming_over(state) else [job.turn]

    def close(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            if move.verb == "give_up":
                category.end_naming(state, seat, "gave_up")
                context.log("gave_up", "AD-65", seat=seat)
            else:
                entry = category.name(state, seat, move.args["text"])
                context.log(entry.kind, "AD-62" if entry.kind == "repeat" else "AD-60", seat=seat, text=entry.text)
            category.pass_turn(state)
        return flow.to_ruling(state) if category.is_naming_over(state) else self.name


def in_turn(state: State, step: str, owed: list[int]) -> list[int]:
    """Which of the seats owed to ask now: all together, or one in turn and none during a case (AD-54, AD-151)."""
    if not is_in_turn(state, step):
        return owed
    return [] if state.open_cases else owed[:1]


class Work(Stage):
    """A stage of the work phase in which participants give their results (AD-54 to AD-58).

    `kept`: the attribute of the job that holds the results by seat; `field`: the argument of a move that gives one;
    `told`: the event, clause and fact to log, if results become public at the end of the stage.
    """

    kept, field, told = "", "", ("", "", "")

    def results(self, state: State) -> dict[int, Any]:
        """The results so far, by seat."""
        results: dict[int, Any] = getattr(state.round.job, self.kept)
        return results

    def seats(self, state: State) -> list[int]:
        given, in_round = self.results(state), state.in_round
        owed = [seat for seat in state.round.job.players if seat in in_round and seat not in given]
        return in_turn(state, self.name, owed)

    def close(self, state: State, answers: Answers, context: Context) -> str:
        results, (event, clause, fact) = self.results(state), self.told
        for seat, move in answers.items():
            results[seat] = self.result(move)
            sorting.enter_answer(state, seat, move)
        for seat in from_left(state, list(answers)) if event else ():
            context.log(event, clause, seat=seat, **{fact: results[seat]})
        return self.name if self.seats(state) else flow.to_ruling(state)

    def result(self, move: Move) -> Any:
        """The result that a move gives, None for no result."""
        return move.args.get(self.field)


class MakeList(Work):
    """Category with secret lists (AD-75 to AD-77)."""

    name = "list"
    waiting = "to hand in a list"
    kept, field = "lists", "examples"

    def result(self, move: Move) -> list[str]:
        return [text for text in move.args.get(self.field) or [] if text]


class GiveNumber(Work):
    """Rank and Payout: a number for each participant (AD-82, AD-83, AD-90)."""

    name = "number"
    waiting = "to give a number"
    kept, field, told = "numbers", "n", ("number", "AD-83", "number")


class Perform(Work):
    """Challenge: everybody writes a performance at the same time (AD-95)."""

    waiting = "to perform"
    kept, field, told = "texts", "text", ("performed", "AD-95", "text")


class Ruling(Stage):
    """The dealer's ruling, which also makes the fine print public (AD-100 to AD-104)."""

    waiting = "to rule on the job"

    def seats(self, state: State) -> list[int]:
        return [] if state.round.has("ruled") else [state.dealer]

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        ruling = [decision.key for decision in asked if not decision.matter and decision.key in answers]
        if ruling:  # published at once (AD-101); only the end of the step waits for open cases (AD-151)
            return ruling
        return super().answers_to_resolve(state, asked, answers)

    def close(self, state: State, answers: Answers, context: Context) -> str:
        for move in answers.values():
            rulings.publish(state, move, context)
        return self.name if state.open_cases else "answer"


class GiveAnswer(Stage):
    """Sorting Phase: the question of the card (AD-110 to AD-112, AD-114, AD-115)."""

    name = "answer"
    waiting = "to answer the sorting question"

    def seats(self, state: State) -> list[int]:
        return in_turn(state, self.name, sorting.missing(state))

    def close(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            sorting.enter_answer(state, seat, move)
            if state.options.answers == "in_turn" and self.seats(state):
                told = sorting.answers_of(state)[move.args["choice"]] if move.args["choice"] is not None else ""
                context.log("answered", "AD-112", seat=seat, answer=told, note=move.args.get("note") or "")
        if sorting.missing(state):
            return self.name
        sorting.show_answers(state, context)
        return "votes"


class CastVotes(Stage):
    """Votes on the adult answers, standing bids, the last call for appeals (AD-116 to AD-125, AD-137)."""

    name = "votes"
    waiting = "to vote on the answers"

    def seats(self, state: State) -> list[int]:
        return from_left(state, state.in_round)

    def carry_over(self, state: State, decision: Decision, move: Move) -> Move | None:
        """Keep votes and standing bid, without votes on players who are out of the round by now (AD-138)."""
        if decision.matter:
            return super().carry_over(state, decision, move)
        up = sorting.up_for_vote(state, decision.seat)
        return Move("votes", move.args | {"down": [seat for seat in move.args["down"] if seat in up]})

    def close(self, state: State, answers: Answers, context: Context) -> str:
        round = state.round
        round.votes = {seat: list(move.args["down"]) for seat, move in answers.items()}
        for seat, move in answers.items():
            left = move.args.get("bid")
            if left and left["amount"] is not None:
                round.bids[seat] = Bid(left["amount"], left["card"] or "")
        sorting.count_votes(state, context)
        round.bids = {seat: bid for seat, bid in round.bids.items() if seat in round.adults}
        return flow.pay_wages(state, context)


class PlaceBids(Stage):
    """Bidding Phase: blind bids of the adults (AD-130 to AD-140)."""

    name = "bids"
    waiting = "to bid"

    def seats(self, state: State) -> list[int]:
        active = auction.bidding(state)
        return [seat for seat in active if seat not in state.round.bids] if len(active) > 1 else []

    def carry_over(self, state: State, decision: Decision, move: Move) -> Move | None:
        # A bid above the money that is left is lowered when the bids are opened (AD-138).
        return super().carry_over(state, decision, move) if decision.matter else move

    def close(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            state.round.bids[seat] = Bid(move.args["amount"], move.args["card"] or "")
        return auction.open_bids(state, context)


class KeyIn(Stage):
    """The till of an open bank (AD-189 to AD-197)."""

    name = "till"
    waiting = "to key in a payment"

    def seats(self, state: State) -> list[int]:
        return from_left(state, [seat for seat in state.round.dues if seat in state.present])

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        if state.round.is_void:  # AD-233: keyed amounts are paid, the other seats pay the right amount
            return answers.keys()
        return super().answers_to_resolve(state, asked, answers)

    def close(self, state: State, answers: Answers, context: Context) -> str:
        return till.close(state, answers, context)


class NextRound(Step[State]):
    """The deck goes on, or the match is over (AD-26, AD-148)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        context.before_deal()
        return flow.next_round(state, context)


STAGES: tuple[Stage, ...] = (
    *(Scoring(), Naming(), MakeList(), GiveNumber(), Perform()),
    *(Ruling(), GiveAnswer(), CastVotes(), PlaceBids(), KeyIn()),
)
STEPS: tuple[Step[State], ...] = (*STAGES, NextRound())
