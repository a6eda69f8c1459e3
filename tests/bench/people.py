"""Pages with lists on a large site: the time of each query, and whether it scans a whole table.

100,000 people and 1,000,000 matches, created by SQL (sizes: BENCH_PEOPLE, BENCH_MATCHES). Few people have many matches,
so pages are measured for one of the busiest people and for an average one.

    .venv/bin/python tests/bench/people.py
"""

import os
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from games.titles import load
from tests.bench.site import site
from tests.samples import FROM_TWO, GAME

PEOPLE = int(os.environ.get("BENCH_PEOPLE", "100000"))
MATCHES = int(os.environ.get("BENCH_MATCHES", "1000000"))
CHUNK, LIMIT, LARGE = 50_000, 25.0, 10_000
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
1 + (floor({PEOPLE} * power(random(), 2))::int + n * 7919) % {PEOPLE} END, 0, 0, '', 1 + (g + n) % 3, 'house', '',
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
INSERT INTO games_report (match_id, by_id, about_id, text, reason, is_deleted, at, settled_at) SELECT g, 1, 2, 'Rude',
'', false, now(), CASE WHEN g % 100 > 0 THEN now() END FROM generate_series(3, 20000) g;
INSERT INTO clubs_group (id, name, owner_id, token, created_at) SELECT g, 'Club', g,
substr(md5(g::text), 1, 22), now()
FROM generate_series(1, 5000) g; INSERT INTO clubs_member (group_id, user_id, joined_at) SELECT 1 + g % 5000, g, now()
FROM generate_series(1, {PEOPLE}) g; INSERT INTO clubs_grouptable (group_id, match_id)
SELECT 1 + g % 5000, g FROM generate_series(1, {MATCHES}, 10) g"""
PAGES = (
    *("/mine/", "/mine/?page=40", "/news/", "/tables/", f"/tables/?game={GAME}&pace=live", "/tables/?host=friends"),
    *("/tables/?seats=6&rated=no", "/tables/?page=40&watch=900"),
    *("/people/", "/people/?q=bace", "/people/?q=kalexi", "/people/{name}/", "/groups/", "/groups/{group}/"),
    *(f"/ratings/?game={GAME}", f"/ratings/?game={GAME}&page=900", f"/ratings/?game={GAME}&me=1"),
    *(f"/ratings/?game={GAME}&q=bace", f"/ratings/?game={FROM_TWO}&pace=live", "/tournaments/"),
    *("/staff/reports/", "/staff/people/?q={name}", "/staff/matches/?q={name}"),
)


def fill(say: Any) -> None:
    """Insert all rows, without checking foreign keys."""
    from django.db import connection

    from accounts import names
    from accounts.models import User

    for first in range(1, PEOPLE + 1, CHUNK):
        say(f"{first - 1:,} of {PEOPLE:,} people")
        ids = range(first, min(first + CHUNK, PEOPLE + 1))
        called = {n: "".join(SYLLABLES[n // 17**k % 17] for k in range(3)) + str(n) for n in ids}
        people = [User(id=n, username=name, name_parts=names.parts(name)) for n, name in called.items()]
        User.objects.bulk_create(people, batch_size=1000)
    User.objects.filter(pk__in=(2, PEOPLE // 2)).update(is_staff=True)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        match = MATCH.format(game=GAMES.format("(g / 7)"), who=SOMEBODY, pace=PACE.format("(g / 3)"))
        for first in range(1, MATCHES + 1, CHUNK):
            say(f"{first - 1:,} of {MATCHES:,} matches")
            for statement in (match, SEATS, DECISIONS, MAILS):
                last = min(first + CHUNK - 1, MATCHES)
                cursor.execute(statement.replace("%s", str(first), 1).replace("%s", str(last), 1))
        cursor.execute(TIES)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")


def measure(user: Any, address: str) -> tuple[int, float, float, list[str]]:
    """The queries of a page: their number, total and slowest time (milliseconds), and large tables fully scanned."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.force_login(user)
    client.get(address)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address, secure=True, follow=True).status_code == 200, address
    asked = [query["sql"] for query in seen.captured_queries if query["sql"].startswith(("SELECT", "(SELECT"))]
    times, whole = [], set()
    with connection.cursor() as cursor:
        for sql in asked:
            plans = []
            for _ in range(3):
                cursor.execute("EXPLAIN (ANALYZE, TIMING OFF) " + sql)
                plans.append("\n".join(row[0] for row in cursor.fetchall()))
            times.append(min(float(re.findall(r"Execution Time: ([\d.]+)", plan)[0]) for plan in plans))
            for table, rows in re.findall(r"Seq Scan on (\w+).*?actual rows=([\d.]+)", plans[0]):
                whole |= {table} if float(rows) > LARGE or times[-1] > LIMIT else set()
    return len(asked), sum(times), max(times, default=0.0), sorted(whole)


def main() -> None:
    with site(web=0):
        from accounts.models import User
        from games.groups.models import Member

        began = time.monotonic()
        fill(lambda words: print(f"  … {time.monotonic() - began:.0f} s: {words}", file=sys.stderr, flush=True))
        for number in (2, PEOPLE // 2):  # the second busiest, and an average one
            user = User.objects.get(pk=number)
            group = Member.objects.filter(user=user).values_list("group", flat=True)[0]
            for page in PAGES:
                page = page.format(name=user.username, group=group)
                count, total, slowest, whole = measure(user, page)
                words = f"{count:>3} queries {total:>8.1f} ms, slowest {slowest:>8.1f}"
                print(number, page.ljust(34), words, "SLOW" if slowest > LIMIT else "", *whole, flush=True)


if __name__ == "__main__":
    main()
