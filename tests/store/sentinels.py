"""A primary with replicas under sentinels, in processes of their own that a test may harm."""

from __future__ import annotations

from pathlib import Path

from tests.store.rack import SAFE, Failure, Member, Rack

DOWN_AFTER_MS = 800  # after which a silent primary is replaced
SERVICE = "ochos"


class Sentinels(Rack):
    """A primary with replicas, and sentinels that replace it when it is gone."""

    def __init__(
        self, *, replicas: int = 2, sentinels: int = 3, program: Path | None = None, **settings: str
    ) -> None:
        super().__init__(program)
        self._settings = SAFE | {name.replace("_", "-"): value for name, value in settings.items()}
        self.servers = [self.member() for _ in range(1 + replicas)]
        self.sentinels = [self.member() for _ in range(sentinels)]

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in self.sentinels)
        return f"redis+sentinel://{hosts}/{SERVICE}"

    def prepare(self) -> None:
        first, *others = self.servers
        self.write_config(first, self._settings)
        for other in others:
            self.write_config(other, self._settings | {"replicaof": f"127.0.0.1 {first.port}"})
        for member in self.sentinels:
            self.write_config(member, {"sentinel monitor": f"{SERVICE} 127.0.0.1 {first.port} 2"})
            lines = (
                f"sentinel down-after-milliseconds {SERVICE} {DOWN_AFTER_MS}",
                f"sentinel failover-timeout {SERVICE} 4000",
                # Otherwise they are told of at the next look, ten seconds later, and a primary
                # that dies before has nobody who could follow it.
                *(f"sentinel known-replica {SERVICE} 127.0.0.1 {each.port}" for each in others),
            )
            member.config.write_text(member.config.read_text() + "\n".join((*lines, "")))
            member.options = ("--sentinel",)

    def primary(self) -> Member:
        for member in self.servers:
            if member.is_primary():
                return member
        raise AssertionError(f"no primary: {self.logs()}")

    def is_whole(self) -> bool:
        """Whether every sentinel knows all others, sentinels and replicas, and every running
        replica is in step."""
        running = [member for member in self.servers if member.is_running]
        try:
            linked = [
                member
                for member in running
                if member.info("replication").get("master_link_status") == "up"
            ]
            told = [each.info("sentinel")["master0"] for each in self.sentinels if each.is_running]
        except (*Failure, KeyError):
            return False
        known = f"'slaves': {len(self.servers) - 1}, 'sentinels': {len(self.sentinels)}"
        return len(linked) == len(running) - 1 and all(known in each for each in told)
