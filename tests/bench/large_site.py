"""A large site, filled by SQL: 100,000 people, 1,000,000 matches, 1,000 groups and 2,000 tournaments, with ratings,
seasons, friends, messages and news (sizes: BENCH_PEOPLE, BENCH_MATCHES; groups and tournaments follow the people).

Few people have many matches. One group and one tournament are as large as they may be.
"""

import os
from collections.abc import Callable
from typing import Any

from games.titles import load
from tests.samples import FROM_TWO, GAME

PEOPLE = int(os.environ.get("BENCH_PEOPLE", "100000"))
MATCHES = int(os.environ.get("BENCH_MATCHES", "1000000"))
GROUPS, TOURNAMENTS = max(PEOPLE // 100, 1), max(PEOPLE // 50, 1)
CHUNK = 50_000
BIG = 1  # the group with the most members and tables, and the tournament with the most entrants
GAMES = f"(ARRAY{list(load())})[1 + {{}} % {len(load())}]"
PACE = "CASE WHEN {} % 4 = 0 THEN 'live' ELSE 'correspondence' END"
SOMEBODY = f"1 + floor({PEOPLE} * power(random(), 2))::int"
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "ru", "sa", "te", "vi", "wo", "zu", "an", "el")
RATED = "25 + random() * 10, 2, {}, 5 + g % 40, g % 9, now()"
FIGURES = "slug, mu, sigma, conservative, matches, wins, updated_at"
MATCH = """INSERT INTO games_match (id, slug, owner_id, seat_count, options, pace, move_seconds, bank_seconds, is_rated,
is_public, is_lesson, token, status, commitment, secret, numbers, seals,
paused_clocks, request_key, position, version, revision, created_at,
started_at, ended_at) SELECT g, {game}, {who}, 3, '{{}}', {pace}, 86400, 0, true, g / 11 % 5 > 0, false,
substr(md5(g::text), 1, 22), CASE WHEN g % 400 = 0 THEN 'open' WHEN g % 40 = 1 THEN 'running' ELSE 'over' END, '',
'', '[]', '{{}}', '{{}}', '', '', 9, 9, now() - interval '1 hour', now() - g % 2000 * interval '1 hour',
CASE WHEN g % 400 > 0 AND g % 40 <> 1 THEN now() - g % 1900 * interval '1 hour' END FROM generate_series(%s, %s) g"""
SEATS = f"""INSERT INTO games_seat (match_id, number, user_id, bank_left, misses, left_reason, rank, strength,
seat_request, was_away, last_word) SELECT g, n, CASE WHEN g % 400 = 0 AND n = 2 THEN NULL ELSE
1 + (floor({PEOPLE} * power(random(), 2))::int + n * 7919) % {PEOPLE} END, 0, 0, '',
CASE WHEN g % 400 > 0 AND g % 40 <> 1 THEN 1 + (g + n) % 3 END, 'house', '',
false, '' FROM generate_series(%s, %s) g, generate_series(0, 2) n ON CONFLICT DO NOTHING"""
DECISIONS = """INSERT INTO games_opendecision (match_id, seat, user_id, key, pace, prompt, is_bot, asked_at, due_at,
reminded) SELECT s.match_id, 0, s.user_id, '1.0', 'turn', 'Play a card.', false, now(), now() + interval '1 day', 0
FROM games_seat s JOIN games_match m ON m.id = s.match_id WHERE m.status = 'running' AND s.number = 0
AND m.id BETWEEN %s AND %s"""
MAILS = """INSERT INTO accounts_outgoingmail (key, kind, user_id, match_id, data, status, bundle, reason, subject,
is_unread, attempts, created_at, next_try_at) SELECT 'm' || match_id || '.s' || number, 'over', user_id, match_id::text,
'{}', 'sent', '', '', '', match_id % 50 = 0, 1, now(), now() FROM games_seat
WHERE user_id IS NOT NULL AND match_id % 5 = 0 AND match_id BETWEEN %s AND %s"""
TIES = f"""INSERT INTO accounts_follow (by_id, whom_id, at) SELECT g, {SOMEBODY}, now()
FROM generate_series(1, {PEOPLE}) g;
INSERT INTO accounts_friendship (by_id, to_id, asked_at, agreed_at) SELECT g, g / 2, now(),
CASE WHEN g % 9 > 0 THEN now() END FROM generate_series(2, {PEOPLE}) g; INSERT INTO accounts_block (by_id, whom_id, at)
SELECT g, 1 + g * 31 % {PEOPLE}, now() FROM generate_series(1, {PEOPLE}, 10) g;
INSERT INTO accounts_rating (user_id, {FIGURES}) SELECT g, s, {RATED.format("g % 5000 / 100.0")} FROM
generate_series(1, {PEOPLE}) g, unnest(ARRAY['{GAME}','{FROM_TWO}']) s;
INSERT INTO accounts_pacerating (user_id, pace, {FIGURES}) SELECT g, p, s, {RATED.format("g % 5000 / 100.0")} FROM
generate_series(1, {PEOPLE}) g, unnest(ARRAY['{GAME}','{FROM_TWO}']) s, unnest(ARRAY['live','correspondence']) p;
INSERT INTO games_report (match_id, by_id, about_id, text, reason, rule, edition, seen_at, is_deleted, at, settled_at)
SELECT g, 1, 2, 'Rude', '', '', 0, 0, false, now(), CASE WHEN g % 100 > 0 THEN now() END
FROM generate_series(3, 20000) g"""
CLUBS = f"""INSERT INTO clubs_group (id, name, owner_id, token, created_at) SELECT g, 'Club ' || g, g,
substr(md5(g::text), 1, 22), now() FROM generate_series(1, {GROUPS}) g;
INSERT INTO clubs_member (group_id, user_id, joined_at, is_told) SELECT 1 + g / 5 % {GROUPS}, g, now(), true
FROM generate_series(1, {PEOPLE}) g WHERE g % 5 IN (0, 2);
INSERT INTO clubs_member (group_id, user_id, joined_at, is_told) SELECT {BIG}, g, now(), true
FROM generate_series(3, {PEOPLE}, {max(PEOPLE // 150, 1)}) g ON CONFLICT DO NOTHING;
INSERT INTO clubs_grouptable (group_id, match_id) SELECT 1 + g / 20 % {GROUPS}, g
FROM generate_series(20, {MATCHES}, 20) g;
INSERT INTO clubs_grouptable (group_id, match_id) SELECT {BIG}, g FROM generate_series(3, {MATCHES}, 200) g;
INSERT INTO clubs_groupline (group_id, user_id, text, at) SELECT 1 + g % {GROUPS}, 1 + g % {PEOPLE},
'See you on Friday', now() FROM generate_series(1, {GROUPS * 200}) g;
INSERT INTO clubs_standingdate (group_id, by_id, slug, seats, pace, move_seconds, bank_seconds, starts_at, zone,
match_id) SELECT g, g, '{GAME}', 3, 'live', 90, 900, now() + g % 7 * interval '1 day', 'UTC', g
FROM generate_series(1, {GROUPS}) g"""
CUPS = f"""INSERT INTO tournaments_tournament (id, name, slug, owner_id, format, seats, rounds, most, preset, pace,
move_seconds, bank_seconds, is_rated, text, is_private, token, status, round, starts_at, created_at, ended_at)
SELECT g, 'Cup ' || md5(g::text), '{GAME}', {SOMEBODY}, 'swiss', 4, 4, 512, '', 'live', 90, 900, true, '', g % 4 = 3,
substr(md5(g::text), 1, 22), CASE WHEN g = {BIG} OR g % 25 = 1 THEN 'running' WHEN g % 50 = 2 THEN 'open' ELSE 'over'
END, 4, now(), now(), NULL FROM generate_series(1, {TOURNAMENTS}) g;
INSERT INTO clubs_grouptournament (group_id, tournament_id) SELECT 1 + g % {GROUPS}, g
FROM generate_series(3, {TOURNAMENTS}, 4) g;
INSERT INTO tournaments_entrant (id, tournament_id, user_id, seed, joined_at)
SELECT t * 1000 + n, t, 1 + (t * 31 + n * 17) % {PEOPLE}, n, now() FROM generate_series(1, {TOURNAMENTS}) t,
LATERAL generate_series(1, CASE t WHEN {BIG} THEN 512 ELSE 16 END) n ON CONFLICT DO NOTHING;
INSERT INTO tournaments_tournamenttable (id, tournament_id, round, number, match_id, sent, ended_at)
SELECT t * 1000 + n, t, 1 + n % 4, 1 + n / 4, row_number() OVER (), '[]', now()
FROM generate_series(1, {TOURNAMENTS}) t, LATERAL generate_series(0, CASE t WHEN {BIG} THEN 511 ELSE 15 END) n;
INSERT INTO tournaments_place (table_id, entrant_id, seat, rank)
SELECT t.id, t.tournament_id * 1000 + 1 + (t.number - 1) * 4 + s, s, s + 1 FROM tournaments_tournamenttable t,
generate_series(0, 3) s"""
PASTIMES = f"""INSERT INTO accounts_directmessage (by_id, to_id, text, at, read_at)
SELECT g, g / 2, 'Another game?', now(), now() FROM generate_series(4, {PEOPLE}) g, generate_series(1, 3);
INSERT INTO accounts_directmessage (by_id, to_id, text, at, read_at) SELECT 4, 2, 'Another game?', now(), now()
FROM generate_series(1, 2000);
INSERT INTO accounts_ratingpoint (user_id, slug, mu, sigma, at) SELECT {SOMEBODY}, '{GAME}', 25 + random(), 2, now()
FROM generate_series(1, {PEOPLE * 5}) g;
INSERT INTO games_seasonscore (user_id, season, slug, points, matches, wins, place)
SELECT g, s, slug, 50 - g / {PEOPLE / 50}, 9, 3, 1 + g / 10 FROM generate_series(1, {PEOPLE}) g,
unnest(ARRAY['', '{GAME}', '{FROM_TWO}']) slug, unnest(ARRAY[{{seasons}}]) s WHERE (g + s) % 10 < 3"""


