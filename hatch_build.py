"""Build hook: puts the browser page into the package, building it unless it is there already."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _page() -> Any:
    """deploy/page.py, loaded by its path: a build does not run with the checkout on sys.path."""
    path = Path(__file__).resolve().parent / "deploy" / "page.py"
    spec = importlib.util.spec_from_file_location("ochos_page", path)
    assert spec is not None, path
    assert spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PageHook(BuildHookInterface[Any]):
    """Editable installs (`OCHOS_PAGE=no`) go without: their checkout builds the page itself."""

    def dependencies(self) -> list[str]:
        """What the build environment needs: Node from PyPI, only if nothing else serves."""
        page = _page()
        if not _wanted() or page.page_is_current() or page.find_node():
            return []
        return [page.node_requirement()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        page = _page()
        if not _wanted() or version == "editable" or page.page_is_current():
            return
        node = page.find_node()
        if node is None:
            raise RuntimeError("the page needs Node ≥ 20.19 to be built")
        page.build(node)


def _wanted() -> bool:
    return os.environ.get("OCHOS_PAGE") != "no"
