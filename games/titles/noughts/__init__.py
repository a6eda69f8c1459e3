"""Noughts and Crosses: the model title, a complete game as short as possible."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Bot, Game, Mail, Manual, NoOptions, Rules, Table
from games.titles.noughts import bot, rules, words
from games.titles.noughts.drawing import mail_picture, pictures, scene
from games.titles.noughts.state import State, audit, determinize
from games.titles.noughts.view import View, view

FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    rules=Rules[State, NoOptions, View](
        state=State,
        options=NoOptions,
        setup=rules.setup,
        steps=(rules.PutMark(),),
        view=view,
        result=rules.result,
        drop=rules.drop,
        determinize=determinize,
        audit=audit,
        refusals={"mark.cell": ("NC-03", "Choose an empty cell."), "unasked": ("NC-02", "It isn’t your turn.")},
    ),
    bot=Bot[State, View](choose=bot.choose),
    table=Table[State, View](story=words.story, headline=words.headline, position_words=words.position_words),
    mail=Mail[View](picture=mail_picture),
    manual=Manual[State, NoOptions](scene=scene, pictures=pictures),
)
