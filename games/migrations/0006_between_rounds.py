"""What stood on a table before a move dealt the next round, so that pages can show it first."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_seats_to_play")]

    operations = [
        migrations.AddField(model_name="snapshot", name="between", field=models.BinaryField(null=True)),
    ]
