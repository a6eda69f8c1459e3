"""Staff decisions as shown to the person concerned, who can answer them without logging in.

The page has a signed URL, which is in the email. Suspended people are also sent there when they try to log in.
"""

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from django.utils import timezone

from accounts.models import StaffAct, User

Act = StaffAct.Act
LONGEST = 1000
# The acts that a person is told about; all others concern matches and emails.
LEADS = {
    Act.WARN: "This is a warning. You can still play and write as before.",
    Act.SUSPEND: "Your account is suspended. You can’t log in, and your clocks keep running.",
    Act.READMIT: "Your account is open again. You can log in.",
    Act.MUTE: "You can’t write in chats for a while. You can still play.",
    Act.UNMUTE: "You can write in chats again.",
    Act.RENAME: "Your name isn’t allowed here, so we removed it. You can choose another one.",
    Act.DELETE: "We deleted something you wrote.",
}
_signer = Signer(sep=".", salt="playpost.staff_act")


def path(act: StaffAct) -> str:
    """The path of the page about this act."""
    return reverse("staff_act", args=[_signer.sign(str(act.pk))])


def read(token: str) -> StaffAct | None:
    """The act that a token names; None if it is forged or the person's account was deleted."""
    try:
        number = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    return StaffAct.objects.filter(pk=number, act__in=LEADS, person__deleted_at=None).select_related("person").first()


def page_of_suspension(user: User) -> str:
    """The page that tells a suspended person why; "" if the account is closed for another reason."""
    if user.is_active or user.is_bot or user.deleted_at:
        return ""
    act = StaffAct.objects.filter(act=Act.SUSPEND, person=user).order_by("-pk").first()
    return path(act) if act else ""


def answer(act: StaffAct, text: str) -> bool:
    """Store the person's answer for the staff. False if it is empty or they have answered before."""
    words = " ".join(text.split())[:LONGEST]
    if not words:
        return False
    rows = StaffAct.objects.filter(pk=act.pk, answered_at=None)
    return bool(rows.update(answer=words, answered_at=timezone.now()))
