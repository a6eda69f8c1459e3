"""The tournament that a match belongs to, as its table and emails name it."""

from django.urls import reverse
from msgspec import Struct


class Cup(Struct, frozen=True):
    """The tournament and the round that a match belongs to. `key`: of the link to a private one."""

    id: int
    name: str
    round: int
    key: str

    @property
    def words(self) -> str:
        return f"{self.name}, round {self.round}"

    @property
    def url(self) -> str:
        return reverse("tournament", args=[self.id]) + (f"?key={self.key}" if self.key else "")
