"""Frames as MessagePack, by the `msgpack` package: a second codec beside the server's own."""

from __future__ import annotations

from typing import Any, NoReturn, get_args

import msgpack
import msgspec

from server.protocol import frames
from server.protocol.news import AnyNews

SUBPROTOCOL = frames.SUBPROTOCOLS[0]
_BY_TAG: dict[object, type[msgspec.Struct]] = {
    kind.__struct_config__.tag: kind for kind in get_args(frames.ServerFrame)
}


class BadFrame(Exception):
    """What came is not a frame of this protocol."""


def pack(frame: frames.ClientFrame) -> bytes:
    """A frame for the server."""
    packed: bytes = msgpack.packb(msgspec.to_builtins(frame), use_bin_type=True)
    return packed


def unpack(body: bytes) -> frames.ServerFrame | None:
    """A frame from the server; None if it is of a kind that this client does not know.

    Raises: BadFrame.
    """
    tree = _tree(body)
    kind = _BY_TAG.get(tree.get("t"))
    if kind is None:
        return None
    if kind is frames.Step:
        tree["news"] = _known_news(tree.get("news", []))
    try:
        return msgspec.convert(tree, kind)  # type: ignore[return-value]
    except msgspec.ValidationError as error:
        raise BadFrame(str(error)) from error


def _tree(body: bytes) -> dict[str, Any]:
    try:
        tree = msgpack.unpackb(
            body, raw=False, strict_map_key=True, ext_hook=_refuse_extension, timestamp=0
        )
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError) as error:
        # ExtraData, what stands after the frame, is a ValueError too.
        raise BadFrame(str(error) or type(error).__name__) from error
    if not isinstance(tree, dict):
        raise BadFrame(f"a map expected, found {type(tree).__name__}")
    return tree


def _refuse_extension(code: int, _body: bytes) -> NoReturn:
    raise ValueError(f"extension type {code} in a frame")


def _known_news(news: object) -> list[Any]:
    """News of kinds that this client knows; a newer server may tell of more."""
    if not isinstance(news, list):
        raise BadFrame("news must be a list")
    return [item for item in news if _is_known(item)]


def _is_known(item: object) -> bool:
    try:
        msgspec.convert(item, AnyNews)
    except msgspec.ValidationError:
        return False
    return True
