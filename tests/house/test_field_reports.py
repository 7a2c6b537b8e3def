"""Known faults of other projects, and the tests that prevent them here. A fault without a test fails."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

FIELD_REPORTS: dict[int, tuple[str, dict[str, list[str]]]] = {
    1: (
        "binary data with a 0x03 in it stops the program",
        {
            "firmware/test_link_faults.py": ["test_every_byte_value_and_noise_leave_it_running"],
            "host/devices/test_link_with_pico.py": [
                "test_a_wire_with_interrupts_in_it_still_shows_the_last_position",
                "test_a_pico_at_any_repl_is_running_again_within_three_seconds",
            ],
        },
    ),
    2: (
        "a read of several bytes waits for all of them",
        {"firmware/test_link_faults.py": ["test_half_a_line_then_silence_keeps_the_frames_coming"]},
    ),
    3: (
        "input stalls at whole packets of 64 bytes",
        {
            "firmware/test_link_faults.py": ["test_lines_of_any_size_arrive"],
            "host/devices/test_link_with_pico.py": ["test_lines_as_long_as_packets_and_rings_stop_nothing"],
        },
    ),
    4: ("a line's end becomes two bytes", {"firmware/test_link_faults.py": ["test_all_line_ends_are_taken"]}),
    5: ("an error before USB locks everybody out", {"firmware/test_mpy.py": ["test_nothing_runs_before_usb_does"]}),
    6: (
        "ModemManager talks to a fresh port",
        {
            "firmware/test_link_faults.py": ["test_modem_commands_change_nothing"],
            "host/devices/test_link_with_pico.py": ["test_at_commands_before_and_during_hello_change_nothing"],
            "host/devices/test_diagnosis.py": [
                "test_modemmanager_is_told_unless_the_rule_keeps_it_away",
                "test_the_rule_ships_and_speaks_of_the_pico_alone",
            ],
        },
    ),
    7: (
        "without DTR there is no answer",
        {
            "host/devices/test_ports.py": ["test_dtr_is_set_and_the_port_is_for_this_program_alone"],
            "host/devices/test_link.py": ["test_a_port_where_nothing_answers_is_said_to_be_silent_and_greeted_on"],
        },
    ),
    8: (
        "pulling the cable ends in a traceback",
        {"host/devices/test_link.py": ["test_a_pulled_cable_is_told_and_mended_without_a_traceback"]},
    ),
    9: (
        "after replugging the port has another name",
        {"host/devices/test_identity.py": ["test_after_a_replug_the_device_is_found_by_its_serial_number"]},
    ),
    10: (
        "damaged lines go unseen",
        {
            "firmware/test_link_faults.py": ["test_every_flipped_bit_is_counted"],
            "host/devices/test_link.py": ["test_pulses_tell_how_the_device_is"],
        },
    ),
    11: (
        "one lost byte stops the parser for ever",
        {
            "firmware/test_link_faults.py": ["test_any_one_lost_byte_costs_no_more_than_its_line"],
            "host/devices/test_link_with_pico.py": ["test_a_damaged_wire_costs_time_and_nothing_else"],
        },
    ),
    12: (
        "another version looks like a bad cable",
        {"host/devices/test_link.py": ["test_a_version_that_does_not_fit_is_refused_with_both_versions"]},
    ),
    13: (
        "the watchdog kills uploads",
        {
            "firmware/test_main_loop.py": [
                "test_a_stopped_watchdog_never_bites",
                "test_ctrl_c_ends_it_at_any_moment_and_no_timer_runs_on",
                "test_ctrl_c_ends_it_at_any_moment_also_when_pressed_twice",
            ],
            "host/devices/test_install_on_pico.py": [
                "test_an_update_sends_what_has_changed_and_is_kept_when_it_proves_itself",
            ],
        },
    ),
    14: (
        "the program swallows Ctrl-C",
        {
            "firmware/test_main_loop.py": ["test_ctrl_c_ends_it_also_after_a_crash"],
            "firmware/test_boot.py": ["test_a_persons_ctrl_c_is_no_failed_start"],
            "host/devices/test_simulated_pico.py": [
                "test_ctrl_c_reaches_the_repl_within_a_second_and_ctrl_d_restarts",
            ],
        },
    ),
    15: (
        "a port that opens counts as a board that answers",
        {
            "host/devices/test_link.py": ["test_connected_means_that_hello_was_answered"],
            "host/devices/test_ports.py": ["test_opening_a_port_is_not_yet_an_answer"],
        },
    ),
    16: (
        "late data spoils a whole frame",
        {
            "firmware/test_pio_wave.py": ["test_ten_thousand_frames_under_traffic_are_all_read_right"],
            "firmware/test_mpy.py": ["test_nothing_turns_interrupts_off"],
        },
    ),
    17: (
        "short chains, or those longer than the FIFO, come out wrong",
        {
            "firmware/test_pio_wave.py": [
                "test_every_bit_keeps_to_every_table",
                "test_the_fifo_hides_a_dma_that_is_late_by_less_than_its_depth",
            ],
        },
    ),
    18: (
        "the pause between frames is too short for newer parts",
        {"firmware/test_pio_wave.py": ["test_the_wire_rests_300_us_between_frames_however_fast_they_come"]},
    ),
    19: (
        "one way of drawing goes past the limit of current, or the limit flickers",
        {
            "firmware/test_leds_frames.py": ["test_every_frame_keeps_to_the_budget_and_tells_what_it_draws"],
            "firmware/test_leds_light.py": ["test_the_limit_stands_still_for_a_still_picture"],
            "firmware/test_power.py": ["test_blinking_lights_do_not_make_the_others_breathe"],
        },
    ),
    20: (
        "above the limit the brightness seems dead",
        {
            "firmware/test_probe.py": [
                "test_each_pulse_tells_the_current_of_each_panel_and_how_far_it_is_limited",
            ],
            "host/table/test_lights_keeper.py": ["test_the_devices_health_is_shown"],
            "browser/test_device_health.py": ["test_the_table_page_says_how_far_the_lights_are_limited"],
        },
    ),
    21: (
        "each frame takes memory until there is none",
        {
            "firmware/test_leds_frames.py": ["test_nothing_is_allocated_in_a_frame_and_memory_stays_flat"],
            "firmware/test_on_micropython.py": ["test_thirty_seconds_of_frames_allocate_nothing"],
            "firmware/test_whole_games_on_the_pico.py": [
                "test_a_whole_game_fits_the_heap_of_a_pico_and_keeps_it_flat",
            ],
            "firmware/test_loading.py": [
                "test_the_firmware_loads_into_the_heap_of_a_pico_and_leaves_half_of_it_in_one_piece",
            ],
        },
    ),
    22: (
        "simulators disagree about the wave form",
        {
            "firmware/test_pio_wave.py": [
                "test_two_assemblers_and_the_simulated_pico_make_the_same_words",
                "test_the_quick_interpreter_draws_what_the_emulator_draws",
            ],
        },
    ),
    23: (
        "a wrong move gives no sign",
        {
            "host/table/test_session.py": ["test_a_wrong_key_is_refused_with_its_reason_and_ends_the_code"],
            "host/table/test_lights_keeper.py": [
                "test_a_refusal_is_signed_in_red_but_not_that_of_a_private_keypad",
            ],
        },
    ),
    24: (
        "take-back freezes the board or leaves it out of step",
        {
            "host/table/test_take_back.py": [
                "test_take_back_works_in_every_state_of_a_game_and_leads_back_exactly",
                "test_two_hundred_random_take_backs_and_redos_give_the_same_game_as_its_record",
            ],
        },
    ),
    25: (
        "quick presses are missed, bouncing ones doubled, three keys make a fourth",
        {
            "firmware/test_keypad.py": [
                "test_a_bouncing_contact_makes_one_press",
                "test_two_quick_presses_are_two",
                "test_keys_roll_over",
                "test_three_keys_give_no_ghost",
            ],
        },
    ),
    26: (
        "a card reader without a card, or a card left lying, holds everything up",
        {
            "firmware/test_reader.py": [
                "test_a_missing_reader_costs_next_to_nothing_and_is_found_when_it_comes",
                "test_a_reader_that_never_says_that_anything_happened_is_given_up",
                "test_a_tag_left_lying_is_read_once_and_again_when_it_comes_back",
                "test_whatever_the_reader_does_frames_and_keys_keep_their_times",
            ],
        },
    ),
    27: (
        "a resumed game ignores what stands on the board",
        {"host/table/test_session.py": ["test_a_resumed_game_asks_people_to_set_the_board_until_they_go_on"]},
    ),
    28: (
        "a page that slept acts on an old game",
        {"host/table/test_session.py": ["test_a_page_that_slept_is_taken_once_and_never_acts_on_an_old_game"]},
    ),
    29: (
        "refusals and logs print hidden cards",
        {"host/table/test_session.py": ["test_the_keys_and_refusals_of_a_private_keypad_stay_there"]},
    ),
    30: (
        "a spectator's page, a count or a log line tells a secret",
        {"host/table/test_session.py": ["test_a_swap_of_secrets_changes_no_byte_for_other_viewers"]},
    ),
}
"""Each fault: what went wrong elsewhere, and by file the tests that prove it does not here."""


def functions_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_no_fault_is_left_out() -> None:
    assert sorted(FIELD_REPORTS) == list(range(1, 31))


@pytest.mark.parametrize("number", FIELD_REPORTS)
def test_each_fault_has_tests_that_are_there(number: int) -> None:
    words, files = FIELD_REPORTS[number]
    assert files, words
    for name, tests in files.items():
        missing = set(tests) - functions_in(TESTS / name)
        assert tests, f"{words}: no test in {name}"
        assert not missing, f"{words}: {name} has no {min(missing)}"
