"""Django's ASGI handler, with each request handled in one thread of a small pool.

Django's own handler starts a new thread per request and switches threads for each middleware, which costs 1.5 ms. This
one stays in one thread: there are no asynchronous views, and only the API's event streams are read in the event loop.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.db import close_old_connections
from django.urls import set_script_prefix

from config import health

COUNT = 16
THREADS = ThreadPoolExecutor(COUNT, thread_name_prefix="page")


class Pages(ASGIHandler):
    """The ASGI application for all pages. Health checks have their own threads, so they work while the pool is busy."""

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        if scope["path"] in health.ADDRESSES:
            answer = sync_to_async(self.answer, thread_sensitive=False)(scope, body)
            response = await health.with_timeout(answer)
        else:
            response = await sync_to_async(self.answer, thread_sensitive=False, executor=THREADS)(scope, body)
        if response.streaming:
            await self.stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def answer(self, scope: Any, body: Any) -> Any:
        """Handle a request. Runs in a thread."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        with body:  # a large body is a temporary file
            request, error = self.create_request(scope, body)
            response: Any = self.get_response(request) if request else error
        if response.streaming:
            close_old_connections()  # a stream may last for hours
        else:
            response.close()
        return response

    async def stream(self, response: Any, receive: Any, send: Any) -> None:
        """Send a streaming response until it ends or the client disconnects."""
        sending, leaving = asyncio.ensure_future(self.send_response(response, send)), asyncio.ensure_future(receive())
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            sending.cancel()
            leaving.cancel()
            await asyncio.wait((sending, leaving))
            response.close()
        if not sending.cancelled():
            sending.result()
