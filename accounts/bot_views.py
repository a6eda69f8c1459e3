"""Pages for your own bots: create, rename, issue tokens, delete. Other people's bots answer 404."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts import bots as services
from accounts.decorators import fresh_form, member_action, member_form, opens_once
from accounts.models import User
from accounts.request_types import MemberRequest
from accounts.services import delete_account
from accounts.token_views import tokens_of


class BotForm(forms.Form):
    """The name of a bot."""

    name = forms.CharField(
        max_length=services.LONGEST_NAME,
        label="Name",
        help_text="A to Z, digits and dashes. We add “(bot)”.",
        error_messages={"required": "Give the bot a name."},
    )


@opens_once
@member_form
def bots(request: MemberRequest) -> HttpResponse:
    """My bots, and a form for a new one."""
    if request.user.is_guest:
        refused = "You need an account to create bots. Save your games to get one."
        return render(request, "accounts/bots.html", {"refused": refused}, status=403)
    form = BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create(owner=request.user, name=form.cleaned_data["name"])
            return redirect("bot", made.pk)
        except ValidationError as error:
            form.add_error("name", error)
    context = {"form": form, "bots": services.of(request.user), "most": services.MOST}
    return render(request, "accounts/bots.html", context, status=422 if form.errors else 200)


@fresh_form
def bot(request: MemberRequest, bot_id: int) -> HttpResponse:
    """One bot: its tokens, a form for a new one, and its name."""
    return tokens_of(request, _mine(request, bot_id))


@member_action
def rename(request: MemberRequest, bot_id: int) -> HttpResponse:
    """Rename a bot."""
    mine, form = _mine(request, bot_id), BotForm(request.POST)
    try:
        if not form.is_valid():
            raise ValidationError(form.errors["name"].as_data())
        services.rename(bot=mine, name=form.cleaned_data["name"])
        messages.success(request, f"Your bot is now called {mine.name}.")
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("bot", bot_id)


@member_action
def delete(request: MemberRequest, bot_id: int) -> HttpResponse:
    """Delete a bot's account: it resigns from its matches, as a person's would."""
    mine = _mine(request, bot_id)
    delete_account(user=mine)
    messages.success(request, f"You deleted {mine.name}.")
    return redirect("bots")


def _mine(request: MemberRequest, bot_id: int) -> User:
    found: User = get_object_or_404(User.objects.select_related("bot_owner"), pk=bot_id, bot_owner=request.user)
    return found
