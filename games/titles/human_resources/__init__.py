"""Human Resources: two directors share one office, and score when its cubicles form their projects' patterns."""

from pathlib import Path

from games.kernel import data
from games.kernel.game import Bot, Game, Mail, Manual, Rules, Table
from games.titles.human_resources import bot, mail_choices, mail_picture, rules, scene, table_facts, words
from games.titles.human_resources.determinize import determinize
from games.titles.human_resources.drawing.faces import pictures
from games.titles.human_resources.gallery import gallery
from games.titles.human_resources.position_words import position_words
from games.titles.human_resources.state import Options, State, audit
from games.titles.human_resources.view import View, view
from games.titles.human_resources.why_not import tries

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
        determinize=determinize,
        audit=audit,
        refusals=data.read_refusals(FOLDER),
    ),
    bot=Bot[State, View](choose=bot.choose, candidate_moves=bot.candidate_moves, win_chances=bot.win_chances),
    table=Table[State, View](
        story=words.story,
        log_pictures=words.log_pictures,
        headline=words.headline,
        position_words=position_words,
        result_notes=words.result_notes,
        facts=table_facts.TableFacts,
        why_not=tries,
    ),
    mail=Mail[View](choices=mail_choices.choices, picture=mail_picture.mail_picture),
    manual=Manual[State, Options](
        gallery=gallery,
        scene=scene.table,
        pictures=pictures,
    ),
)
