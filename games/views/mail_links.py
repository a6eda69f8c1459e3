"""Links in letters."""

from django.http import HttpRequest, HttpResponse


def letter(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(token)
