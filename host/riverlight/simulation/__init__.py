"""Many games between bots, on all cores or on a cluster: statistics of bots, boards and rules."""
