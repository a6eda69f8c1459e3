"""The page of personal API tokens."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from accounts import tokens
from accounts.decorators import fresh_form, member_action
from accounts.login import alerts
from accounts.models import ApiToken, User
from accounts.request_types import MemberRequest


class TokenForm(forms.Form):
    """The name, scopes and lifetime of a new token."""

    name = forms.CharField(
        max_length=60, label="What is it for?", error_messages={"required": "Give the token a name."}
    )
    scopes = forms.MultipleChoiceField(
        choices=[(scope, f"{scope.capitalize()}: {words}") for scope, words in tokens.SCOPES.items()],
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
        label="It can",
        error_messages={"required": "Choose at least one thing the token can do."},
    )
    days = forms.TypedChoiceField(
        choices=[(days, f"{days} days") for days in tokens.DAYS], coerce=int, initial=tokens.DAYS[1], label="Valid for"
    )


@fresh_form
def api_tokens(request: MemberRequest) -> HttpResponse:
    """My tokens, and a form to create one. The key is shown once."""
    if request.user.is_guest:
        return _page(
            request, request.user, refused="You need an account for tokens. Save your games to get one.", status=403
        )
    return tokens_of(request, request.user)


def tokens_of(request: MemberRequest, holder: User) -> HttpResponse:
    """The tokens of a person or a bot; a POST creates one."""
    form = TokenForm(request.POST or None)
    if request.method != "POST":
        return _page(request, holder, form=form)
    if not form.is_valid():
        return _page(request, holder, form=form, status=422)
    try:
        key = tokens.create(user=holder, **form.cleaned_data)
    except tokens.TooMany:
        refused = f"There are already {tokens.MOST} tokens. Revoke one first."
        return _page(request, holder, form=form, refused=refused, status=409)
    scopes = ", ".join(form.cleaned_data["scopes"])
    alerts.tell(request, request.user, "token_added", name=form.cleaned_data["name"], scopes=scopes)
    return _page(request, holder, form=TokenForm(), key=key)


@member_action
def revoke_token(request: MemberRequest, token_id: int) -> HttpResponse:
    """Revoke a token."""
    tokens.revoke(user=request.user, token_id=token_id)
    messages.success(request, "The token no longer works.")
    bot_id = request.POST.get("bot", "")
    return redirect("bot", bot_id) if bot_id.isdecimal() and len(bot_id) < 18 else redirect("api_tokens")


def _page(request: MemberRequest, holder: User, status: int = 200, **more: Any) -> HttpResponse:
    rows = ApiToken.objects.filter(user=holder, mark=holder.link_mark).order_by("-id")
    context = {"tokens": rows, "now": timezone.now(), "bot": holder if holder.bot_owner_id else None, **more}
    return render(
        request, "accounts/bot.html" if holder.bot_owner_id else "accounts/tokens.html", context, status=status
    )
