from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0009_wishes"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="live",
            field=models.JSONField(editable=False, help_text="while a table by post plays live: frames.LivePlay", null=True),
        ),
        migrations.AlterField(
            model_name="proposal",
            name="kind",
            field=models.CharField(
                choices=[
                    ("pause", "a pause"),
                    ("time", "more time"),
                    ("undo", "to take a move back"),
                    ("live", "to play live now"),
                ],
                max_length=5,
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index("started_at", condition=models.Q(("live__isnull", False)), name="match_live_now"),
        ),
    ]
