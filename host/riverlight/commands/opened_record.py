"""Open the record for writing in a command, reporting losses first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Thread

import click

from riverlight.errors import RiverlightError
from riverlight.folders import data_folder
from riverlight.table.record import Store

__all__ = ["opened_record", "record_to_serve"]


@contextmanager
def opened_record() -> Iterator[Store]:
    """Open the record for writing; if the command fails, remove a newly created one.

    Raises:
        RecordError: if it cannot be written.
    """
    folder = data_folder()
    is_there = folder.is_dir()
    before = frozenset(folder.iterdir() if is_there else ())
    with Store(folder) as store:
        for loss in store.losses():
            click.echo(loss.sentence, err=True)
        if store.copy is not None:
            click.echo(f"The damaged files are copied to {store.copy}", err=True)
        try:
            yield store
        except (RiverlightError, OSError):
            store.discard(before)
            if not is_there:
                with suppress(OSError):  # a game was started there meanwhile
                    folder.rmdir()
            raise


@contextmanager
def record_to_serve() -> Iterator[Store]:
    """Open the record as :func:`opened_record` does, for pages that are served next.

    Their modules are slow to import: that is done meanwhile, also while a simulated Pico starts.
    """
    Thread(target=import_module, args=["riverlight.web.server"], daemon=True).start()
    with opened_record() as store:
        yield store
