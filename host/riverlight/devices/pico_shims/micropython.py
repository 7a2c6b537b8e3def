"""``micropython`` for CPython, which runs the firmware if no MicroPython is available.

Decorators cast, locks do nothing.

MicroPython keeps its own module, as built-in modules are found first; the launcher replaces its ``kbd_intr`` by this
module's.
"""


def const(value):
    """Return ``value``."""
    return value


def native(function):
    """Return ``function`` unchanged."""
    return function


class ptr8:
    """Marks a viper parameter that is read byte by byte."""

    code = "B"


class ptr16:
    """Marks a viper parameter that is read in 16-bit words."""

    code = "H"


class ptr32:
    """Marks a viper parameter that is read in 32-bit words."""

    code = "I"


def viper(function):
    """Return ``function`` with its pointer parameters cast as annotated.

    Integers need no cast: the firmware limits viper's to 30 bits.
    """
    codes = [
        getattr(function.__annotations__.get(name), "code", None)
        for name in function.__code__.co_varnames[: function.__code__.co_argcount]
    ]

    def cast(*arguments):
        return function(
            *[
                argument if code is None else memoryview(argument).cast("B").cast(code)
                for code, argument in zip(codes, arguments)
            ]
        )

    return cast


def heap_lock():
    """Do nothing: CPython's heap has no lock."""


def heap_unlock():
    """Do nothing."""
    return 0


def alloc_emergency_exception_buf(size):
    """Do nothing."""


interrupt_character = 3
"""The byte that raises KeyboardInterrupt, -1 for none."""


def kbd_intr(character):
    """Set the byte that raises KeyboardInterrupt."""
    global interrupt_character
    interrupt_character = character


def schedule(function, argument):
    """Call ``function(argument)`` at once."""
    function(argument)
