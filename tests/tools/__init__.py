"""Tools that are not tests: measurements, fuzzing, soak tests, mutation tests, and the generator of docs/."""
