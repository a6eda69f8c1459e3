"""Staff decisions as the person concerned reads them, and their answer, for which no login is needed.

The address is signed and names one act. It stands in the email, and whoever is suspended is led there by the login.
"""

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils import timezone

from accounts.models import StaffAct, User

Act = StaffAct.Act
LONGEST = 1000
# What a person is told of; other acts are about matches and emails.
LEADS = {
    Act.SUSPEND: "Your account is suspended. You can’t log in, and your clocks run on.",
    Act.READMIT: "Your account is open again. You can log in.",
    Act.MUTE: "You can’t write in chats for a while. You can play on.",
    Act.UNMUTE: "You can write in chats again.",
    Act.RENAME: "Your name can’t be used here, so we took it away. You can choose another one.",
    Act.DELETE: "We deleted something you wrote.",
}
_signer = Signer(sep=".", salt="playpost.staff_act")


def path(act: StaffAct) -> str:
    """The address of the page of this act."""
    return reverse("staff_act", args=[_signer.sign(str(act.pk))])


def read(token: str) -> StaffAct | None:
    """The act of an address; None if we did not sign it, or its person is gone."""
    try:
        number = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    return StaffAct.objects.filter(pk=number, act__in=LEADS, person__deleted_at=None).select_related("person").first()


def page_of_suspension(user: User) -> str:
    """Where a suspended person reads why; "" if this account is closed for another reason."""
    if user.is_active or user.is_bot or user.deleted_at:
        return ""
    act = StaffAct.objects.filter(act=Act.SUSPEND, person=user).order_by("-pk").first()
    return path(act) if act else ""


def answer(act: StaffAct, text: str) -> bool:
    """Keep the person's answer for the staff; once. False if there is one already, or nothing to keep."""
    words = " ".join(text.split())[:LONGEST]
    if not words:
        return False
    rows = StaffAct.objects.filter(pk=act.pk, answered_at=None)
    return bool(rows.update(answer=words, answered_at=timezone.now()))
