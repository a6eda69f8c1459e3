"""The laws of the kernel, for every title and for the made-up game.

A normal run tries each law at one table. In the slow part, tables (seats, options, seed) are drawn by hypothesis,
always the same ones. Set PLAYPOST_LAWS=300 for 300 random tables per law and game.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.kernel.bots import record_match, seed_from
from games.kernel.codec import dump
from games.kernel.engine import read_options
from games.kernel.game import Game, option_values
from games.kernel.laws import contract
from games.kernel.laws.random_cases import Case, is_allowed, make_case
from games.titles import folder, load_all
from tests.kernel.madeup import game as madeup
from tests.samples import quick_first

GAMES: dict[str, Game] = {**load_all(), madeup.meta.slug: madeup}
ROOT = Path(__file__).resolve().parents[2]
WANTED = os.environ.get("PLAYPOST_LAWS")
PROFILE = settings(derandomize=WANTED is None, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def tables(game: Game) -> st.SearchStrategy[Case]:
    """Tables of this game: any seat count, either pace's default options with any changes, any seed."""
    changes = st.fixed_dictionaries({}, optional={n: st.sampled_from(v) for n, v in option_values(game).items()})

    def make(seats: int, pace: str, changed: dict[str, object], number: int) -> Case:
        chosen = game.rules.options.defaults(seats, pace)
        facts = {name: getattr(chosen, name) for name in chosen.__struct_fields__}
        return Case(seats, read_options(game, facts | changed), seed_from("table", number))

    paces = st.sampled_from(("live", "correspondence"))
    cases = st.builds(make, st.sampled_from(game.meta.seats), paces, changes, st.integers(0, 1 << 32))
    return cases.filter(lambda case: is_allowed(game, case))


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("number", contract.LAWS)
def test_law_at_one_table(slug: str, number: int) -> None:
    """Each law at another table of the game, so that together they see several numbers of seats and options."""
    contract.LAWS[number].check(GAMES[slug], make_case(GAMES[slug], number))


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("number", contract.LAWS)
def test_law(slug: str, number: int) -> None:
    @settings(PROFILE, max_examples=int(WANTED or 10))
    @given(tables(GAMES[slug]))
    def holds(case: Case) -> None:
        contract.LAWS[number].check(GAMES[slug], case)

    holds()


@pytest.mark.parametrize("slug", load_all())
def test_recorded_matches_replay(slug: str) -> None:
    assert contract.recorded_matches(GAMES[slug], folder(slug) / "tests" / "recorded") > 0


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("which", quick_first("fewest", "all"))
def test_a_newly_recorded_match_replays(slug: str, which: str, tmp_path: Path) -> None:
    game = GAMES[slug]
    counts = game.meta.seats if which == "all" else game.meta.seats[:1]
    for number, seats in enumerate(counts):
        record = record_match(game, seats, seed_from(number), {}, ["house", "random"] * seats)
        (tmp_path / f"{seats}.json").write_bytes(dump(record))
    assert contract.recorded_matches(game, tmp_path) == len(counts)


def test_results_do_not_depend_on_the_hash_seed() -> None:
    """Law 3 across processes: nothing may depend on the order of a set of strings."""
    code = (
        "from hashlib import sha256; from games.titles import load_all\n"
        "from games.kernel.bots import record_match, seed_from; from games.kernel.codec import dump\n"
        "for game in load_all().values():\n"
        "    for kind in ('random', 'house'):\n"
        "        record = record_match(game, game.meta.seats[0], seed_from('process'), {}, [kind] * 9)\n"
        "        print(game.meta.slug, kind, sha256(dump(record)).hexdigest())\n"
    )
    printed = set()
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, check=True
        )
        printed.add(done.stdout)
    assert len(printed) == 1 and len(printed.pop().splitlines()) == 2 * len(load_all())
