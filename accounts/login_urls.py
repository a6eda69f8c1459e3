"""URLs under /accounts/: allauth's, and our views around two of them."""

from django.urls import include, path

from accounts.guest_views import confirm_email, signup

urlpatterns = [
    path("signup/", signup),  # shadows allauth's; reverse() still uses allauth's name
    path("confirm-email/", confirm_email, name="account_email_verification_sent"),
    path("", include("allauth.urls")),
]
