"""Form errors use our wording, never Django's."""

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django import forms

from accounts.login import second_factor
from accounts.login.adapter import Adapter
from config import form_errors

NOT_OURS = ("Ensure this", "This field is required", "available choices", "Enter a valid", "Select a valid")


class Everything(forms.Form):
    name = forms.CharField(min_length=2, max_length=4)
    count = forms.IntegerField(min_value=1, max_value=9)
    address = forms.EmailField()
    site = forms.URLField(assume_scheme="https")
    day = forms.DateField()
    choice = forms.ChoiceField(choices=[("a", "A")])
    many = forms.MultipleChoiceField(choices=[("a", "A")])
    agreed = forms.BooleanField()
    file = forms.FileField()


WRONG = {"name": "x", "count": "x", "address": "x", "site": "x y", "day": "x", "choice": "b", "many": ["b"]}


@pytest.mark.parametrize("given", [{}, WRONG, WRONG | {"name": "xxxxx", "count": "0"}, WRONG | {"count": "10"}])
def test_no_field_uses_djangos_messages(given):
    form = Everything(given, {})
    assert set(form.errors) == set(form.fields)
    said = [sentence for sentences in form.errors.values() for sentence in sentences]
    assert not [sentence for sentence in said if any(words in sentence for words in NOT_OURS)]


def test_error_messages_say_what_works():
    errors = Everything(WRONG, {}).errors
    assert errors["name"] == ["Please use at least 2 characters."]
    assert errors["address"] == ["This isn’t an email address. It should look like name@example.com."]
    assert Everything({}).errors["name"] == [form_errors.MISSING]


def test_account_errors_use_our_wording():
    theirs = {name for name in DefaultAccountAdapter.error_messages if "phone" not in name}
    same = {name for name in theirs if Adapter.error_messages[name] == DefaultAccountAdapter.error_messages[name]}
    assert same == set()


def test_second_factor_errors_use_our_wording():
    ours, theirs = second_factor.Adapter.error_messages, DefaultMFAAdapter.error_messages
    assert not {name for name in theirs if ours[name] == theirs[name]}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("password", "words"),
    [("short", "at least 8 characters"), ("password", "very common"), ("newcomer99", "too similar to your name")],
)
def test_password_errors_use_our_wording(client, password, words):
    facts = {"username": "newcomer99", "email": "n@example.org", "password1": password}
    page = client.post("/accounts/signup/", facts).content.decode()
    assert words in page and "This password is too" not in page.replace("This password is too similar to", "")
