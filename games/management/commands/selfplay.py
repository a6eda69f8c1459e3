"""`manage.py selfplay SLUG --seats N --matches M --seed S`: let bots play, and print statistics as JSON."""

import json
import time
from collections import Counter
from statistics import fmean, median
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from msgspec import Struct

from games.kernel import bots, codec, engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.laws.information import outputs, what_differs
from games.kernel.laws.random_cases import refusal
from games.kernel.position import UNSEEN, AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision, Event
from games.titles import load_all

SAMPLE = 25  # expensive checks examine one position in this many
EVERY = 2.0  # seconds between progress lines


class Stages(Struct):
    """Counts answer stages. All decisions open at one moment form a stage; the next begins when they are answered.

    In correspondence, this is how often the players of a table wait for each other.
    """

    count: int = 0
    open: set[str] = set()

    def watch(self, position: AnyPosition, asked: list[Decision], events: list[Event]) -> None:
        """Called after each answer."""
        required = [d for d in asked if not (d.optional or d.clock.pace in UNSEEN or d.key in position.sealed)]
        now = {position.id_of(decision) for decision in required}
        if not self.open & now:
            self.open = now
            self.count += bool(now)


class Checks:
    """Tests the cheap laws while the bots play. `seconds` is the time spent, to subtract from the total."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game, self.rng = game, Rng(bots.seed_from("checks", seed))
        self.stages = Stages()  # of the current match
        self.seconds, self.violated = 0.0, 0
        self.first = ""

    def watch(self, position: AnyPosition, asked: list[Decision], events: list[Event]) -> None:
        """The `watch` argument of `self_play`: count and check after each answer."""
        self.stages.watch(position, asked, events)
        began = time.perf_counter()
        try:
            self.game.rules.audit(position.state)
            if not self.rng.below(SAMPLE):
                self._look(position, asked)
        except AssertionError as error:
            self.violated += 1
            self.first = self.first or f"step {position.step}, serial {position.serial}: {error}"
        self.seconds += time.perf_counter() - began

    def _look(self, position: AnyPosition, asked: list[Decision]) -> None:
        raw = codec.dump(position)
        assert codec.dump(codec.load(self.game, raw)) == raw, "the position does not survive JSON"
        for decision in asked:
            if decision.is_final and decision.key in position.sealed:
                continue
            for move in (decision.default, legal_moves.random_move(self.game, position, decision, self.rng)):
                refused = refusal(self.game, position, decision.seat, move, position.id_of(decision))
                assert refused is None, f"{move} of seat {decision.seat} is refused: {refused}"
        seat = self.rng.choose((*range(position.seats), None))
        shown = outputs(self.game, position, seat, [])
        again = outputs(self.game, engine.redrawn(self.game, position, seat, self.rng), seat, [])
        assert shown == again, f"seat {seat} sees more than it knows: {what_differs(shown, again)}"


class Tally:
    """Statistics over all matches."""

    def __init__(self, seats: int) -> None:
        self.lengths: list[int] = []
        self.verbs: Counter[str] = Counter()
        self.seat_wins = [0.0] * seats
        self.kind_wins: dict[str, float] = {}
        self.stages: list[int] = []
        self.rounds = 0

    def add(self, played: bots.MatchOfBots, kinds: list[str], stages: int) -> None:
        """Count a match. Seats that tie for first place get equal parts of the win."""
        self.lengths.append(played.decisions)
        self.stages.append(stages)
        self.rounds += played.position.round + 1
        self.verbs.update(one.move.verb for one in played.moves)
        self.kind_wins |= {kind: self.kind_wins.get(kind, 0.0) for kind in kinds}
        winners = [seat for seat, rank in enumerate(played.result) if rank == 1]
        for seat in winners:
            self.seat_wins[seat] += 1 / len(winners)
            self.kind_wins[kinds[seat]] += 1 / len(winners)


class Command(BaseCommand):
    help = "Let bots play against each other and print statistics as one JSON object. Progress goes to stderr."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", choices=sorted(load_all()), metavar="SLUG")
        parser.add_argument("--seats", type=int, help="default: the fewest the game allows")
        parser.add_argument("--matches", type=int, default=100)
        parser.add_argument("--seed", default="0", help="any word; the same one gives the same matches")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument(
            "--bots",
            nargs="+",
            default=["house"],
            choices=bots.KINDS,
            help="several kinds are seated in turn and move on one seat after each match",
        )
        parser.add_argument("--orders", action="store_true", help="house bots give standing orders")
        parser.add_argument("--json", action="store_true", help="print the object on one line")

    def handle(self, *args: Any, slug: str, matches: int, seed: str, **options: Any) -> None:
        game = load_all()[slug]
        seats = options["seats"] or game.meta.seats[0]
        if matches < 1:
            raise CommandError("Play at least one match.")
        chosen = _options(game, seats, options["option"])
        tally, checks = Tally(seats), Checks(game, seed)
        words = ", ".join(f"{name} {value}" for name, value in msgspec.to_builtins(chosen).items())
        self.stderr.write(
            f"{game.meta.title}, {seats} seats, {words or 'no options'}, {' and '.join(options['bots'])} bots"
        )
        began = said = time.perf_counter()
        for number in range(matches):
            kinds = _kinds(options["bots"], seats, number, options["orders"])
            checks.stages = Stages()
            played = bots.self_play(game, seats, bots.seed_from(seed, number), chosen, kinds, checks.watch)
            tally.add(played, kinds, checks.stages.count)
            if time.perf_counter() - said > EVERY:
                said = time.perf_counter()
                self.stderr.write(f"{number + 1} of {matches} matches, {sum(tally.lengths)} decisions")
        seconds = time.perf_counter() - began - checks.seconds
        self.stdout.write(json.dumps(_report(tally, checks, seconds), indent=None if options["json"] else 2))
        if checks.violated:
            raise CommandError(f"{checks.violated} violations, the first at {checks.first}", returncode=1)


def _report(tally: Tally, checks: Checks, seconds: float) -> dict[str, Any]:
    decisions = sum(tally.lengths)
    lengths = sorted(tally.lengths)
    return {
        "matches": len(lengths),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds) if seconds > 0 else 0,
        "length_distribution": {
            "mean": round(fmean(lengths), 2),
            "median": median(lengths),
            "least": lengths[0],
            "p10": lengths[len(lengths) // 10],
            "p90": lengths[len(lengths) * 9 // 10],
            "most": lengths[-1],
            "counts": {str(length): count for length, count in sorted(Counter(lengths).items())},
        },
        "answer_stages": {
            "per_match": round(fmean(tally.stages), 2),
            "per_round": round(sum(tally.stages) / tally.rounds, 2),
        },
        "wins_per_seat": [round(wins, 2) for wins in tally.seat_wins],
        "wins_per_bot_kind": {kind: round(wins, 2) for kind, wins in sorted(tally.kind_wins.items())},
        "verb_counts": dict(tally.verbs.most_common()),
        "laws_violated": checks.violated,
    }


def _kinds(wanted: list[str], seats: int, number: int, with_orders: bool) -> list[str]:
    """The kind of bot in each seat: repeated in this order round the table, and moved on one seat each match."""
    kinds = [wanted[(seat + number) % len(wanted)] for seat in range(seats)]
    return ["orders" if with_orders and kind == "house" else kind for kind in kinds]


def _options(game: Game, seats: int, given: list[str]) -> Any:
    """The game's default options for live play, with these changes. Raises CommandError."""
    facts = msgspec.to_builtins(game.rules.options.defaults(seats, "live"))
    for part in given:
        name, equals, value = part.partition("=")
        if not equals:
            raise CommandError(f"Write --option NAME=VALUE, not {part!r}.")
        try:
            facts[name] = json.loads(value)
        except ValueError:
            facts[name] = value
    try:
        chosen = engine.read_options(game, facts)
        engine.start(game, seats, chosen, bots.seed_from("try"))
    except IllegalMove as refused:
        raise CommandError(str(refused)) from None
    return chosen
