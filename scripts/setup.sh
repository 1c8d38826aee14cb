# Sourced by the other scripts: makes .venv with the given extras, once, and again when the project's
# requirements or its C sources change. Reports its steps on standard error, so that standard output stays the program's own.
#
#   setup PROFILE      PROFILE: run | dev

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
export PIP_DISABLE_PIP_VERSION_CHECK=1
# As a variable, under both names, it also applies to pip's build environments.
export PIP_CONSTRAINT="$root/constraints.txt" PIP_BUILD_CONSTRAINT="$root/constraints.txt"

find_python() {
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    echo "ircpoker needs Python 3.11 or newer with its venv module (Debian: apt install python3-venv)" >&2
    exit 1
}

setup() {
    profile=$1
    stamp="$root/.venv/ircpoker-$profile"
    # The C sources count, too: the installation builds the native kernel from them.
    wanted=$(find "$root/pyproject.toml" "$root/setup.py" "$root/constraints.txt" "$root/native" -type f -exec cksum {} + |
        sort | cksum)
    # A development environment can run the bot, too.
    for done in "$stamp" "$root/.venv/ircpoker-dev"; do
        [ -f "$done" ] && [ "$(cat "$done")" = "$wanted" ] && [ -x "$root/.venv/bin/ircpoker" ] && return
    done
    (
        # Two runs must not build one environment at once: the second waits.
        if command -v flock >/dev/null 2>&1; then
            flock 9
            [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0
        fi
        python=$(find_python) || exit 1
        echo "Setting up ircpoker in .venv (once, about a minute) ..." >&2
        [ -x "$root/.venv/bin/python" ] || "$python" -m venv "$root/.venv" || exit 1
        extras=""
        [ "$profile" = dev ] && extras="[dev,bench]"
        "$root/.venv/bin/python" -m pip install --quiet --editable "$root$extras" >&2 || exit 1
        IRCPOKER_PURE='' "$root/.venv/bin/python" -c 'import ircpoker.hands.kernel as k, sys; sys.exit(k.KERNEL is None)' ||
            echo "The native kernel could not be built (is there a C compiler?): ircpoker runs without it, only slower." >&2
        echo "$wanted" >"$stamp"
    ) 9>"$root/.setup.lock" || {
        echo "setting up ircpoker failed: see above" >&2
        exit 1
    }
}