def fill(say: Callable[[str], None]) -> None:
    """Replace everything in the database by a large site, without checking foreign keys."""
    from allauth.mfa.models import Authenticator
    from django.db import connection
    from django.utils import timezone

    from accounts.models import User
    from games.lobby import seasons

    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user CASCADE")
    _fill_people(say)
    User.objects.filter(pk__in=(2, PEOPLE // 2)).update(is_staff=True)
    for staff in (2, PEOPLE // 2):
        Authenticator.objects.create(user_id=staff, type=Authenticator.Type.TOTP, data={})  # as staff pages require
    now = seasons.at(timezone.now())
    scored = ", ".join(map(str, (seasons.EVER, *range(now - 7, now + 1))))
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        _fill_matches(cursor, say)
        for what, sql in (("ties", TIES), ("groups", CLUBS), ("tournaments", CUPS), ("messages, seasons", PASTIMES)):
            say(what)
            cursor.execute(sql.replace("{seasons}", scored))
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")


def _fill_people(say: Callable[[str], None]) -> None:
    """Copies of the first person with names of their own: the default of each column comes from the model."""
    from django.db import connection

    from accounts import names
    from accounts.models import User

    User.objects.create(id=1, username="First", name_parts=names.parts("First"))
    own = ("id", "username", "name_parts")
    same = ", ".join(f'"{field.column}"' for field in User._meta.concrete_fields if field.column not in own)
    sql = f"""INSERT INTO accounts_user ({", ".join(own)}, {same}) SELECT n, name, string_to_array(parts, '|'), {same}
    FROM unnest(%s::bigint[], %s::text[], %s::text[]) AS made (n, name, parts), accounts_user AS one WHERE one.id = 1"""
    for first in range(2, PEOPLE + 1, CHUNK):
        say(f"{first - 1:,} of {PEOPLE:,} people")
        ids = list(range(first, min(first + CHUNK, PEOPLE + 1)))
        called = ["".join(SYLLABLES[n // 17**k % 17] for k in range(3)) + str(n) for n in ids]
        with connection.cursor() as cursor:
            cursor.execute(sql, [ids, called, ["|".join(names.parts(name)) for name in called]])


def _fill_matches(cursor: Any, say: Callable[[str], None]) -> None:
    match = MATCH.format(game=GAMES.format("(g / 7)"), who=SOMEBODY, pace=PACE.format("(g / 3)"))
    for first in range(1, MATCHES + 1, CHUNK):
        say(f"{first - 1:,} of {MATCHES:,} matches")
        last = min(first + CHUNK - 1, MATCHES)
        for statement in (match, SEATS, DECISIONS, MAILS):
            cursor.execute(statement.replace("%s", str(first), 1).replace("%s", str(last), 1))
