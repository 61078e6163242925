"""What waits for one connection is bounded, and made up for by a snapshot."""

from __future__ import annotations

from server.live.outbox import BYTES_MAX, FRAMES_MAX, Outbox
from server.protocol.frames import CLOSE_SLOW
from tests.live.wires import FakeWire


def outbox_on(way: FakeWire) -> Outbox:
    outbox = Outbox(way)
    outbox.resync = lambda: outbox.put(b"snapshot")
    return outbox


def test_frames_go_out_at_once_while_the_wire_takes_them() -> None:
    way = FakeWire()
    outbox_on(way).put(b"one")
    assert way.written == [b"one"]


def test_frames_wait_in_order_while_it_does_not() -> None:
    way = FakeWire()
    outbox = outbox_on(way)
    way.full = True
    for frame in (b"1", b"2", b"3"):
        outbox.put(frame)
    assert way.written == []
    way.full = False
    outbox.drained()
    assert way.written == [b"1", b"2", b"3"]


def test_too_many_frames_are_replaced_by_one_snapshot_but_answers_are_kept() -> None:
    way = FakeWire()
    outbox = outbox_on(way)
    way.full = True
    outbox.put(b"ack", keep=True)
    for _ in range(FRAMES_MAX + 5):
        outbox.put(b"step")
    assert way.code is None
    way.full = False
    outbox.drained()
    assert way.written == [b"ack", b"snapshot"]


def test_too_many_bytes_count_as_well() -> None:
    way = FakeWire()
    outbox = outbox_on(way)
    way.full = True
    outbox.put(b"x" * BYTES_MAX)
    outbox.put(b"x")
    way.full = False
    outbox.drained()
    assert way.written == [b"snapshot"]


def test_the_second_time_without_having_caught_up_it_is_closed() -> None:
    way = FakeWire()
    outbox = outbox_on(way)
    for _ in range(2):
        way.full = True
        for _ in range(FRAMES_MAX + 1):
            outbox.put(b"step")
        way.full = False
        outbox.drained()
    assert way.code == CLOSE_SLOW
    outbox.put(b"late")
    outbox.close(1000)


def test_who_has_caught_up_is_forgiven_again() -> None:
    way = FakeWire()
    outbox = outbox_on(way)
    for _ in range(3):
        way.full = True
        for _ in range(FRAMES_MAX + 1):
            outbox.put(b"step")
        way.full = False
        outbox.drained()
        outbox.caught_up()
    assert way.code is None
