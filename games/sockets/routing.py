"""Socket URLs."""

from django.urls import path

from games.sockets.consumer import TableConsumer

websocket_urlpatterns = [path("ws/match/<int:match_id>/", TableConsumer.as_asgi())]
