"""Who lost a seat is named in the records of that time: up to the line that tells of the change."""

from django.db import migrations, models

# That line was written with the very moment of the absence.
_FIND = """
UPDATE games_absence a SET until = coalesce((
    SELECT max(r.number) FROM games_moverecord r WHERE r.match_id = a.match_id AND r.by = 'note' AND r.at = a.at), 0)
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0012_watch_the_ended")]

    operations = [
        migrations.AddField(
            "absence",
            "until",
            models.PositiveIntegerField(
                default=0, help_text="number of the last record while this person sat there"
            ),
        ),
        migrations.RunSQL(_FIND, migrations.RunSQL.noop),
    ]
