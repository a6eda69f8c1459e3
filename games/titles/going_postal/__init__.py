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
    judge,
    mail_picture,
    publish,
    rules,
    scene,
    screen,
    tries,
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
    may=judge.may,
    drop=rules.drop,
    story=words.story,
    steps=rules.STEPS,
    headline=words.headline,
    standing=words.standing,
    choose=bot.choose,
    ideas=bot.ideas,
    choices=choices.choices,
    determinize=determinize.determinize,
    audit=audit,
    table=screen.table,
    publish=publish.publish,
    refusals=judge.REFUSALS,
    gallery=gallery.gallery,
    scene=scene.table,
    pictures=pictures.pictures,
    board=board.board,
    mail_picture=mail_picture.mail_picture,
    tries=tries.tries,
)
