"""Fuzzing of every parser: one list of targets, tried by hypothesis in `make test` and by atheris in `make fuzz`.

A target takes bytes. What it is given it takes whole, or refuses in one sentence and is as it was before; it neither
crashes nor hangs nor swells. ``target`` says what a target is, ``mutate`` makes inputs of valid ones, ``bounds`` holds
time and memory, ``sentences`` judges refusals, ``targets`` lists the targets, ``trying`` leads hypothesis through one,
``with_atheris`` has atheris do so.
"""
