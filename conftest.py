"""What all tests share, those of the platform in tests/ and those in the folders of the titles."""

from tests.fixtures import (
    browser_type_launch_args,
    django_db_modify_db_settings,
    django_db_setup,
    live,
    live_server_rests,
    owner,
    page_of,
    player,
    pytest_collection_modifyitems,
    pytest_runtest_setup,
    pytest_sessionfinish,
    pytest_terminal_summary,
    staff,
    stranger,
)

__all__ = [
    "browser_type_launch_args",
    "django_db_modify_db_settings",
    "django_db_setup",
    "live",
    "live_server_rests",
    "owner",
    "page_of",
    "player",
    "pytest_collection_modifyitems",
    "pytest_runtest_setup",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
    "staff",
    "stranger",
]
