"""Going Postal: everybody in the office moves the same postman round a ring, back to the Post Office."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Bot, Game, Mail, Manual, Rules, Table
from games.titles.going_postal import bot, mail_choices, rules, scene, table_facts, trading, why_not, words
from games.titles.going_postal.determinize import determinize
from games.titles.going_postal.drawing.pictures import pictures
from games.titles.going_postal.gallery import gallery
from games.titles.going_postal.mail_picture import mail_picture
from games.titles.going_postal.position_words import position_words
from games.titles.going_postal.refusals import REFUSALS
from games.titles.going_postal.stamps import ranks
from games.titles.going_postal.state import Options, State, audit
from games.titles.going_postal.view import View, view

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
        result=ranks,
        drop=rules.drop,
        determinize=determinize,
        audit=audit,
        refusals=REFUSALS,
        publish=trading.publish,
    ),
    bot=Bot[State, View](
        choose=bot.choose, candidate_moves=bot.candidate_moves, win_chances=bot.win_chances, quick=bot.quick
    ),
    table=Table[State, View](
        story=words.story,
        log_pictures=words.log_pictures,
        headline=words.headline,
        position_words=position_words,
        result_notes=words.result_notes,
        facts=table_facts.TableFacts,
        why_not=why_not.tries,
        unasked=why_not.UNASKED,
    ),
    mail=Mail[View](choices=mail_choices.choices, picture=mail_picture),
    manual=Manual[State, Options](gallery=gallery, scene=scene.table, pictures=pictures),
)
