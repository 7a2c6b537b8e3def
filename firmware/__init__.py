"""What is copied to the Pico: lights, keypad, link, settings and the main loop."""
