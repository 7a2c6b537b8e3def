"""Start the program of a private folder as a Pico would: ``launcher.py WIRE FOLDER CLOCK WAY CAUSE``.

Runs under MicroPython and CPython, as a script. ``WIRE`` is the descriptor of :mod:`control`'s socket, ``FOLDER``
becomes ``/``, ``CLOCK`` is ``real`` or ``stepped``, ``WAY`` is ``main`` to run ``/main.py`` or ``repl`` to leave it,
``CAUSE`` is what ``machine.reset_cause()`` answers. When the program ends the REPL has the line: MicroPython's own
(it was started with ``-i``), or under CPython one that knows Enter and Ctrl-D only.
"""

import os
import sys

_IS_MICROPYTHON = sys.implementation.name == "micropython"
_SHIMS = __file__.rpartition("/")[0]
_WIRE, _FOLDER, _CLOCK, _WAY, _CAUSE = sys.argv[1:6]

# The interpreter's own first: after this, the names mean the Pico's.
if _SHIMS in sys.path:
    sys.path.remove(_SHIMS)
import select as _native_select  # noqa: E402
import time as _native_time  # noqa: E402

sys.path.insert(0, _SHIMS)


def _shims_on_cpython():
    """Give CPython what MicroPython has: unbuffered streams, ``gc``'s figures, the Pico's modules under their names."""
    # All of them imported here: MicroPython has no importlib.util.
    import builtins  # noqa: PLC0415
    import gc  # noqa: PLC0415
    import importlib.util  # noqa: PLC0415
    import io  # noqa: PLC0415

    import micropython  # noqa: PLC0415

    for name in ("select", "time"):
        spec = importlib.util.spec_from_file_location(name, _SHIMS + "/" + name + ".py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    for name in ("ptr8", "ptr16", "ptr32"):
        setattr(builtins, name, getattr(micropython, name))
    gc.mem_free = lambda: 0
    gc.mem_alloc = lambda: 0
    gc.threshold = lambda *_: -1
    sys.stdin = io.TextIOWrapper(io.FileIO(0, "r", closefd=False))
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), write_through=True)


if _IS_MICROPYTHON:
    _native_us = _native_time.ticks_us
else:

    def _native_us(_clock=_native_time.monotonic_ns):
        return _clock() // 1000

    _shims_on_cpython()

import select as _select  # noqa: E402
import time  # noqa: E402, F401 - loaded here, so that the program finds the Pico's

import control as _control  # noqa: E402
import machine as _machine  # noqa: E402
import rp2 as _rp2  # noqa: E402

_select.system_poll = _native_select.poll
_machine.cause = int(_CAUSE)
_control.open_wire(open(int(_WIRE), "r+b", buffering=0), _native_select.poll, _native_us, _CLOCK == "stepped")  # noqa: SIM115
_rp2.on_frame = _control.send_frame
_machine.on_bitstream = _control.send_bitstream

if _IS_MICROPYTHON:
    import vfs as _vfs

    _vfs.umount("/")
    _vfs.mount(_vfs.VfsPosix(_FOLDER), "/")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib"]
else:
    os.chdir(_FOLDER)
    sys.path.remove(_SHIMS)
    sys.path[:0] = [_FOLDER, _FOLDER + "/lib"]
sys.argv[:] = []


def _run():
    """Run ``/main.py`` where that is the way and where there is one."""
    try:
        _control.send(b"U")
        if _WAY == "main" and "main.py" in os.listdir():
            with open("main.py") as file:
                code = compile(file.read(), "main.py", "exec")
            exec(code, globals())  # noqa: S102 - this is what a Pico does with main.py
    except SystemExit as end:
        # A restart: the interpreter, told to stay for the REPL, would not leave by itself.
        _control.send(b"R", b"\x03" if "machine.reset" in end.args else b"\x00")
        _native_time.sleep(60)
    finally:
        _control.leave()


def _small_repl():
    """Stand in for the REPL under CPython: echo, a prompt after Enter, leave on Ctrl-D."""
    prompt = b"\r\n>>> "
    os.write(1, b"CPython has no raw REPL; CTRL-D to restart" + prompt)
    while True:
        byte = os.read(0, 1)
        if byte in (b"", b"\x04"):
            return
        os.write(1, prompt if byte in b"\r\n\x01\x02\x03" else byte)


if _IS_MICROPYTHON:
    _run()
else:
    try:
        _run()
    except BaseException:  # noqa: BLE001 - whatever ends it, the REPL comes next
        import traceback

        traceback.print_exc(file=sys.stdout)
    while True:
        try:
            _small_repl()
            break
        except KeyboardInterrupt:
            continue
