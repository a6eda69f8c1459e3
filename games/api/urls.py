"""URLs under /api/."""

from collections import defaultdict

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from games.api import docs
from games.api.dispatch import view_of
from games.api.registry import ENDPOINTS, Endpoint
from games.api.streams import stream

by_path: dict[str, dict[str, Endpoint]] = defaultdict(dict)
for one in ENDPOINTS:
    by_path[one.path][one.method] = one

urlpatterns = [
    path("", docs.page, name="api_docs"),
    path("openapi.json", docs.openapi, name="api_openapi"),
    path("record.schema.json", docs.record_schema, name="api_record_schema"),
    path("v1/stream/", csrf_exempt(stream), name="api_stream"),
    *(
        path(f"v1/{address}", view_of(methods), name=f"api_{next(iter(methods.values())).name}")
        for address, methods in by_path.items()
    ),
]
