"""The matches of the day are found without looking at all that ever ended."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_last_words_are_no_moves")]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                models.F("ended_at"),
                condition=models.Q(("is_public", True), ("status", "over")),
                name="match_ended",
            ),
        ),
    ]
