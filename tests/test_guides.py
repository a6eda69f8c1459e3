"""The guides for hosts, executed word for word in an empty Debian with systemd: `make guides-test`, or for another
release `make guides-test DEBIAN=trixie`.

It takes root, mmdebstrap and systemd-nspawn, and the network; the system in the root shares the network with this
machine. Only what needs a real host name is left out: a certificate.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures import ROOT

DEBIAN = os.environ.get("DEBIAN") or "bookworm"
BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
EMPTY = "systemd,systemd-sysv,dbus,sudo,ca-certificates,git,curl,python3,python3-venv"  # and what every Debian has
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
UNIT = """[Unit]
After=network-online.target
[Service]
Type=oneshot
Environment=HOME=/root
WorkingDirectory=/root
ExecStart=-/bin/sh -x /srv/guide.sh
ExecStopPost=systemctl --no-block poweroff
StandardOutput=file:/srv/output
StandardError=file:/srv/steps
[Install]
WantedBy=multi-user.target
"""
MISSING = [name for name in ("mmdebstrap", "systemd-nspawn") if not shutil.which(name)]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(MISSING) or os.geteuid() != 0, reason=f"NO CLEAN DEBIAN: root and {MISSING} are needed."),
]


def blocks(guide: str) -> list[str]:
    """The commands of a guide, block by block, with the address of a copy of this repository."""
    found = BLOCK.findall((ROOT / "docs/hosting" / guide).read_text())
    return [
        re.sub(r"^   ", "", block, flags=re.M).replace("<address of this repository>", "/srv/us") for block in found
    ]


@pytest.fixture
def debian() -> Iterator[Path]:
    """The root directory of an empty Debian, with this repository at /srv/us."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        root = Path(folder) / "root"
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", f"--include={EMPTY}", DEBIAN, root], check=True)
        trust_what_this_machine_trusts(root)
        subprocess.run(["git", "bundle", "create", "-q", root / "srv/us", "HEAD"], cwd=ROOT, check=True)
        yield root


def trust_what_this_machine_trusts(root: Path) -> None:
    """Packages may come through a proxy with a certificate of its own."""
    shutil.copy(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
    (root / "etc/pip.conf").write_text(f"[global]\ncert = {CERTIFICATES}\n")
    (root / "etc/uv").mkdir()
    (root / "etc/uv/uv.toml").write_text("system-certs = true\n")


def executed(root: Path, script: str) -> str:
    """Boot the system, run the script as root, and return what it printed. Fails if a command failed."""
    (root / "srv/guide.sh").write_text(f"set -eu\n{script}\necho the end\n")
    wanted = root / "etc/systemd/system/multi-user.target.wants"
    (wanted.parent / "guide.service").write_text(UNIT)
    (wanted / "guide.service").symlink_to("../guide.service")
    boot = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "-D", root]
    subprocess.run(boot, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    output = (root / "srv/output").read_text()
    assert output.endswith("the end\n"), output[-2000:] + (root / "srv/steps").read_text()[-3000:]
    return output


def test_the_guide_for_friends_works_word_for_word(debian: Path) -> None:
    install, settings, start, *_ = blocks("friends.md")
    start, check = start.split("curl ")
    as_you = f"cd\n{install}\n{settings}\n{start.rstrip()} &\nsite=$!\n"
    as_you += f"until curl -fsS {check.partition('#')[0]}; do sleep 1; kill -0 $site; done\nkill -INT $site; wait $site"
    (debian / "srv/you.sh").write_text(f"set -eux\n{as_you}\n")
    output = executed(debian, "useradd --create-home you\nrunuser -u you -- env HOME=/home/you sh /srv/you.sh")
    assert '"ready": true' in output and "Stopped." in output


def test_the_guide_for_a_public_site_works_word_for_word_and_again(debian: Path) -> None:
    install = blocks("systemd.md")[0].partition("sudo apt install certbot")[0]
    ask = "curl -fsS --retry 30 --retry-delay 1 -H 'Host: play.example.org' -H 'X-Forwarded-Proto: https'"
    look = f"{ask} http://localhost/ | grep -o '<title>.*'"
    manage = (
        "runuser -u playpost -- env -C /opt/playpost sh -c 'set -a; . /etc/playpost/env; .venv/bin/python manage.py "
    )
    script = f"""{install}
{look}
systemctl kill --signal=KILL playpost-web@8001 playpost-worker@clocks
sleep 15
systemctl is-active 'playpost-*'
rm -r /opt/playpost/.venv
(umask 077; deploy/install.sh play.example.org)
{look}
{manage}backup /var/lib/playpost/backups/now'
systemctl stop playpost.target 'playpost-*.service'
{manage}restore /var/lib/playpost/backups/now --replace'
systemctl start playpost.target
{look}
{manage}doctor'
"""
    output = executed(debian, script)
    assert output.count("<title>") == 3 and "Nothing is wrong." in output
