"""Happy Little Dinosaurs: secret cards, small disasters, fifty points or the last one standing."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Game
from games.titles.dinosaurs import (
    board,
    bot,
    choices,
    determinize,
    gallery,
    leaving,
    mail_picture,
    rules,
    scene,
    seat_requests,
    table_facts,
    why_not,
    words,
)
from games.titles.dinosaurs.drawing import pictures
from games.titles.dinosaurs.state import Options, State, audit
from games.titles.dinosaurs.view import view

FOLDER = Path(__file__).parent

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    state=State,
    options=Options,
    setup=rules.setup,
    view=view,
    result=rules.result,
    drop=leaving.drop,
    story=words.story,
    steps=rules.STEPS,
    headline=words.headline,
    result_notes=words.result_notes,
    choose=bot.choose,
    candidate_moves=bot.candidate_moves,
    win_chances=bot.win_chances,
    bot_orders=bot.bot_orders,
    determinize=determinize.determinize,
    audit=audit,
    table=table_facts.table,
    choices=choices.choices,
    gallery=gallery.gallery,
    scene=scene.place,
    pictures=pictures.pictures,
    board=board.board,
    mail_picture=mail_picture.mail_picture,
    why_not=why_not.tries,
    seat_requests=seat_requests.seat_requests,
    finalize_options=seat_requests.finalize_options,
    refusals={
        "over": ("HD-01", "The game is over."),
        "left": ("HD-40", "You are out of the game."),
        "unasked": ("HD-119", "You have nothing to decide right now."),
        "seats": ("HD-02", "This game needs two to six players."),
        "options.unknown": ("HD-119", "Unknown option: {field}."),
        "options.value": ("HD-119", "Unknown value for the option {field}."),
        "unreadable": ("HD-119", "That move could not be read."),
        "verb": ("HD-119", "That is not the decision you are asked for."),
    },
)
