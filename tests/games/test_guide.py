"""The example with hidden hands in docs/adding-a-game.md runs as printed, and keeps the laws."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from config.settings import BASE_DIR
from games.kernel.bots import seed_from, self_play
from games.kernel.data import Clause, Meta
from games.kernel.display import Fact
from games.kernel.game import Bot, Game, NoOptions, Rules, Table
from games.kernel.laws import contract
from games.kernel.laws.random_cases import make_case
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Decision, Event, Move, Option, Pick
from games.kernel.words import Sentences

GUIDE = BASE_DIR / "docs" / "adding-a-game.md"
GIVEN = (Action, Answers, Context, Decision, Move, NoOptions, Option, Pick, Rng, Step, Struct)
STORIES = {
    "dealt": "All get five cards.",
    "trick": "{seat:name} {wins|win} a trick with {card}.",
    "left": "{seat:name} {leaves|leave} the game.",
}


def story(event: Event, names: Sequence[str]) -> str:
    return Sentences(names).say(STORIES[event.kind], event.data)


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """The names that the example defines."""
    found = re.search(r"## A game with hidden hands\n.*?```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert found
    names: dict[str, Any] = {one.__name__: one for one in GIVEN} | {"__name__": __name__}
    exec(compile(found[1], str(GUIDE), "exec", dont_inherit=True), names)
    return names


@pytest.fixture(scope="module")
def game(printed: dict[str, Any]) -> Game:
    functions = {name: printed[name] for name in ("setup", "view", "determinize", "drop", "result", "audit")}
    return Game(
        meta=Meta("high", "High", "HI", "Win tricks.", "Win tricks.", (2, 3, 4), (1, 2), "Made up.", 1, ()),
        clauses={id: Clause(id, "A trick") for id in ("HI-02", "HI-03", "HI-05")},
        rules=Rules(state=printed["State"], options=NoOptions, steps=(printed["PlayCard"](),), **functions),
        bot=Bot(choose=lambda view, decision, moves, rng: decision.default),
        table=Table(
            story=story,
            headline=lambda view, decision, names: "High",
            position_words=lambda view, names, reader: [Fact("View", str(view))],
        ),
    )


@pytest.mark.parametrize("number", contract.LAWS)
def test_the_example_with_hidden_hands_keeps_the_laws(game: Game, number: int) -> None:
    for case in range(3):
        contract.LAWS[number].check(game, make_case(game, case))


def test_the_strong_bot_plays_it(game: Game) -> None:
    brief = replace(game, meta=replace(game.meta, thinking=20))
    played = self_play(brief, 3, seed_from("guide"), NoOptions(), ["strong", "house", "random"])
    assert played.decisions == 15 and sum(played.position.state.won) == 5


def test_law_6_fails_if_the_view_shows_a_hand(game: Game, printed: dict[str, Any]) -> None:
    def view(state: Any, step: str, seat: int | None) -> Any:
        return printed["View"](list(state.hands[0]), [], [])

    open_game = replace(game, rules=replace(game.rules, view=view))
    with pytest.raises(contract.LawBroken, match="breaks law 6"):
        contract.LAWS[6].check(open_game, make_case(game, 0))
