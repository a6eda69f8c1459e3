"""The page of personal API tokens."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import tokens
from accounts.models import ApiToken
from accounts.requests import MemberRequest


class TokenForm(forms.Form):
    """What a new token is called, what it may do, and for how long."""

    name = forms.CharField(
        max_length=60, label="What is it for?", error_messages={"required": "Give the token a name."}
    )
    scopes = forms.MultipleChoiceField(
        choices=[(scope, f"{scope.capitalize()}: {words}") for scope, words in tokens.SCOPES.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
        label="It may",
        error_messages={"required": "Choose at least one thing it may do."},
    )
    days = forms.TypedChoiceField(
        choices=[(days, f"{days} days") for days in tokens.DAYS], coerce=int, initial=tokens.DAYS[1], label="Valid for"
    )


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: MemberRequest) -> HttpResponse:
    """My tokens, and a form for a new one, whose key is shown once."""
    if request.user.is_guest:
        return _page(request, refused="Tokens need an account. Save your games, and you have one.", status=403)
    form = TokenForm(request.POST or None)
    if request.method != "POST":
        return _page(request, form=form)
    if not form.is_valid():
        return _page(request, form=form, status=422)
    try:
        key = tokens.create(user=request.user, **form.cleaned_data)
    except tokens.TooMany:
        return _page(request, form=form, refused=f"You have {tokens.MOST} tokens. Revoke one first.", status=409)
    return _page(request, form=TokenForm(), key=key)


@login_required
@require_POST
def revoke_token(request: MemberRequest, token_id: int) -> HttpResponse:
    """End a token."""
    tokens.revoke(user=request.user, token_id=token_id)
    messages.success(request, "The token no longer works.")
    return redirect("api_tokens")


def _page(request: MemberRequest, status: int = 200, **more: Any) -> HttpResponse:
    rows = ApiToken.objects.filter(user=request.user, mark=request.user.link_mark).order_by("-id")
    context = {"tokens": rows, "now": timezone.now(), **more}
    return render(request, "accounts/tokens.html", context, status=status)
