"""The least that a server of this stack can do: tells every message to the four of a group.

It keeps no table and no log. What the game server manages is set beside it, so that two runs on
different machines can be compared.
"""

from __future__ import annotations

import gc
import os
from typing import Any

import uvicorn

GROUP = 4
_groups: dict[int, list[Any]] = {}


async def bare(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application: WebSockets for the load, anything else is `/ready`."""
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ready"})
        return
    await receive()
    await send({"type": "websocket.accept", "subprotocol": scope["subprotocols"][0]})
    group = _groups.setdefault(len(_groups) - 1, [])
    if len(group) in (0, GROUP):
        group = _groups[len(_groups)] = []
    group.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        for tell in group:
            await tell({"type": "websocket.send", "bytes": message["bytes"]})


if __name__ == "__main__":
    gc.disable()  # as in the game server, which collects by a timer of its own
    uvicorn.run(
        bare,
        host=os.environ["OCHOS_HOST"],
        port=int(os.environ["OCHOS_PORT"]),
        ws="websockets-sansio",
        loop="uvloop",
        ws_per_message_deflate=False,
        access_log=False,
        log_level="warning",
    )
