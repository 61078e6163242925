"""The browser of the browser tests."""

from tests.browser.conftest import chrome, guests

__all__ = ("chrome", "guests")
