"""Going Postal: everybody in the office moves the same postman, from the Post Office back to it."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Game
from games.titles.going_postal import (
    board,
    bot,
    choices,
    determinize,
    gallery,
    mail_picture,
    publish,
    refusals,
    rules,
    scene,
    table_facts,
    why_not,
    words,
)
from games.titles.going_postal.drawing import pictures
from games.titles.going_postal.state import Options, State, audit
from games.titles.going_postal.view import view

FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    state=State,
    options=Options,
    setup=rules.setup,
    view=view,
    result=rules.result,
    may=refusals.may,
    drop=rules.drop,
    story=words.story,
    steps=rules.STEPS,
    headline=words.headline,
    result_notes=words.result_notes,
    choose=bot.choose,
    candidate_moves=bot.candidate_moves,
    choices=choices.choices,
    determinize=determinize.determinize,
    audit=audit,
    table=table_facts.table,
    publish=publish.publish,
    refusals=refusals.REFUSALS,
    gallery=gallery.gallery,
    scene=scene.table,
    pictures=pictures.pictures,
    board=board.board,
    mail_picture=mail_picture.mail_picture,
    why_not=why_not.tries,
)
