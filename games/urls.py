"""Addresses of tables, matches and the API."""

from django.urls import path

from games.views import api, away, lobby, mail_links, past, table

urlpatterns = [
    path("", lobby.home, name="home"),
    path("mine/", lobby.my_matches, name="my_matches"),
    path("mine/hours/", away.waking_hours, name="waking_hours"),
    path("mine/vacation/", away.vacation, name="vacation"),
    path("mine/vacation/<int:vacation_id>/cancel/", away.cancel_vacation, name="cancel_vacation"),
    path("next/", lobby.next_decision, name="next_decision"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_match, name="new_match"),
    path("records/", past.upload, name="upload"),
    path("records/<slug:key>/", past.record_replay, name="record_replay"),
    path("ratings/", lobby.leaderboard, name="leaderboard"),
    path("match/<int:match_id>/", table.match, name="match"),
    path("match/<int:match_id>/join/", lobby.join, name="join"),
    path("match/<int:match_id>/leave/", lobby.leave, name="leave"),
    path("match/<int:match_id>/invite/", lobby.invite, name="invite"),
    path("match/<int:match_id>/bots/add/", lobby.add_bot, name="add_bot"),
    path("match/<int:match_id>/bots/remove/", lobby.remove_bot, name="remove_bot"),
    path("match/<int:match_id>/start/", lobby.start, name="start"),
    path("match/<int:match_id>/call-off/", lobby.call_off, name="call_off"),
    path("match/<int:match_id>/rematch/", lobby.rematch, name="rematch"),
    path("match/<int:match_id>/play/", table.play, name="play"),
    path("match/<int:match_id>/order/", table.order, name="order"),
    path("match/<int:match_id>/text/", table.text, name="text"),
    path("match/<int:match_id>/preview/", table.preview, name="preview"),
    path("match/<int:match_id>/narrow/", table.narrow, name="narrow"),
    path("match/<int:match_id>/chat/", table.chat, name="chat"),
    path("match/<int:match_id>/seen/", table.seen, name="seen"),
    path("match/<int:match_id>/resign/", table.resign, name="resign"),
    path("match/<int:match_id>/history/", past.replay, name="history"),
    path("match/<int:match_id>/proof/", table.proof, name="proof"),
    path("match/<int:match_id>/check/", past.check, name="check"),
    path("match/<int:match_id>/record.json", table.export, name="record"),
    path("letter/<str:token>/", mail_links.letter, name="letter"),
    path("api/mine/", api.mine, name="api_mine"),
    path("api/matches/<int:match_id>/", api.match, name="api_match"),
    path("api/matches/<int:match_id>/moves/", api.play, name="api_play"),
]
