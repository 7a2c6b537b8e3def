# Riverlight: `make play` and `make test` do all the set-up they need.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test check bench soak fuzz mutants languages docs clean

play: .stamps/run
	$(BIN)/riverlight play $(GAME) $(ARGS)

test: check .stamps/test
	$(BIN)/python -m pytest -n auto $(ARGS)

check: .stamps/test .stamps/check
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini

bench: .stamps/test
	$(BIN)/python -m tests.bench $(ARGS)

soak: .stamps/test
	$(BIN)/python -m tests.soak $(ARGS)

fuzz: .stamps/fuzz
	$(BIN)/python -m tests.fuzz $(ARGS)

mutants: .stamps/mutants
	$(BIN)/python -m tests.mutants $(ARGS)

languages: .stamps/test
	$(BIN)/python -m riverlight.languages.catalogues

docs: .stamps/test
	$(BIN)/python -m tests.docs

clean:
	rm -rf .venv .stamps build dist .mypy_cache .ruff_cache .hypothesis .fuzz

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit("Riverlight needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	@touch $@

.stamps/run: .venv/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@mkdir -p .stamps && touch $@

.stamps/test: .stamps/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	@mkdir -p .stamps && touch $@

.stamps/fuzz: .stamps/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[fuzz]'
	@mkdir -p .stamps && touch $@

.stamps/mutants: .stamps/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mutants]'
	@mkdir -p .stamps && touch $@

# The Pico's stubs replace parts of the standard library's: they stand aside, for firmware/mypy.ini alone.
.stamps/check: .stamps/run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[check]'
	rm -rf .venv/pico-stubs
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --target .venv/pico-stubs micropython-rp2-rpi-pico-stubs
	@mkdir -p .stamps && touch $@
