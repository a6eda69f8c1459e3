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

# On a terminal, one line with a counter; otherwise one line for every tenth package.
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
    [ -w .venv ] || fail "The packages in .venv are out of date, and you can't write to .venv."
    say "Installing packages from requirements/$list.txt (about half a minute, once)"
    log=.venv/install.log
    {
        PYTHONUNBUFFERED=1 .venv/bin/python -m pip install --disable-pip-version-check --no-input --progress-bar off \
            --require-hashes -r "requirements/$list.txt" 2>&1 || say "pip failed"
    } | tee "$log" | show_progress
    if [ "$(tail -n 1 "$log")" = "pip failed" ]; then
        tail -n 20 "$log" >&2
        fail "Could not install the packages. The full log is in $log."
    fi
    cp requirements/base.txt .venv/base.txt  # the dev list contains the base list
    cp "requirements/$list.txt" ".venv/$list.txt"
}

works .venv/bin/python || make_environment
cmp -s "requirements/$list.txt" ".venv/$list.txt" || install_packages
