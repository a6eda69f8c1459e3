"""Our wording for form errors, instead of Django's, in every form of the site."""

from typing import Any

from django import forms
from django.core import validators

MISSING = "Please fill this in."
FIELDS: dict[type[forms.Field], dict[str, str]] = {
    forms.Field: {"required": MISSING},
    forms.BooleanField: {"required": "Please tick this box."},
    forms.IntegerField: {"invalid": "Please enter a whole number."},
    forms.DateField: {"invalid": "Please enter a date like 2026-12-24."},
    forms.URLField: {"invalid": "This isn’t a web address. It should begin with https://."},
    forms.TimeField: {"invalid": "Please enter a time like 7:30."},
    forms.ChoiceField: {"invalid_choice": "“%(value)s” is not on the list. Please choose again."},
    forms.MultipleChoiceField: {"invalid_choice": "“%(value)s” is not on the list. Please choose again."},
    forms.FileField: {
        "required": "Please choose a file.",
        "invalid": "We didn’t get a file. Please try again.",
        "missing": "We didn’t get a file. Please try again.",
        "empty": "This file is empty.",
    },
}
VALIDATORS: dict[Any, str] = {
    validators.EmailValidator: "This isn’t an email address. It should look like name@example.com.",
    validators.URLValidator: "This isn’t a web address. It should begin with https://.",
    validators.MinLengthValidator: "Please use at least %(limit_value)d characters.",
    validators.MaxLengthValidator: "Please use at most %(limit_value)d characters (this has %(show_value)d).",
    validators.MinValueValidator: "Please enter %(limit_value)s or more.",
    validators.MaxValueValidator: "Please enter %(limit_value)s or less.",
    validators.ProhibitNullCharactersValidator: "This contains a character that can’t be stored.",
}


def use() -> None:
    """Replace Django's messages on the field and validator classes. Called once, when Django starts."""
    for field, words in FIELDS.items():
        field.default_error_messages = {**field.default_error_messages, **words}
    for validator, sentence in VALIDATORS.items():
        validator.message = sentence
