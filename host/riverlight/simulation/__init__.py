"""Many games that nobody sits at: played on all cores or on a cluster, and what they tell of bots, boards and rules."""
