"""Says on the login page who invites to what: the link that somebody followed led to a page that needs an account."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.urls import Resolver404, resolve

from games.groups.models import Group
from games.models import Match
from games.tournaments import services
from games.tournaments.models import Tournament


def words_for(address: str) -> str:
    """ "Nora invites you to Friday five.", or "" for a page that is no invitation or a link without its key."""
    parts = urlsplit(address)
    try:
        found = resolve(parts.path)
    except Resolver404:
        return ""
    ask = _PAGES.get(found.url_name or "")
    return ask(found.kwargs, parse_qs(parts.query)) if ask else ""


def _match(given: dict[str, int], query: dict[str, list[str]]) -> str:
    match = Match.objects.defer("position").select_related("owner").filter(pk=given["match_id"]).first()
    key = query.get("key", [""])[0]
    if match is None or match.status != Match.Status.OPEN or not (match.is_public or key == match.token):
        return ""
    return f"{match.owner.name} invites you to play {match.game.meta.title}."


def _group(given: dict[str, str], query: dict[str, list[str]]) -> str:
    group = Group.objects.select_related("owner").filter(token=given["token"]).first()
    return f"{group.owner.name} invites you to {group.name}." if group else ""


def _tournament(given: dict[str, int], query: dict[str, list[str]]) -> str:
    cup = Tournament.objects.select_related("owner").filter(pk=given["tournament_id"], status="open").first()
    if cup is None or not services.may_see(cup, AnonymousUser(), query.get("key", [""])[0]):
        return ""
    return f"{cup.owner.name} invites you to the tournament {cup.name}."


_PAGES: dict[str, Callable[[Any, dict[str, list[str]]], str]] = {
    "match": _match,
    "join": _match,
    "join_group": _group,
    "tournament": _tournament,
}
