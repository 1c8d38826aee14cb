from hypothesis import given
from hypothesis import strategies as st

from ircpoker.chat.limits import Bucket, CommandLimiter, Verdict
from ircpoker.chat.message import Person
from ircpoker.config import LimitSettings


def test_burst_then_one_warning_then_silence() -> None:
    bucket = Bucket(burst=3, interval=2.0)
    assert [bucket.take(10.0) for _ in range(6)] == ["allow"] * 3 + ["warn"] + ["ignore"] * 2


def test_each_interval_allows_one_more_without_a_second_warning() -> None:
    bucket = Bucket(burst=2, interval=2.0)
    verdicts = [bucket.take(second / 2) for second in range(40)]
    assert verdicts.count("warn") == 1
    # two at once, then one for each 2 s of the 20 s
    assert verdicts.count("allow") == 2 + 9


def test_a_full_bucket_earns_a_new_warning() -> None:
    bucket = Bucket(burst=2, interval=2.0)
    for _ in range(5):
        bucket.take(0.0)
    assert [bucket.take(4.0) for _ in range(4)] == ["allow", "allow", "warn", "ignore"]


@given(st.lists(st.floats(0, 100), min_size=1, max_size=80).map(sorted), st.integers(1, 5), st.floats(0.1, 10))
def test_never_more_than_the_burst_and_one_for_each_interval(times: list[float], burst: int, interval: float) -> None:
    bucket = Bucket(burst, interval)
    allowed = [now for now in times if bucket.take(now) == "allow"]
    for first, start in enumerate(allowed):
        for count, end in enumerate(allowed[first:], 1):
            assert count <= burst + (end - start) / interval + 1e-6


def test_an_answer_takes_a_token_a_line_up_to_the_burst() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=3, command_interval=2.0, host_factor=2))
    asker, neighbour = make_person("a@host"), make_person("n@host")
    assert limiter.check(asker, 0.0) == "allow"
    limiter.charge(asker, 40, 0.0)
    assert [limiter.check(asker, now) for now in (0.0, 1.9, 2.0, 2.1)] == ["warn", "ignore", "allow", "ignore"]
    limiter.charge(asker, 1, 2.0)
    assert [limiter.check(asker, now) for now in (5.9, 6.0)] == ["ignore", "allow"]
    # Six tokens for the host, and a new one each second.
    assert [limiter.check(neighbour, 6.0) for _ in range(3)] == ["allow"] * 3


def make_person(address: str, nick: str = "bob", account: str | None = None, network: str = "net") -> Person:
    return Person(network, nick, nick, account, address)


def verdicts(limiter: CommandLimiter, *people: Person) -> list[Verdict]:
    return [limiter.check(person, 0.0) for person in people]


def test_only_limited_people_are_remembered() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=2, command_interval=2.0, host_factor=0))
    flooder = []
    for number in range(20_000):
        now = number / 8
        assert limiter.check(make_person(f"u{number}@host"), now) == "allow"
        flooder.append(limiter.check(make_person("flooder@host"), now))
    assert limiter.known <= 1025
    # two at once, then one for each 2 s of the 2,500 s; and the warning is remembered
    assert flooder.count("allow") == 2 + 20_000 // 8 // 2 - 1
    assert flooder.count("warn") == 1


def test_a_person_is_an_account_or_an_address_and_never_a_nick() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=1, command_interval=60, host_factor=0))
    host = [make_person("b@host", nick) for nick in ("bob", "victim", "carol")]
    assert verdicts(limiter, *host) == ["allow", "warn", "ignore"]
    # The victim, back under the nick that bob used, and somebody with that nick elsewhere.
    assert verdicts(limiter, make_person("v@host", "victim"), make_person("b@host", network="other")) == ["allow"] * 2
    known = [make_person(f"b@host{number}", account=account) for number, account in enumerate(("Bob", "BOB"))]
    assert verdicts(limiter, *known) == ["allow", "warn"]


def test_a_host_has_a_multiple_of_one_persons_limit() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=2, command_interval=60, host_factor=3))
    crowd = [make_person(f"u{number}@host", f"n{number}", f"account{number}") for number in range(8)]
    assert verdicts(limiter, *crowd) == ["allow"] * 6 + ["warn", "ignore"]
    assert verdicts(limiter, make_person("u0@elsewhere")) == ["allow"]
    assert limiter.check(crowd[7], 20.0) == "allow"  # One token in 60 s for a person, in 20 s for a host.
    assert limiter.check(crowd[6], 20.0) == "ignore"


def test_a_refusal_takes_no_tokens_from_neighbours() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=2, command_interval=60, host_factor=2))
    flooder, neighbour = make_person("f@host"), make_person("n@host")
    assert verdicts(limiter, *[flooder] * 50).count("allow") == 2
    assert verdicts(limiter, neighbour, neighbour) == ["allow", "allow"]


def test_people_without_address_have_no_neighbours() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=1, command_interval=60, host_factor=1))
    assert verdicts(limiter, make_person("", "bob"), make_person("", "eve"), make_person("", "bob")) == [
        "allow",
        "allow",
        "warn",
    ]
