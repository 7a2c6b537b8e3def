"""Installing the firmware on a board, safe against power loss at any moment."""
