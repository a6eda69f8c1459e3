"""Village Fair: a made-up game for tests, which uses every feature of the kernel."""

from pathlib import Path

from games.kernel.data import read_clauses, read_meta
from games.kernel.display import Fact
from games.kernel.game import Bot, Game, Rules, Table
from tests.kernel.madeup import rules, state, words

FOLDER = Path(__file__).parent

game = Game(
    meta=read_meta(FOLDER),
    clauses=read_clauses(FOLDER),
    rules=Rules[state.State, state.Options, words.View](
        state=state.State,
        options=state.Options,
        setup=rules.setup,
        steps=(rules.LayCard(), rules.Vote(), rules.TakePrize(), rules.TakeTurn(), rules.React()),
        view=words.view,
        result=rules.result,
        drop=rules.drop,
        determinize=state.determinize,
        audit=state.audit,
        refusals={
            "over": ("MU-13", "The fair is over."),
            "left": ("MU-14", "You have left the fair."),
            "unasked": ("MU-01", "It is not your turn."),
            "seats": ("MU-02", "The fair is for three or four seats."),
            "options": ("MU-02", "Choose two or three rounds, and four or six points."),
            "verb": ("MU-01", "Choose one of the things to do at a fair."),
            "build.cards.count": ("MU-08", "Pay one or two cards."),
            "build.cards": ("MU-08", "Pay with cards that you hold, not with {value}."),
        },
    ),
    bot=Bot[state.State, words.View](
        choose=words.choose,
    ),
    table=Table[state.State, words.View](
        story=words.story,
        headline=words.headline,
        position_words=lambda view, names, reader: [Fact("View", str(view))],
        facts=words.table,
    ),
)
