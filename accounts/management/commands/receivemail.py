"""`manage.py receivemail`: receive replies and bounces without a mail service. `manage.py up` starts it by itself."""

import os
import signal
import threading
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.mail import door


class Command(BaseCommand):
    help = "Receive replies and bounces by SMTP or LMTP, at the address in PLAYPOST_INBOUND."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.MAIL_DOOR or not settings.REPLY_ADDRESS:
            raise CommandError("Set PLAYPOST_INBOUND (such as lmtp://127.0.0.1:2424) and PLAYPOST_REPLY_TO.")
        asked_to_stop = threading.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_: asked_to_stop.set())
        try:
            server = door.Server(settings.MAIL_DOOR)
            server.start()
        except (OSError, ValueError) as error:
            raise CommandError(f"Can't listen at {settings.MAIL_DOOR}: {error}") from None
        self.stdout.write(f"Receiving email for {settings.REPLY_ADDRESS} at {settings.MAIL_DOOR}.")
        if ready := os.environ.get("PLAYPOST_READY"):
            Path(ready).touch()
        asked_to_stop.wait()
        server.stop()
