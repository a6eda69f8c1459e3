"""Human Resources: two directors furnish one office and score the patterns of their projects in it."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Bot, Game, Mail, Manual, Rules, Table
from games.titles.human_resources import (
    board,
    bot,
    determinize,
    gallery,
    log_pictures,
    mail_choices,
    mail_picture,
    rules,
    scene,
    table_facts,
    why_not,
    words,
)
from games.titles.human_resources.drawing import plates
from games.titles.human_resources.state import Options, State, audit
from games.titles.human_resources.view import View, view

FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    rules=Rules[State, Options, View](
        state=State,
        options=Options,
        setup=rules.setup,
        steps=rules.STEPS,
        view=view,
        result=rules.result,
        drop=rules.drop,
        determinize=determinize.determinize,
        audit=audit,
        refusals=data.read_refusals(FOLDER),
    ),
    bot=Bot[State, View](choose=bot.choose, candidate_moves=bot.candidate_moves, win_chances=bot.win_chances),
    table=Table[State, View](
        story=words.story,
        log_pictures=log_pictures.log_pictures,
        headline=words.headline,
        result_notes=words.result_notes,
        facts=table_facts.Table,
        why_not=why_not.tries,
    ),
    mail=Mail[View](choices=mail_choices.choices, picture=mail_picture.mail_picture),
    manual=Manual[State, Options](
        gallery=gallery.gallery,
        scene=scene.table,
        pictures=plates.pictures,
        board=board.board,
    ),
)
