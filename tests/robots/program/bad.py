"""A program that plays `limit`, or does one thing wrong: bad.py MODE [FILE]."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

MODE = (*sys.argv, "")[1]
HELLO = '{"games": {"limit": [2, 10], "holdem": [2, 10]}}'
BAD_HELLO = {
    "no games": "{}",
    "games in words": '{"games": "limit"}',
    "games without numbers": '{"games": {"limit": [2, "x"]}}',
    "alone": '{"games": {"limit": [1, 2]}}',
    "deep": "[" * 60000,
}
ANSWERS = {
    "garbage": "I fold",
    "list": '["fold"]',
    "empty": "",
    "bytes": "\udcff\udcfe",
    "no action": '{"act": "fold"}',
    "unknown action": '{"action": "fold\\u001b[31m"}',
    "no amount": '{"action": "raise_to"}',
    "half amount": '{"action": "raise_to", "amount": 4.5}',
    "true amount": '{"action": "raise_to", "amount": true}',
    "huge amount": '{"action": "raise_to", "amount": ' + "9" * 5000 + "}",
    "no cards": '{"action": "discard"}',
    "bad cards": '{"action": "discard", "cards": ["Xx"]}',
    "bad why": '{"action": "fold", "why": 3}',
    "deep": '{"action": ' + "[" * 50000 + "}",
    "long": '{"action": "' + "x" * 70000 + '"}',
    "illegal": '{"action": "raise_to", "amount": 1000000}',
    "fold": '{"action": "fold", "why": "no\\nreason \\u001b[31m"}',
    "two": '{"action": "fold"}\n{"action": "fold"}',
}


def say(text):
    os.write(1, text.encode(errors="surrogateescape") + b"\n")


def begin():
    if MODE == "deaf":
        say(HELLO)
        while True:
            time.sleep(60)
    if MODE == "stubborn":  # with a child of its own, and deaf to the end of its input
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        with pathlib.Path(sys.argv[2]).open("w") as file:
            file.write(f"{os.getpid()} {child.pid}")
    if MODE == "environment":
        pathlib.Path(sys.argv[2]).write_bytes(pathlib.Path("/proc/self/environ").read_bytes())
    if MODE == "early":
        say("hello")
    if MODE == "flood":
        while True:
            os.write(1, b"x" * 65536)
    if MODE == "complain":
        os.write(2, b"y" * 1_000_000 + b"\nlast words \x1b[31m\n")
    if MODE == "silent":
        time.sleep(600)


def main():
    begin()
    for line in sys.stdin:
        hear(json.loads(line))
    if MODE == "stubborn":
        time.sleep(600)


def hear(message):
    if message["type"] == "hello":
        say(BAD_HELLO.get(MODE, HELLO))
    elif message["type"] == "deal" and MODE == "dies at deal":
        sys.exit(3)
    elif message["type"] == "act":
        if MODE == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        elif MODE == "dies":
            raise SystemExit("no more")
        elif MODE == "closes":
            os.close(1)
            time.sleep(600)
        elif MODE == "slow":
            time.sleep(600)
        elif MODE == "drips":
            while True:
                os.write(1, b"x")
                time.sleep(0.01)
        else:
            legal = message["legal"]
            usual = {"action": "check" if legal["check"] else "call", "why": str(message["chance"])}
            say(ANSWERS.get(MODE, json.dumps(usual)))


if __name__ == "__main__":
    main()
