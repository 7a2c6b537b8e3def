"""Start the program in a private folder as a Pico would: ``launcher.py WIRE FOLDER CLOCK WAY CAUSE``.

A script for MicroPython and CPython. ``WIRE`` is the descriptor of :mod:`control`'s socket, or under CPython
``loopback:PORT:SECRET``, for both that socket and the standard streams. ``FOLDER`` becomes ``/``, ``CLOCK`` is ``real``
or ``stepped``, ``WAY`` is ``main`` to run ``/main.py`` or ``repl`` to skip it, ``CAUSE`` is the value of
``machine.reset_cause()``. When the program ends, the REPL takes over: MicroPython's own (it was started with ``-i``),
or under CPython one that handles Enter and Ctrl-D only.
"""

import os
import sys

_NAMES = 150
"""Number of names interned before the program is loaded: see below."""

_IS_MICROPYTHON = sys.implementation.name == "micropython"
_SHIMS = __file__.rpartition("/")[0]
_WIRE, _FOLDER, _CLOCK, _WAY, _CAUSE = sys.argv[1:6]

# Import the interpreter's own modules first; later imports of these names get the shims.
if _SHIMS in sys.path:
    sys.path.remove(_SHIMS)
import select as _native_select  # noqa: E402
import time as _native_time  # noqa: E402

sys.path.insert(0, _SHIMS)


def _shims_on_cpython():
    """Add to CPython what MicroPython has: ``gc`` figures, and the Pico's modules."""
    # Imported here because MicroPython has no importlib.util.
    import builtins  # noqa: PLC0415
    import gc  # noqa: PLC0415
    import importlib.util  # noqa: PLC0415

    import micropython  # noqa: PLC0415

    for name in ("select", "time"):
        spec = importlib.util.spec_from_file_location(name, _SHIMS + "/" + name + ".py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    for name in ("ptr8", "ptr16", "ptr32"):
        setattr(builtins, name, getattr(micropython, name))
    os.rename = os.replace  # on Windows os.rename fails if the new name exists, unlike on a Pico
    if not hasattr(os, "sync"):
        os.sync = lambda: None
    gc.mem_free = lambda: 0
    gc.mem_alloc = lambda: 0
    gc.threshold = lambda *_: -1


if _IS_MICROPYTHON:
    _native_us = _native_time.ticks_us
else:

    def _native_us(_clock=_native_time.perf_counter_ns):
        return _clock() // 1000

    import desktop as _desktop  # before ``select`` and ``time`` are the shims

    _shims_on_cpython()

import select as _select  # noqa: E402
import time  # noqa: E402, F401 - loaded here, so that the program finds the shim

import control as _control  # noqa: E402
import machine as _machine  # noqa: E402
import pio_assembler as _pio_assembler  # noqa: E402
import rp2 as _rp2  # noqa: E402


def _set_interrupt_character(character):
    """Set whether Ctrl-C interrupts; MicroPython's own function would let Ctrl-C end the process."""
    _control.send(b"K", bytes([character & 255]))


def _shim_kbd_intr():
    """Replace MicroPython's built-in module, which is read-only, by a copy."""
    import micropython  # noqa: PLC0415

    class _Micropython:
        pass

    for name in dir(micropython):
        if not name.startswith("_"):
            setattr(_Micropython, name, getattr(micropython, name))
    _Micropython.kbd_intr = _set_interrupt_character
    sys.modules["micropython"] = _Micropython


_machine.cause = int(_CAUSE)
if _IS_MICROPYTHON:
    _shim_kbd_intr()
    _select.system_poll = _native_select.poll
    _stream = open(int(_WIRE), "r+b", buffering=0)  # noqa: SIM115
else:
    _select.system_poll = _desktop.Poll
    _stream, sys.stdin, sys.stdout = _desktop.connect(_WIRE)
    sys.stderr = sys.stdout
_control.open_wire(_stream, _select.system_poll, _native_us, _CLOCK == "stepped")
_rp2.assembler = _pio_assembler
_rp2.on_frame = _control.send_frame
_machine.on_bitstream = _control.send_bitstream

if _IS_MICROPYTHON:
    import vfs as _vfs

    _vfs.umount("/")
    _vfs.mount(_vfs.VfsPosix(_FOLDER), "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]
    # MicroPython interns all names in tables of doubling size. Sources have more names than a Pico's compiled files,
    # so they need a table of 1,280 entries: 15 KB in one block. Interning names now allocates it while the program is
    # loaded, not in the middle of a game when the heap has no block of that size.
    for _number in range(_NAMES):
        hasattr(_control, "name %d" % _number)  # looking a name up interns it
else:
    os.chdir(_FOLDER)
    sys.path.remove(_SHIMS)
    sys.path[:0] = [_FOLDER, _FOLDER + "/lib"]
sys.argv[:] = []


def _run():
    """Run ``/main.py`` if requested and present."""
    try:
        _control.send(b"U")
        if _WAY == "main" and "main.py" in os.listdir():
            with open("main.py") as file:
                code = compile(file.read(), "main.py", "exec")
            exec(code, globals())  # noqa: S102 - as a Pico does with main.py
    except SystemExit as end:
        # Restart: with -i the interpreter would not exit by itself.
        _control.send(b"R", b"\x03" if "machine.reset" in end.args else b"\x00")
        _native_time.sleep(60)
    finally:
        _control.leave()


def _small_repl():
    """A minimal REPL under CPython: echo, a prompt after Enter, exit on Ctrl-D."""
    prompt = b"\r\n>>> "
    sys.stdout.buffer.write(b"CPython has no raw REPL; CTRL-D to restart" + prompt)
    while True:
        byte = sys.stdin.buffer.read(1)
        if byte in (b"", b"\x04"):
            return
        sys.stdout.buffer.write(prompt if byte in b"\r\n\x01\x02\x03" else byte)


if _IS_MICROPYTHON:
    _run()
else:
    try:
        _run()
    except BaseException:  # noqa: BLE001 - the REPL follows whatever ends the program
        import traceback

        traceback.print_exc(file=sys.stdout)
    while True:
        try:
            _small_repl()
            break
        except KeyboardInterrupt:
            continue
