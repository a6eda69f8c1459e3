"""`manage.py migrate`: as Django's, but a new database gets its tables as they are after the last migration, at once.

To go through all migrations, of ours and of packages, took ten seconds: after each operation Django builds the models
anew. The schema is the same (tests/upgrade), no migration fills a new table, and all count as applied.
"""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

PARTS = ("app_label", "plan", "check_unapplied", "fake", "fake_initial", "prune")


class Command(migrate.Command):
    """Django's, after `create_tables` if it is asked for everything and the database is empty."""

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if not any(options[part] for part in PARTS) and not connection.introspection.table_names():
            if options["verbosity"]:
                self.stdout.write("The database is new: creating all tables …")
            create_tables(connection)
        super().handle(*args, **options)


def create_tables(connection: BaseDatabaseWrapper) -> None:
    """Create all tables as the migrations leave them, and record these as applied. The database has to be empty."""
    executor = MigrationExecutor(connection)
    with transaction.atomic(connection.alias):
        with connection.schema_editor() as editor:
            for model in executor.loader.project_state().apps.get_models():
                if model._meta.can_migrate(connection):
                    editor.create_model(model)
        executor.migrate(executor.loader.graph.leaf_nodes(), fake=True)
