from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RenameField("lostseat", "was_substitute", "costs_nothing"),
        migrations.AlterField(
            "lostseat",
            "costs_nothing",
            models.BooleanField(default=False, help_text="a substitute, or left before moving (PLAY-21)"),
        ),
        migrations.AddField(
            "seat",
            "was_away",
            models.BooleanField(default=False, help_text="the match began while this player was not on the site"),
        ),
    ]
