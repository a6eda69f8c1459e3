from django.db import migrations

# An unknown zone counts as UTC, as in accounts.zones.
FILL = """UPDATE clubs_standingdate SET hour = (starts_at AT TIME ZONE coalesce(
(SELECT name FROM pg_timezone_names WHERE name = zone LIMIT 1), 'UTC'))::time
WHERE hour IS NULL AND starts_at IS NOT NULL"""


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_hour_of_a_date'),
    ]

    operations = [migrations.RunSQL(FILL, migrations.RunSQL.noop)]
