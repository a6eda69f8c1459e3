"""URLs under /oauth/: consent, tokens, revocation. The library's other views are not exposed."""

from django.urls import path
from oauth2_provider.views import RevokeTokenView, TokenView

from accounts.oauth_views import Authorize

app_name = "oauth2_provider"
urlpatterns = [
    path("authorize/", Authorize.as_view(), name="authorize"),
    path("token/", TokenView.as_view(), name="token"),
    path("revoke_token/", RevokeTokenView.as_view(), name="revoke-token"),
]
