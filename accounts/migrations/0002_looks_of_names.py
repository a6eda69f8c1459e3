"""Adds `User.look`, by which names are found that look like a user name."""

from typing import Any

from django.db import migrations, models

from accounts.look_alikes import look


def fill(apps: Any, schema_editor: Any) -> None:
    people = apps.get_model("accounts", "User").objects
    some: list[Any] = []
    for person in people.only("id", "username").iterator():
        person.look = look(person.username)
        some.append(person)
        if len(some) == 1000:
            people.bulk_update(some, ["look"])
            some.clear()
    people.bulk_update(some, ["look"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [
        migrations.AddField(
            model_name="user",
            name="look",
            field=models.CharField(
                db_index=True, default="", editable=False, help_text="of the user name", max_length=100
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
