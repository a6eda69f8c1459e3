"""The matches of a person that have no result yet, for the page "My games"."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_seasons")]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                "user", "match", condition=models.Q(user__isnull=False, rank=None), name="seat_to_play"
            ),
        ),
    ]
