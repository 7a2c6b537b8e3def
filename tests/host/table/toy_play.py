"""How tests play the toy game at a table."""


def type_keys(table, keys, keypad="main"):
    return [table.press(key, keypad).kind for key in keys]


def a_legal_entry(table, dice):
    """Return a seat that is to act and one of its moves."""
    seat = dice.choice(table.history.state.to_act())
    return seat, dice.choice(table.history.state.legal(seat))


def play_on(table, dice, entries):
    for _ in range(entries):
        if table.history.state.to_act():
            assert table.enter(*a_legal_entry(table, dice)).kind == "accepted"
