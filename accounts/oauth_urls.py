"""URLs under /oauth/: consent, tokens, revocation. The library's other views are not exposed."""

from django.urls import path
from oauth2_provider.views import RevokeTokenView, TokenView

from accounts.oauth_views import Authorize, without_nul

app_name = "oauth2_provider"
urlpatterns = [
    path("authorize/", without_nul(Authorize.as_view()), name="authorize"),
    path("token/", without_nul(TokenView.as_view()), name="token"),
    path("revoke_token/", without_nul(RevokeTokenView.as_view()), name="revoke-token"),
]
