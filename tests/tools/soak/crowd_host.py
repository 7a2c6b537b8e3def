"""Pages for a crowd, in a process of their own.

``python -m tests.tools.soak.crowd_host FOLDER`` serves until its input ends. It prints one line of JSON: the port,
the table code, and its process.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from riverlight.web.access import TableAccess

from tests.host.web.serving import serving

HOST = "127.0.0.1"


def main() -> None:
    """Serve at this machine's own address, as if it were one in a local network."""
    folder = Path(sys.argv[1])
    with serving(folder, lan=HOST) as served:
        code = TableAccess(folder, [HOST]).code
        print(json.dumps({"port": served.port, "code": code, "pid": os.getpid()}), flush=True)  # noqa: T201
        sys.stdin.read()


if __name__ == "__main__":
    main()
