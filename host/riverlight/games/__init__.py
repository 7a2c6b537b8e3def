"""The full games. ``contract`` tells what each of them offers; ``games`` lists them."""
