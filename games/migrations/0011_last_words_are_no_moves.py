"""A last word is no move: matches that counted it as one have as many versions as positions again."""

from django.db import migrations

_COUNT_POSITIONS = """
UPDATE games_match m SET version = found.newest
FROM (SELECT s.match_id, max(s.version) AS newest FROM games_snapshot s
      WHERE s.match_id IN (SELECT match_id FROM games_seat WHERE last_word <> '') GROUP BY s.match_id) found
WHERE found.match_id = m.id AND m.version > found.newest
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0010_live_play")]

    operations = [migrations.RunSQL(_COUNT_POSITIONS, migrations.RunSQL.noop)]
