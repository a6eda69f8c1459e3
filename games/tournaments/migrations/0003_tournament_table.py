from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_pace")]

    operations = [migrations.RenameModel("Table", "TournamentTable")]
