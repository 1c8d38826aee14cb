# Sourced by the other scripts: makes .venv and what is built there, once, and again when the project's requirements or
# its C sources change. Each step says on standard error what it does, so that standard output stays the program's own.
# A step that was interrupted is done again by the next run; a second run at the same time waits.
#
#   setup play              what the console, the robots and the library need
#   setup dev               everything: all packages, the tools of development, the solver
#   add NAME PACKAGE…       the package NAME, which a command misses, and those that belong to it
#   solver now | later      the solver in C; `later` builds it in the background
#   install_programs PACKAGE…  programs that the tests start, by Debian's apt

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
venv="$root/.venv/bin/python"
export PIP_DISABLE_PIP_VERSION_CHECK=1
build_tool="setuptools>=77"
# As `python -m venv --clear`, but Ctrl-C shows no traceback.
create="import signal, sys, venv
signal.signal(signal.SIGINT, signal.SIG_DFL)
venv.create(sys.argv[1], clear=True, symlinks=True, with_pip=True)"
# The client for IRC, and what it needs, is two thirds of all packages.
play_packages="alembic msgspec numpy prompt_toolkit rich sqlalchemy textual"

say() { echo "$*" >&2; }

fail() {
    say "Setting up ircpoker failed: see above. The packages come from PyPI. The next run goes on from here."
    exit 1
}

find_python() {
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null 2>&1 &&
            "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    say "ircpoker needs Python 3.11 or newer with its venv module (Debian: apt install python3-venv)"
    exit 1
}

# step LINE COMMAND…: runs the command, and shows every three seconds that it still runs.
step() {
    (
        seconds=0
        # The sleep may outlive this loop, so it must not hold whatever reads our output.
        while sleep 3 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
            seconds=$((seconds + 3))
            say "  ... $seconds s"
        done
    ) 9>&- &
    # Set after the loop has begun: a loop that had inherited them could lose the signal that ends it.
    trap 'kill $! 2>/dev/null; say "Stopped. The next run goes on from here."; exit 130' INT
    trap 'kill $! 2>/dev/null; exit 143' TERM
    say "$1 ..."
    shift
    "$@" >&2
    status=$?
    trap - INT TERM
    kill $! 2>/dev/null
    wait $! 2>/dev/null
    return $status
}

# Held in file 9 until `unlock`, or until this process has ended. Python locks because macOS has no `flock`.
lock() {
    python=$(find_python) || exit 1
    exec 9>"$root/$1"
    "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null ||
        step "Another run is at it: waiting" "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
}

unlock() { exec 9>&-; }

is_done() {
    [ -x "$root/.venv/bin/ircpoker" ] && [ "$(cat "$root/.venv/ircpoker-$1" 2>/dev/null)" = "$wanted" ]
}

# once NAME COMMAND…: runs the command unless it has been run for the present sources.
once() {
    done_as=$1
    shift
    is_done "$done_as" && return
    lock .setup.lock
    is_done "$done_as" || { "$@" && echo "$wanted" >"$root/.venv/ircpoker-$done_as"; } || fail
    unlock
}

# The files below a folder.
files() {
    for file in "$1"/*; do
        if [ -d "$file" ]; then files "$file"; else echo "$file"; fi
    done
}

setup() {
    # The C sources and the compiler count, too: the kernel and the solver are built from them.
    # shellcheck disable=SC2046 # no name has a space
    wanted="$(cd "$root" && cksum pyproject.toml setup.py constraints.txt $(files native) | cksum) $(command -v cc)"
    is_done dev && return
    once "$1" "install_$1"
}

install_play() {
    make_environment || return
    # shellcheck disable=SC2086 # a list
    step "Installing Python packages" install "$build_tool" $play_packages || return
    install_ircpoker "Compiling the native kernel" "$root" --no-deps
}

install_dev() {
    make_environment || return
    step "Installing the build tool" install "$build_tool" || return
    install_ircpoker "Installing Python packages and compiling the native kernel" "$root[dev,bench]" || return
    solver now || say "The solver could not be built: its tests are left out."
}

make_environment() {
    if ! "$venv" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        step "Setting up ircpoker, once: creating the environment .venv" "$python" -c "$create" "$root/.venv" || return
    fi
    # An interrupted run, or another tool, may have left an environment without pip.
    "$venv" -m pip --version >/dev/null 2>&1 || step "Installing pip" install_pip
}

install_pip() { "$venv" -m ensurepip --default-pip >/dev/null; }

# Python compiles a module when it is first imported: to compile all of them takes longer than the whole first start.
install() {
    "$venv" -m pip install --quiet --no-compile --no-warn-conflicts --constraint "$root/constraints.txt" "$@"
}

install_ircpoker() {
    line=$1
    shift
    # What older sources gave must not be used with new ones.
    solver_is_built || rm -f "$root"/ircpoker/postflop/engine/_solver.*.so
    export IRCPOKER_PARTS=kernel
    step "$line" install --no-build-isolation --editable "$@" || return
    unset IRCPOKER_PARTS
    IRCPOKER_PURE='' "$venv" -c 'import ircpoker.hands.kernel as k, sys; sys.exit(k.KERNEL is None)' ||
        say "The native kernel could not be built: ircpoker runs without it, only slower. With a C compiler: rm -r .venv"
}

add() {
    name=$1
    shift
    lock .setup.lock
    step "This command needs $name: installing it" install "$@" || fail
    unlock
}

install_programs() {
    step "Installing with apt what the tests start (IRCPOKER_APT=no forbids it): $*" apt_install "$@"
}

# A server of a package must not be started: the ports are for ours.
apt_install() (
    policy=/usr/sbin/policy-rc.d
    if [ ! -e $policy ]; then
        trap 'rm -f $policy' EXIT
        trap 'exit 129' HUP
        trap 'exit 130' INT
        trap 'exit 143' TERM
        printf '#!/bin/sh\nexit 101\n' >$policy && chmod +x $policy || exit
    fi
    export DEBIAN_FRONTEND=noninteractive
    quickly="-o Acquire::Retries=1 -o Acquire::http::Timeout=20"
    # shellcheck disable=SC2086 # words
    apt-get $quickly update -qq && apt-get $quickly install -y -qq "$@" </dev/null >/dev/null
)

solver_is_built() { [ "$(cat "$root/.venv/ircpoker-solver" 2>/dev/null)" = "$wanted" ]; }

kernel_is_built() { ls "$root"/ircpoker/hands/_kernel.*.so >/dev/null 2>&1; }

solver() {
    solver_is_built || ! kernel_is_built && return
    if [ "$1" = now ]; then
        step "Compiling the solver, about a minute" build_solver
    else
        say "Compiling the solver in the background, about a minute: until then the robot hard plays like medium."
        # Neither Ctrl-C in the program nor its end stops it.
        (trap '' INT HUP && polite="nice -n 10" build_solver) </dev/null >"$root/.venv/solver.log" 2>&1 &
    fi
}

# Puts the solver into its place when it is whole. Only one run builds it; others wait, and find it built.
build_solver() (
    exec 8>"$root/.solver.lock" && cd "$root" || exit
    "$venv" -c 'import fcntl; fcntl.flock(8, fcntl.LOCK_EX)'
    solver_is_built && exit
    rm -rf build/solver
    IRCPOKER_PARTS=solver ${polite:-} "$venv" setup.py --quiet build_ext --build-lib build/solver --build-temp build/solver &&
        mv build/solver/ircpoker/postflop/engine/_solver.*.so ircpoker/postflop/engine/ &&
        rm -rf build/solver && echo "$wanted" >.venv/ircpoker-solver
)
