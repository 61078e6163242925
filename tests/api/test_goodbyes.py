"""Connections that end as their clients wish."""

from __future__ import annotations

import msgspec
import pytest

from tests.live.site import Site, joined, made_on

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_goodbye_may_come_in_one_piece_with_the_close(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    made = await made_on(site.url)
    player = await joined(site.host, made.table, secret=made.secret)
    line = player.connection
    line.protocol.send_text(msgspec.json.encode({"t": "bye"}))
    line.protocol.send_close(1000)
    line.transport.write(b"".join(line.protocol.data_to_send()))
    assert await player.until_closed() == 1000
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []
