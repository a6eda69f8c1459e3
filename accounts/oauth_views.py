"""OAuth2 pages: consent, the apps you registered and the apps that act for you."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from oauth2_provider.forms import AllowForm as LibraryForm
from oauth2_provider.models import Application
from oauth2_provider.views import AuthorizationView

from accounts import oauth
from accounts.decorators import fresh_form, member_action, opens_once
from accounts.login import alerts
from accounts.request_types import MemberRequest
from config.security import policy_with_forms_to

NO_GUESTS = "You need an account to use apps. Save your games to get one."


class AllowForm(LibraryForm):
    """The library's form, with the longest challenge that RFC 7636 knows: the column is no longer."""

    code_challenge = forms.CharField(required=False, max_length=128)


class Authorize(AuthorizationView):
    """The consent page. Its form redirects back to the app, so the policy must allow the app's origin."""

    template_name = "accounts/authorize.html"
    form_class = AllowForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if getattr(request.user, "is_guest", False):
            return render(request, self.template_name, {"refused": NO_GUESTS}, status=403)
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        if target := getattr(self, "oauth2_data", {}).get("redirect_uri"):
            parts = urlsplit(target)
            answer["Content-Security-Policy"] = policy_with_forms_to(request, f"{parts.scheme}://{parts.netloc}")
        return answer

    def form_valid(self, form: Any) -> HttpResponse:
        """Check that the app exists: the library only does so after the form is handled."""
        app = Application.objects.filter(client_id=form.cleaned_data["client_id"]).first()
        if app is None:
            return render(self.request, self.template_name, {"refused": "There is no such app."}, status=400)
        answer: HttpResponse = super().form_valid(form)
        if "code=" in answer.get("Location", ""):
            scopes = ", ".join(form.cleaned_data["scope"].split())
            alerts.tell(self.request, self.request.user, "app_allowed", name=app.name, scopes=scopes)
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """Nobody fills in these fields by hand: an app, or a changed page, has sent them."""
        refused = "We don’t understand this app’s request. Go back to the app and try again."
        return render(self.request, self.template_name, {"refused": refused}, status=400)


class AppForm(forms.Form):
    """The name of an app and its redirect URI."""

    name = forms.CharField(max_length=60, label="Name", error_messages={"required": "Give the app a name."})
    redirect_uri = forms.CharField(
        max_length=300, label="Redirect address", error_messages={"required": "Enter the app’s redirect address."}
    )


@fresh_form
@opens_once
def apps(request: MemberRequest) -> HttpResponse:
    """The apps I have authorized, the apps I have registered, and a form to register one."""
    if request.user.is_guest:
        return render(request, "accounts/apps.html", {"refused": NO_GUESTS}, status=403)
    form = AppForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            oauth.register(owner=request.user, **form.cleaned_data)
            alerts.tell(request, request.user, "app_added", name=form.cleaned_data["name"])
            return redirect("apps")
        except ValidationError as error:
            form.add_error(None, ValidationError(error.messages))
    context = {"form": form, "mine": oauth.apps_of(request.user), "acting": oauth.apps_for(request.user)}
    return render(request, "accounts/apps.html", context, status=422 if form.errors else 200)


@member_action
def delete_app(request: MemberRequest, app_id: int) -> HttpResponse:
    """Delete an app that I registered."""
    oauth.delete(owner=request.user, app_id=app_id)
    messages.success(request, "You deleted the app.")
    return redirect("apps")


@member_action
def revoke_app(request: MemberRequest, app_id: int) -> HttpResponse:
    """Revoke an app's authorization."""
    oauth.revoke(user=request.user, app_id=app_id)
    messages.success(request, "The app can no longer act for you.")
    return redirect("apps")
