"""Happy Little Dinosaurs: secret cards and small disasters; the first to fifty or the last one standing wins."""

from games.kernel import data
from games.kernel.game import Bot, Game, Lobby, Mail, Manual, Rules, Table
from games.titles.dinosaurs import bot, imagined, mail_choices, rules, scene, table_facts, why_not, words
from games.titles.dinosaurs.asking import REFUSALS
from games.titles.dinosaurs.cards import FOLDER
from games.titles.dinosaurs.determinize import determinize
from games.titles.dinosaurs.drawing.pictures import pictures
from games.titles.dinosaurs.gallery import gallery
from games.titles.dinosaurs.mail_picture import mail_picture
from games.titles.dinosaurs.position_words import position_words
from games.titles.dinosaurs.state import Options, State, audit
from games.titles.dinosaurs.view import View, view

game = Game(
    meta=data.read_meta(FOLDER),
    clauses=data.read_clauses(FOLDER),
    rules=Rules[State, Options, View](
        state=State,
        options=Options,
        setup=rules.setup,
        steps=rules.STEPS,
        view=view,
        result=lambda state: state.ranks,  # HD-131
        drop=rules.drop,
        determinize=determinize,
        audit=audit,
        refusals=REFUSALS,
    ),
    bot=Bot[State, View](
        choose=bot.choose,
        candidate_moves=bot.candidate_moves,
        win_chances=bot.win_chances,
        imagined=imagined.imagined,
        orders=bot.bot_orders,
    ),
    table=Table[State, View](
        story=words.story,
        log_pictures=words.log_pictures,
        headline=words.headline,
        position_words=position_words,
        result_notes=words.result_notes,
        facts=table_facts.TableFacts,
        why_not=why_not.tries,
    ),
    mail=Mail[View](choices=mail_choices.choices, picture=mail_picture),
    manual=Manual[State, Options](gallery=gallery, scene=scene.place, pictures=pictures),
    lobby=Lobby[Options](seat_requests=rules.seat_requests, finalize_options=rules.finalize_options),
)
