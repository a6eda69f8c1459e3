"""The verbs of a Category in turns: naming examples, and the dealer's bench (AD-60 to AD-74)."""

from collections.abc import Iterator

from games.kernel.display import Attempt
from games.kernel.errors import need
from games.kernel.step import Context
from games.kernel.types import Action, Decision, Move, Pick, Text, seat_options
from games.titles.adulting.cards import CARDS
from games.titles.adulting.fields import optional
from games.titles.adulting.state import State
from games.titles.adulting.texts import EXAMPLE, normal
from games.titles.adulting.verb import WAITS, Args, StageVerb, Verb
from games.titles.adulting.work import category
from games.titles.adulting.work.examples import SETTLED, known, named, read_example


class Name(StageVerb):
    """Name an example in turn (AD-58)."""

    name = "name"
    steps = ("naming",)
    keys = ("text",)

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        return Move("name", {"text": read_example(args.get("text"))})

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        """Repeating an example, and passing (AD-62, AD-65)."""
        again = ("AD-62", "It was named before. If you name it again, you are eliminated.")
        found = [Attempt(f"Name “{one.text}” again", None, *again) for one in category.examples(state)]
        return [*found, Attempt("Pass and stay in", None, "AD-65", "If you name nothing, you are eliminated.")]


class GiveUp(StageVerb):
    """Name nothing more (AD-65)."""

    name = "give_up"
    steps = ("naming",)


class BenchVerb(Verb):
    """What the dealer can do while examples are named."""

    is_at_once = True

    def need_open(self, state: State, step: str, seat: int, args: Args, main: list[int]) -> None:
        need(step == "naming", "AD-74", "Nobody is naming examples now.")
        need(seat == state.dealer, "AD-67", "Only the dealer arbitrates.")


class Strike(BenchVerb):
    """Strike an example during the naming (AD-64, AD-74)."""

    name = "strike"
    keys = ("seat", "example")

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        found = named(known(state), args)
        need(found.seat in category.inside(state.round.job), "AD-74", "That player is already out.")
        need(found.key not in state.round.job.settled, *SETTLED)
        return Move("strike", {"seat": found.seat, "example": found.text})

    def carry_out(self, state: State, step: str, seat: int, args: Args, context: Context) -> None:
        state.round.job.struck.append((args["seat"], normal(args["example"])))
        context.log("struck", "AD-64", seat=seat, about=args["seat"], text=args["example"])
        category.settle_turn(state)


class CallTime(BenchVerb):
    """Call time on the player whose turn it is (AD-68)."""

    name = "call_time"

    def need_open(self, state: State, step: str, seat: int, args: Args, main: list[int]) -> None:
        super().need_open(state, step, seat, args, main)
        need(not state.open_cases, "AD-151", WAITS)

    def carry_out(self, state: State, step: str, seat: int, args: Args, context: Context) -> None:
        turn = state.round.job.turn
        context.log("time", "AD-68", seat=seat, about=turn)
        category.end_naming(state, turn, "time")
        category.settle_turn(state)


def ask(state: State, seat: int) -> Decision:
    """The next example of a Category named in turns (AD-60)."""
    card = CARDS[state.round.card]
    example = Action("name", "Name it", (Text("text", EXAMPLE, card.accept, label="example"),))
    return Decision(seat, card.prompt, (example, Action("give_up", "Give up")), Move("give_up"), ("AD-60", "AD-61"))


def ask_dealer(state: State) -> Iterator[Decision]:
    """The dealer's options while examples are named: strike, call time (AD-64, AD-68)."""
    job = state.round.job
    fields = (Pick("seat", seat_options(tuple(job.players)), label="player"), Text("example", EXAMPLE))
    strike = Action("strike", "Strike an example", fields)
    words = "Strike an example that does not qualify."
    yield optional(state.dealer, words, (strike,), ("AD-64", "AD-74"), "bench")
    if not state.open_cases and not category.is_naming_over(state):
        call, after = Action("call_time", "Call time"), str(job.turn)
        yield optional(state.dealer, "Call time.", (call,), ("AD-68", "AD-69"), "time", after)
