"""The flow of Niagara's river: number of steps, a single step (NIA-18, NIA-19).

Places, arms and cards are encoded as in ``shared_rules.niagara``.
"""

from shared_rules import niagara as river


def flow_steps(cards: "list[int]", weather: int, min_flow: int) -> int:
    """Return how many steps the river flows (NIA-18).

    Args:
        cards: the paddle cards of the round, ``CLOUD`` or 1 to 6.
        weather: after all turns, −1 to 2.
        min_flow: the minimum flow if a number was played, 0 or 1.
    """
    lowest = 7
    for card in cards:
        if river.CLOUD < card < lowest:
            lowest = card
    if lowest == 7:
        return weather if weather > 0 else 0
    steps = lowest + weather
    return steps if steps > min_flow else min_flow


def most_flow(cards: "list[int]", unrevealed: int, weather: int, min_flow: int) -> int:
    """Return the maximum flow of this round, given public information.

    Args:
        cards: the cards revealed so far this round.
        unrevealed: number of seats with an unrevealed card.
        weather: the current weather, −1 to 2.
        min_flow: as in :func:`flow_steps`.
    """
    numbered = False
    for card in cards:
        if card != river.CLOUD:
            numbered = True
    if unrevealed and not numbered:
        raised = weather + unrevealed - 1  # all clouds but one 6, as clouds alone flow 2 at most
        return 6 + (raised if raised < 2 else 2)
    raised = weather + unrevealed
    return flow_steps(cards, raised if raised < 2 else 2, min_flow)


def flow_one(place: int, arm: int) -> int:
    """Return the place after one step of flow; M5 flows into ``arm`` (NIA-19)."""
    if river.M1 <= place < river.M5:
        return place + 1
    if place == river.M5:
        return river.L6 if arm == river.LEFT else river.R6
    if place == river.L6 or place == river.R6:
        return place + 1 if (place == river.L6) == (arm == river.LEFT) else place
    if place == river.L7 or place == river.R7:
        return river.LOST if (place == river.L7) == (arm == river.LEFT) else place
    return place
