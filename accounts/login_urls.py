"""URLs under /accounts/: allauth's, and our sign-up page for guests."""

from django.urls import include, path

from accounts.guest_views import signup

urlpatterns = [
    path("signup/", signup),  # before allauth's, whose name it keeps
    path("", include("allauth.urls")),
]
