"""URLs under /accounts/: allauth's, and our sign-up page for guests."""

from django.urls import include, path

from accounts.guest_views import signup

urlpatterns = [
    path("signup/", signup),  # shadows allauth's; reverse() still uses allauth's name
    path("", include("allauth.urls")),
]
