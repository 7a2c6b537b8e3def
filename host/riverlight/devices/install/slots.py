"""A/B slots: new firmware goes into the idle slot, is verified there, and is activated by one rename.

Until that rename the board starts its old firmware. After it, the new firmware is on trial (``firmware/root_main.py``):
it is confirmed once it has run for some seconds with a host connected; otherwise the board rolls back by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from riverlight.devices.install.flash import Flash
from riverlight.devices.install.release import Release
from riverlight.errors import DeviceError

__all__ = ["Progress", "State", "Stored", "is_current", "read_state", "revert", "store"]

SLOT_FILE = "slot"
ROOT_FILE = "main.py"
FOREIGN_ROOT_FILE = "main_before_riverlight.py"
_BY_HAND = "."  # the slot's name for packages in the root folder

Progress = Callable[[str, int, int], None]
"""Called with the current action, the bytes done and the total bytes."""


@dataclass(frozen=True)
class State:
    """What is installed on a board.

    Attributes:
        slot: the active slot: ``a``, ``b``, ``.`` for packages in the root, "" for a board without Riverlight.
        old: the slot before an unfinished trial, "" for none.
        has_foreign_program: whether another program's main.py is installed.
    """

    slot: str
    old: str
    has_foreign_program: bool

    @property
    def idle(self) -> str:
        """The slot to write to: the inactive one."""
        return "b" if self.slot == "a" else "a"


@dataclass(frozen=True)
class Stored:
    """The result of :func:`store`.

    Attributes:
        slot: where the new firmware is.
        before: the slot that the board rolls back to, "" for none.
        written: the number of files sent.
        copied: the number of files copied from the other slot.
        kept: the number of files that were in place already.
    """

    slot: str
    before: str
    written: int
    copied: int
    kept: int


def read_state(flash: Flash) -> State:
    """Return what is installed on a board."""
    words = (flash.read(SLOT_FILE) or b"").decode("ascii", "replace").split()
    if words and words[0] in ("a", "b", _BY_HAND):
        return State(words[0], words[2] if len(words) > 2 else "", has_foreign_program=False)
    if flash.exists("firmware"):
        return State(_BY_HAND, "", has_foreign_program=False)
    return State("", "", has_foreign_program=flash.exists(ROOT_FILE))


def is_current(flash: Flash, state: State, release: Release) -> bool:
    """Return whether the active slot already holds this release, confirmed and with the current main.py."""
    if state.slot not in ("a", "b") or state.old or flash.read(ROOT_FILE) != release.root:
        return False
    return flash.hashes(state.slot) == _wanted(state.slot, release)


def store(flash: Flash, state: State, release: Release, on_progress: Progress) -> Stored:
    """Install a release in the idle slot and activate it; it runs from the next start.

    Raises:
        DeviceError: no room, the board is gone, or it does not store what is written.
    """
    if state.old:  # an unfinished trial: the slot before it is the one that works
        flash.replace(SLOT_FILE, f"{state.old} 0\n".encode())
        state = State(state.old, "", has_foreign_program=False)
    slot = state.idle
    wanted = _wanted(slot, release)
    here = flash.hashes(slot)
    elsewhere = {digest: path for path, digest in flash.hashes(state.slot).items()} if state.slot in ("a", "b") else {}
    missing = [path for path, digest in wanted.items() if here.get(path) != digest]
    to_copy = [path for path in missing if wanted[path] in elsewhere]
    to_send = [path for path in missing if wanted[path] not in elsewhere]
    for path in here.keys() - wanted.keys():
        flash.remove(path)
    _see_that_it_fits(flash, [len(release.files[_within(path)]) for path in missing if path not in here])
    total = sum(len(release.files[_within(path)]) for path in to_send)
    done = 0
    for path in to_copy:
        flash.copy(elsewhere[wanted[path]], path)
    for path in to_send:
        content = release.files[_within(path)]
        start = done

        def tell(count: int, path: str = path) -> None:
            nonlocal done
            done += count
            on_progress(_within(path), done, total)

        flash.write(path, content, tell)
        done = start + len(content)
    on_progress("checking", total, total)
    if flash.hashes(slot) != wanted:
        raise DeviceError("The board did not keep what was written: its flash may be worn out. It runs what it had.")
    if flash.read(ROOT_FILE) != release.root:
        if state.has_foreign_program:
            flash.copy(ROOT_FILE, FOREIGN_ROOT_FILE)
        flash.replace(ROOT_FILE, release.root)
    flash.replace(SLOT_FILE, f"{slot} 0 {state.slot}\n".encode())
    return Stored(slot, state.slot, len(to_send), len(to_copy), len(wanted) - len(missing))


def revert(flash: Flash, stored: Stored) -> bool:
    """Roll back an unfinished trial; return whether there was a slot to go back to."""
    state = read_state(flash)
    if not stored.before:
        return False
    if state.slot == stored.slot:
        flash.replace(SLOT_FILE, f"{stored.before} 0\n".encode())
    return True


def _wanted(slot: str, release: Release) -> dict[str, str]:
    return {f"{slot}/{path}": hashlib.sha256(content).hexdigest() for path, content in release.files.items()}


def _within(path: str) -> str:
    return path.partition("/")[2]


def _see_that_it_fits(flash: Flash, sizes: list[int]) -> None:
    needed, free = Flash.needed_bytes(sizes), flash.free_bytes()
    if needed > free:
        raise DeviceError(
            f"The board has {free // 1024} KB of room and needs {needed // 1024} KB: remove files of your own from it."
        )
