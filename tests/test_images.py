"""The images, and the script that pins them. Without a container engine no image is built, and the report says so."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures import ROOT


def engine_here() -> str | None:
    """The container engine of this machine, if one answers: a client alone builds nothing."""
    found = [place for name in ("docker", "podman") if (place := shutil.which(name))]
    return next((one for one in found if not subprocess.run([one, "info"], capture_output=True).returncode), None)


ENGINE = engine_here()
DIGEST = "sha256:" + "ab" * 32
PINNED = re.compile(r"@sha256:[0-9a-f]{64}\b")
FAKE = f"""#!/bin/sh
[ "$1" = pull ] && [ "$2" = --quiet ] && echo "$3" >> "$PULLED" && exit
[ "$1 $2" = "image inspect" ] && echo "whatever@{DIGEST}" && exit
exit 1
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    return tmp_path


def pin(checkout: Path) -> str:
    """Run deploy/pin.sh with an engine that knows one digest; return what it pulled."""
    engine, pulled = checkout / "docker", checkout / "pulled"
    engine.write_text(FAKE)
    engine.chmod(0o755)
    env = os.environ | {"PATH": f"{checkout}:{os.environ['PATH']}", "PULLED": str(pulled)}
    subprocess.run(["sh", "deploy/pin.sh"], cwd=checkout, env=env, check=True, capture_output=True)
    return pulled.read_text()


def foreign_images(root: Path) -> list[str]:
    """The images of the example that are not ours, with their digests."""
    text = (root / "deploy/Containerfile").read_text() + (root / "deploy/compose.yaml").read_text()
    named = [line.split()[1] for line in text.splitlines() if line.split()[:1] in (["FROM"], ["image:"])]
    return [image for image in named if image != "playpost"]


def test_every_foreign_image_is_pinned_by_a_digest_of_its_own() -> None:
    digests = {PINNED.search(image)[0] for image in foreign_images(ROOT)}
    assert len(digests) == len(foreign_images(ROOT)) == 4


def test_every_foreign_image_gets_its_digest(checkout: Path) -> None:
    pulled, foreign = pin(checkout).split(), foreign_images(checkout)
    assert len(foreign) == len(pulled) == 4 and all(image.endswith(f"@{DIGEST}") for image in foreign)


def test_pinning_again_renews_the_digests_and_changes_nothing_else(checkout: Path) -> None:
    pin(checkout)
    once = (checkout / "deploy/compose.yaml").read_text()
    assert once == PINNED.sub(f"@{DIGEST}", (ROOT / "deploy/compose.yaml").read_text())
    assert "@" not in pin(checkout), "a digest is asked for by tag"
    assert (checkout / "deploy/compose.yaml").read_text() == once


@pytest.fixture
def project() -> Iterator[list[str]]:
    """The compose command of a project of its own, with settings; everything is removed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        env = Path(folder) / "env"
        names = ("PLAYPOST_SECRET_KEY", "PLAYPOST_METRICS_TOKEN", "POSTGRES_PASSWORD")
        first = f"PLAYPOST_NAME=localhost\nPLAYPOST_ENV_FILE={env}\n"
        env.write_text(first + "".join(f"{name}={os.urandom(30).hex()}\n" for name in names))
        compose = [str(ENGINE), "compose", "-p", "playpost-test", "--env-file", str(env), "-f", "deploy/compose.yaml"]
        try:
            yield compose
        finally:
            subprocess.run([*compose, "down", "--volumes"], cwd=ROOT, check=False)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(ENGINE is None, reason="NO CONTAINER ENGINE: the image was NOT built. Install docker or podman.")
def test_the_image_is_built_and_all_services_become_healthy(project: list[str]) -> None:
    subprocess.run([*project, "build", "-q"], cwd=ROOT, check=True)
    services = ("database", "broker", "prepare", "web1", "web2", "worker", "clocks", "notices", "beat")
    subprocess.run([*project, "up", "-d", "--wait", *services], cwd=ROOT, check=True)
    ask = "import urllib.request as web; print(web.urlopen('http://127.0.0.1:8000/health/ready').status)"
    done = subprocess.run([*project, "exec", "-T", "web1", "python", "-c", ask], cwd=ROOT, check=True, stdout=-1)
    assert done.stdout.strip() == b"200"
