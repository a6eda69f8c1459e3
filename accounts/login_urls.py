"""Addresses below /accounts/: allauth's, and a page of ours for guests who sign up."""

from django.urls import include, path

from accounts.guest_views import signup

urlpatterns = [
    path("signup/", signup),  # before allauth's, whose name it keeps
    path("", include("allauth.urls")),
]
