"""The game engines: ``contract`` defines what each offers; ``registry`` lists them."""
