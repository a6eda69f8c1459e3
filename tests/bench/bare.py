"""The baseline for moves: a Channels consumer that commits one row, pokes the others, and sends them fixed text.

Without games, views and sessions, this is what Daphne, Channels, Valkey and PostgreSQL cost on this machine right now.
Served by `daphne tests.bench.bare:application` and driven by the same load as the real site. Its only page, /ratings/,
runs one query without middleware: the baseline for pages.
"""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import path  # noqa: E402

TABLE = "CREATE TABLE IF NOT EXISTS bench_bare (id bigserial PRIMARY KEY, match int, said text)"
FILL = "x" * 2000


def write(match: int, text: str) -> int:
    """Commit one row in its own transaction. Its id serves as the number of the move."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_bare (match, said) VALUES (%s, %s) RETURNING id", [match, text])
        return int(cursor.fetchone()[0])


class Bare(AsyncWebsocketConsumer):
    """A socket in a group of three."""

    async def connect(self) -> None:
        self.match = int(self.scope["url_route"]["kwargs"]["match"])
        self.version = 1
        await self.channel_layer.group_add(f"b{self.match}", self.channel_name)
        await self.accept()
        await self.show({})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await database_sync_to_async(write)(self.match, text_data or "")
        await self.channel_layer.group_send(f"b{self.match}", {"type": "poke"})

    async def poke(self, message: dict[str, str]) -> None:
        self.version += 1
        await self.show(message)

    async def show(self, message: dict[str, str]) -> None:
        await self.send(text_data=f'<header id="t-status" data-version="{self.version}">{FILL}</header>')


def one_query(request: HttpRequest) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounts_user WHERE id = %s", [1])
        return HttpResponse(f"{cursor.fetchone()[0]} {FILL}")


urlpatterns = [path("ratings/", one_query)]
settings.ROOT_URLCONF, settings.MIDDLEWARE = "tests.bench.bare", []
application = ProtocolTypeRouter(
    {"http": get_asgi_application(), "websocket": URLRouter([path("ws/match/<int:match>/", Bare.as_asgi())])}
)
