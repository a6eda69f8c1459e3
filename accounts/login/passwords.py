"""What a password must be: Django's checks, refused in our sentences."""

from django.contrib.auth import password_validation


class LongEnough(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return f"Please use at least {self.min_length} characters."


class NotCommon(password_validation.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return "This password is very common, so it’s easy to guess. Please choose another one."


class NotMyName(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return "This password is too much like your name or email address. Please choose another one."
