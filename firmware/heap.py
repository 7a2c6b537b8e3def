"""Reduce the cost of heap fragmentation in MicroPython."""


def fill_holes() -> None:
    """Allocate all small holes below the first large one, then drop them again.

    MicroPython searches for memory from the first free block: with holes, it scans the whole heap for each object of
    two or more blocks. This cost 2 ms per position.
    """
    pairs = bytes(64)
    end = id((None,) * 256)  # on MicroPython id() is an address; this object takes 1 KB
    for _ in range(30):
        if id((end, end)) > end:
            return
        all(zip(pairs, pairs))  # each tuple takes one block
