"""The page, its parts, and the headers that every answer bears."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.api.door import Door

PAGE = Path(__file__).parent / "page"
NO_PAGE = (
    "<!doctype html><title>Ochos Locos</title>"
    "<p>La página no está construida: <code>make page</code>, o instale el paquete.</p>"
    "<p>The page has not been built: run <code>make page</code>, or install the package.</p>"
)
KEPT_SECONDS = 365 * 24 * 3600  # names of assets change with what is in them

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    )
)
# The clipboard, sharing, full screen and the wake lock are asked for by people's own clicks.
NOTHING_PERMITTED = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "camera", "display-capture", "encrypted-media",
        "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer",
        "microphone", "midi", "payment", "picture-in-picture", "publickey-credentials-get",
        "serial", "storage-access", "usb", "window-management", "xr-spatial-tracking",
    )
)  # fmt: skip
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", NOTHING_PERMITTED.encode()),
    (b"x-robots-tag", b"noindex, nofollow"),
)
# Over plain http a browser ignores it, and complains of it on every page of a home network.
HEADERS_SECURE = (*HEADERS, (b"cross-origin-opener-policy", b"same-origin"))


async def page(request: Request, status: int = 200) -> Response:
    """The same page for every path of ours: who you are is asked by API and socket only."""
    index = PAGE / "index.html"
    if not index.is_file():
        return HTMLResponse(NO_PAGE, status_code=503)
    # What a shared computer keeps of its visits should not name tables.
    caching = "no-cache" if request.url.path == "/" else "no-store"
    return FileResponse(index, status, {"cache-control": caching}, media_type="text/html")


async def asset(request: Request) -> Response:
    """A part of the page; its name tells its content, so it may be kept."""
    return _file(PAGE / "assets", request.path_params["name"], f"max-age={KEPT_SECONDS}, immutable")


async def loose_file(request: Request) -> Response:
    """An icon or the manifest beside the page."""
    return _file(PAGE, request.path_params["name"], "max-age=3600")


def _file(folder: Path, name: str, caching: str) -> Response:
    try:
        path = (folder / name).resolve()
        found = path.is_relative_to(folder.resolve()) and path.is_file()
    except (ValueError, OSError):  # a name that no file can have: with a zero byte, or too long
        found = False
    if not found:
        raise HTTPException(404)
    return FileResponse(path, headers={"cache-control": f"public, {caching}"})


class SafeHeaders:
    """Adds the headers to whatever an application answers; nothing is kept unless it says so."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        safe = HEADERS_SECURE if self._door.visitor(scope).secure else HEADERS

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *safe]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, send_safely)
