"""Drops the log of Django's admin, which the site no longer has. The staff pages have a log of their own."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_looks_of_names")]
    operations = [migrations.RunSQL("DROP TABLE IF EXISTS django_admin_log", migrations.RunSQL.noop, elidable=True)]
