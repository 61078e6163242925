"""Where the server listens, and the address that people open."""

from __future__ import annotations

import errno
import socket

PORTS_TRIED_MAX = 20
BACKLOG = 4096
LAN = "lan"
EVERYWHERE = (LAN, "0.0.0.0", "::")
_ANYWHERE = "192.0.2.1"  # RFC 5737: an address of nobody, to ask which of ours leads outside


class NoPort(Exception):
    """No port could be taken; the text says which were tried."""


def listen_on(host: str, port: int) -> socket.socket:
    """A socket on the first free port from `port` on; 0 = any that is free.

    Raises: NoPort.
    """
    address = "0.0.0.0" if host == LAN else host
    for candidate in range(port, port + (PORTS_TRIED_MAX if port else 1)):
        try:
            return bound(address, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise NoPort(f"{host}:{candidate}: {error.strerror}") from None
    raise NoPort(f"{host}: ports {port} to {port + PORTS_TRIED_MAX - 1} are all taken")


def link_of(host: str, port: int) -> str:
    """The address to open: for the network, the one under which others reach this machine."""
    name = lan_address() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def lan_address() -> str:
    """This machine's address in its network; its loopback if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((_ANYWHERE, 9))  # sends nothing
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def bound(address: str, port: int) -> socket.socket:
    """A socket that listens at this very address and port.

    Raises: OSError.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY on what is accepted; without, it does not.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
