#!/bin/sh
# install.sh base|dev: make .venv if needed and install the pinned packages if their list has changed.
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
    fail "Playpost needs Python 3.11 or newer, and finds none." \
        "Debian, Ubuntu: apt install python3 python3-venv. macOS: brew install python@3.11." \
        "If it has another name on this machine: make play PYTHON=/path/to/python3.11"
}

make_environment() {
    python=$(find_python) || exit 1
    "$python" -c 'import venv, ensurepip' 2>/dev/null || fail \
        "$(command -v "$python") cannot make a virtual environment: its venv module is missing." \
        "Debian, Ubuntu: apt install python3-venv"
    [ -w . ] || fail "There is no .venv here, and $(pwd) is not yours to write. Clone the project into a directory of your own."
    say "Making a virtual environment in .venv with $("$python" -V)"
    rm -rf .venv
    "$python" -m venv .venv
}

# One line that counts on a terminal, one line for every tenth package elsewhere.
show_progress() {
    total=$(grep -c '^[a-z0-9].*==' "requirements/$list.txt")
    [ -t 1 ] && terminal=1 || terminal=0
    awk -v total="$total" -v terminal="$terminal" '
        /^Collecting/ {
            count++
            if (terminal) printf "\r  %3d of about %d  %-50.50s", count, total, $2
            else if (count % 10 == 0) printf "  %d of about %d\n", count, total
            fflush()
        }
        /^Installing collected/ { printf terminal ? "\r  %-70s" : "  %s\n", "unpacking"; fflush() }
        END { if (terminal) printf "\r%-75s\r", "" }'
}

install_packages() {
    [ -w .venv ] || fail "The packages in .venv are out of date, and .venv is not yours to write."
    say "Installing the packages of requirements/$list.txt (once; about half a minute)"
    log=.venv/install.log
    {
        PYTHONUNBUFFERED=1 .venv/bin/python -m pip install --disable-pip-version-check --no-input --progress-bar off \
            --require-hashes -r "requirements/$list.txt" 2>&1 || say "pip failed"
    } | tee "$log" | show_progress
    if [ "$(tail -n 1 "$log")" = "pip failed" ]; then
        tail -n 20 "$log" >&2
        fail "The packages could not be installed; the whole report is in $log."
    fi
    cp requirements/base.txt .venv/base.txt  # the development list contains the other one
    cp "requirements/$list.txt" ".venv/$list.txt"
}

works .venv/bin/python || make_environment
cmp -s "requirements/$list.txt" ".venv/$list.txt" || install_packages
