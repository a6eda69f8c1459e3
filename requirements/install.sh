#!/bin/sh
# install.sh base|dev: creates .venv if needed, and installs the pinned packages if their list has changed.
set -eu
cd "$(dirname "$0")/.."
list=${1:-base}

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$@" >&2; exit 1; }

works() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for name in ${PYTHON:-} python3.11 python3.12 python3.13 python3; do
        if command -v "$name" >/dev/null 2>&1 && works "$name"; then say "$name"; return; fi
    done
    fail "Playpost needs Python 3.11 or newer, but there is none." \
        "Debian, Ubuntu: apt install python3 python3-venv. macOS: brew install python@3.11." \
        "If it has another name: make play PYTHON=/path/to/python3.11"
}

make_environment() {
    python=$(find_python) || exit 1
    "$python" -c 'import venv, ensurepip' 2>/dev/null || fail \
        "$(command -v "$python") can't create a virtual environment: its venv module is missing." \
        "Debian, Ubuntu: apt install python3-venv"
    [ -w . ] || fail "There is no .venv here, and you can't write to $(pwd). Clone the project into your own directory."
    say "Creating a virtual environment in .venv with $("$python" -V)"
    rm -rf .venv
    "$python" -m venv .venv
}

# uv takes a fifth of pip's time and shows its own progress. Where it can't be used or reaches no packages, pip still may.
install_packages() {
    [ -w .venv ] || fail "The packages in .venv are out of date, and you can't write to .venv."
    say "Installing packages from requirements/$list.txt (about a quarter of a minute, once)"
    if ! { with_pip --quiet -r requirements/uv.txt && with_uv; }; then
        say "Trying again with pip (about a minute)"
        with_pip -r "requirements/$list.txt" || fail "Could not install the packages."
    fi
    cp requirements/base.txt .venv/base.txt  # the dev list contains the base list
    cp "requirements/$list.txt" ".venv/$list.txt"
}

with_pip() { .venv/bin/python -m pip install --disable-pip-version-check --no-input --require-hashes "$@"; }
with_uv() { .venv/bin/uv pip install --python .venv/bin/python --require-hashes -r "requirements/$list.txt"; }

# When the system gets a newer Python, .venv points to it, but has its packages, pip among them, for the old one.
{ works .venv/bin/python && .venv/bin/python -c 'import pip' 2>/dev/null; } || make_environment
cmp -s "requirements/$list.txt" ".venv/$list.txt" || install_packages
