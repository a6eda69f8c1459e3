from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_tournament_table")]

    operations = [
        migrations.AddField(
            "entrant",
            "is_removed",
            models.BooleanField(db_default=False, default=False, help_text="by the host, not by their own choice"),
        ),
    ]
