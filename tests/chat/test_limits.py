from hypothesis import given
from hypothesis import strategies as st

from ircpoker.chat.limits import Bucket, CommandLimiter, Refusal, Verdict
from ircpoker.config import LimitSettings
from ircpoker.people import Person


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
    assert check(limiter, asker) == "allow"
    limiter.charge(asker, 40, 0.0)
    assert [check(limiter, asker, now) for now in (0.0, 1.9, 2.0, 2.1)] == ["warn", "ignore", "allow", "ignore"]
    limiter.charge(asker, 1, 2.0)
    assert [check(limiter, asker, now) for now in (5.9, 6.0)] == ["ignore", "allow"]
    # Six tokens for the host, and a new one each second.
    assert [check(limiter, neighbour, 6.0) for _ in range(3)] == ["allow"] * 3


def make_person(address: str, nick: str = "bob", account: str | None = None, network: str = "net") -> Person:
    return Person(network, nick, nick, account, address)


def check(limiter: CommandLimiter, person: Person, now: float = 0.0) -> Verdict:
    refusal = limiter.check(person, now)
    return "allow" if refusal is None else "warn" if refusal.is_due else "ignore"


def verdicts(limiter: CommandLimiter, *people: Person) -> list[Verdict]:
    return [check(limiter, person) for person in people]


def test_only_limited_people_are_remembered() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=2, command_interval=2.0, host_factor=0))
    flooder = []
    for number in range(20_000):
        now = number / 8
        assert check(limiter, make_person(f"u{number}@host"), now) == "allow"
        flooder.append(check(limiter, make_person("flooder@host"), now))
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


def test_the_guests_of_a_host_have_a_multiple_of_one_persons_limit() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=2, command_interval=60, host_factor=3))
    crowd = [make_person(f"u{number}@host", f"n{number}") for number in range(8)]
    # Three in a minute: none of so many has a share of one.
    assert verdicts(limiter, *crowd) == ["allow"] * 6 + ["warn"] * 2
    assert limiter.check(crowd[7], 1.0) == Refusal("host", 19.0, is_due=False)
    assert verdicts(limiter, make_person("u0@elsewhere")) == ["allow"]
    assert check(limiter, crowd[7], 20.0) == "allow"  # One token in 60 s for a person, in 20 s for a host.
    assert check(limiter, crowd[6], 20.0) == "ignore"
    assert check(limiter, crowd[6], 60.0) == "allow"


def test_a_services_account_belongs_to_no_host() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=2, command_interval=60, host_factor=1))
    guests = [make_person(f"g{number}@host") for number in range(9)]
    known = [make_person(f"u{number}@host", account=f"account{number}") for number in range(9)]
    assert verdicts(limiter, *guests, *known) == ["allow"] * 2 + ["warn"] * 7 + ["allow"] * 9
    assert verdicts(limiter, *known, *known)[8:] == ["allow", *["warn"] * 9]


def test_a_host_of_ipv6_is_its_64() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=1, command_interval=60, host_factor=2))
    assert verdicts(limiter, *[make_person(f"u@2001:db8::{part:x}") for part in range(1, 5)]) == [
        *["allow"] * 2,
        *["warn"] * 2,
    ]


def test_those_who_ask_little_are_served_on_a_host_over_its_limit() -> None:
    """Seven strangers of one host ask within their own limits; somebody else there asks every ten seconds."""
    limiter = CommandLimiter(LimitSettings())
    strangers, honest = [make_person(f"s{n}@gate", f"s{n}") for n in range(7)], make_person("honest@gate")
    answers: dict[Person, list[Verdict]] = {person: [] for person in (*strangers, honest)}
    for second in range(0, 600, 2):
        for stranger in strangers:
            answers[stranger].append(check(limiter, stranger, second))
        if second % 10 == 0:
            answers[honest].append(check(limiter, honest, second))
    assert answers[honest] == ["allow"] * 60
    allowed = [answers[stranger].count("allow") for stranger in strangers]
    # A host may give 40 at once, then two a second; nobody of the seven gets much less than another.
    assert 1100 <= sum(allowed) + 60 <= 40 + 1200
    assert min(allowed) >= 100
    # Each is told of it once a minute.
    assert all(1 <= answers[stranger].count("warn") <= 10 for stranger in strangers)


@given(st.lists(st.tuples(st.floats(0, 300), st.integers(0, 40)), max_size=400).map(sorted), st.integers(1, 3))
def test_a_host_gets_at_most_twice_its_limit(asked: list[tuple[float, int]], factor: int) -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=3, command_interval=2.0, host_factor=factor))
    guests = [make_person(f"g{number}@host") for number in range(41)]
    served = [now for now, guest in asked if check(limiter, guests[guest], now) == "allow"]
    for start in served:
        within = sum(start <= now < start + 60 for now in served)
        assert within <= 3 * factor + 2 * 30 * factor


def test_changes_of_ones_seat_have_a_burst_of_their_own() -> None:
    limiter = CommandLimiter(LimitSettings(command_burst=2, command_interval=60))
    player = make_person("p@host")
    assert [limiter.takes_seat(player, 0.0) for _ in range(3)] == [True, True, False]
    assert verdicts(limiter, player, player, player) == ["allow", "allow", "warn"]
    assert limiter.takes_seat(player, 60.0)


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
