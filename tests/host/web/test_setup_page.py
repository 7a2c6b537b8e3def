"""The set-up page: what follows from what people have, who sits first, whose board it is."""

import json
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from riverlight.boards import shipped
from riverlight.boards.saved import save_board
from riverlight.games.registry import GAMES
from riverlight.web.setup_choice import Choice

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Form(HTMLParser):
    """The fields that the form of a new game would send as it stands, and the buttons that reload the page."""

    def __init__(self, html):
        super().__init__()
        self.fields, self.picks, self.pressed = {}, [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        """Remember what a field holds, and which button it is."""
        given = dict(attributes)
        if tag == "select":
            self._select = given["name"]
        if tag == "option" and "selected" in given:
            self.fields[self._select] = given["value"]
        if tag == "input" and (given["type"] in ("text", "hidden") or "checked" in given):
            self.fields[given["name"]] = given.get("value") or ("on" if given["type"] == "checkbox" else "")
        if tag == "button" and given.get("formmethod") == "get":
            self.picks.append((given["name"], given["value"]))
            if given["aria-pressed"] == "true":
                self.pressed.append(given["value"])


def shown(served, **query):
    status, _headers, html = served.ask("GET", f"/?{urlencode(query)}")
    assert status == 200
    return Form(html)


def press(served, form, name, value):
    return shown(served, **form.fields, **{name: value})


def start(served, form, **changed):
    body = urlencode({**form.fields, **changed}).encode()
    status, headers, _html = served.ask("POST", "/games", body, FORM)
    assert (status, headers["location"]) == (303, "/table")
    return served.room.sitting.table.head


def test_cards_dice_and_discs_follow_from_what_people_have_and_may_still_be_changed(bare):
    form = shown(bare)
    assert form.picks[:3] == [("to_kit", "lights"), ("to_kit", "screen"), ("to_kit", "app")]
    assert form.pressed == ["screen", "canyon"]
    assert form.fields["option_cards"] == "physical"
    form = press(bare, form, "to_kit", "app")
    assert form.pressed == ["app", "canyon"]
    assert form.fields["option_cards"] == "app"
    assert [f"bot_{seat}" in form.fields for seat in range(4)] == [False, True, True, True]
    form = press(bare, form, "to_game", "niagara")
    assert (form.fields["option_cards"], form.fields["option_fork"]) == ("app", "alternate")
    form = press(bare, form, "to_game", "pyramid")
    assert (form.fields["option_cards"], form.fields["option_dice"]) == ("app", "app")
    form.fields |= {"option_dice": "physical", "option_mummy_aid": "on"}
    form = press(bare, form, "to_kit", "screen")
    assert [form.fields[f"option_{name}"] for name in ("cards", "dice", "mummy_aid")] == ["physical", "physical", "on"]
    assert not [name for name in form.fields if name.startswith("bot_")]


def test_names_and_the_number_of_players_stay_when_another_game_is_chosen(bare):
    form = shown(bare)
    form.fields |= {"seats": "6", "name_0": "Zoë", "name_5": "Finn", "option_movement": "nearest"}
    form = press(bare, form, "to_game", "niagara")
    assert (form.fields["seats"], form.fields["name_0"]) == ("4", "Zoë")
    assert "option_movement" not in form.fields


@pytest.mark.parametrize("game", GAMES)
def test_the_first_move_comes_within_three_actions_of_opening_the_page(served, game):
    form = press(served, press(served, shown(served), "to_kit", "app"), "to_game", game)
    head = start(served, form)
    assert (head.game.name, head.kit, head.bots) == (game, "app", (1, 2, 3))
    assert served.room.sitting.table.head == head


def test_any_player_can_be_the_mummy_and_the_others_follow_clockwise(served):
    form = shown(served, game="pyramid", kit="app")
    head = start(served, form, first="2", seats="4", name_0="Ada", name_2="Mo")
    assert head.names[0] == "Mo"
    assert head.names[2] == "Ada"
    assert head.bots == (0, 1, 3)
    assert "first" not in shown(served, game="canyon").fields
    served.room.play_again(head)
    assert served.room.sitting.table.head.kit == "app"


def test_what_people_have_is_stored_with_the_game(served):
    head = start(served, shown(served, kit="app"))
    served.room.begin("niagara", {}, ["", "", ""])
    assert served.room.sitting.table.head.kit == "lights"
    game_id = served.room.sitting.table.game_id - 1
    served.room.resume(game_id)
    assert served.room.sitting.table.head == head._replace(board=served.room.sitting.table.head.board)


def test_own_boards_are_offered_once_they_are_ready_to_play(served, monkeypatch, tmp_path):
    monkeypatch.setenv("RIVERLIGHT_DATA", str(tmp_path / "data"))
    document = {**json.loads(json.dumps(shipped("canyon").document)), "id": "attic", "title": "Our attic"}
    save_board("attic", document)
    save_board("draft", {**document, "id": "draft", "spaces": document["spaces"][:20]})
    assert "Our attic" not in served.ask("GET", "/?game=niagara")[2]
    html = served.ask("GET", "/?game=canyon")[2]
    assert 'value="attic"' in html
    assert 'value="draft"' not in html
    head = start(served, Form(html), board="attic")
    assert head.board.id == "attic"
    status, _headers, html = served.ask(
        "POST", "/games", urlencode({**Form(html).fields, "board": "draft"}).encode(), FORM
    )
    assert (status, 'role="alert"' in html) == (400, True)


def test_the_level_of_each_computer_player_is_chosen_for_its_place_and_moves_with_it() -> None:
    """The player of the first seat; a person's place has none."""
    fields = {"game": "canyon", "seats": "4", "first": "2", "bot_1": "on", "bot_3": "on", "level_3": "strong"}
    choice = Choice.from_form({**fields, "level_0": "medium", "option_cards": "app"})
    head = choice.head(1)
    assert (head.bots, head.levels) == ((1, 3), ("strong", "easy"))
    assert choice.level_of(3) == "strong"
    assert Choice.from_query({**fields, "to_game": "niagara"}).level_of(3) == "strong"


def test_hints_can_be_turned_off() -> None:
    fields = {"game": "canyon", "seats": "3"}
    assert Choice.from_form(fields).head(1).has_hints
    assert not Choice.from_form({**fields, "no_hints": "on"}).head(1).has_hints


def test_the_colours_of_the_pieces_are_chosen_and_stored_for_the_next_game_of_that_kind(served):
    form = shown(served, game="pyramid")
    assert [form.fields[f"colour_{piece}"] for piece in range(4)] == ["red", "blue", "green", "purple"]
    head = start(served, form, seats="4", colour_1="black")
    assert head.seat_colours == ("white", "red", "black", "green")
    form = shown(served, game="pyramid")
    assert [form.fields[f"colour_{piece}"] for piece in range(4)] == ["red", "black", "green", "blue"]
    assert shown(served, game="canyon").fields["colour_0"] == "blue"
    html = served.ask("GET", "/table")[2]
    assert 'fill="var(--light, #243081)"' in html
    assert "light-black" in served.ask("GET", "/games")[2], "in a list each game has its own colours"


def test_two_pieces_of_one_colour_are_refused_and_all_else_stays_filled_in(served):
    form = shown(served, game="niagara")
    body = urlencode({**form.fields, "name_0": "Zoë", "colour_0": "red", "colour_1": "red"}).encode()
    status, _headers, html = served.ask("POST", "/games", body, FORM)
    assert status == 400
    assert "Two pieces cannot both be red." in html
    fields = Form(html).fields
    assert (fields["name_0"], fields["colour_0"], fields["colour_1"]) == ("Zoë", "red", "red")
