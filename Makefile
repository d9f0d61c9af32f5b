# Everything a person needs: `make demo` and `make test`. Each does its own set-up in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SEED ?= 21
SECONDS ?= 60

# pip tells more than anybody wants to know; all of it is shown only where it fails.
install = $(BIN)/python -m pip install --disable-pip-version-check $(1) >$(VENV)/install.log 2>&1 || { cat $(VENV)/install.log; false; }

.PHONY: demo test lint bench fuzz soak texts clean
.DELETE_ON_ERROR:

$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c "import sys; sys.exit('Lapio needs Python 3.11 or newer; this is %s. Try: make PYTHON=python3.12' % sys.version.split()[0] if sys.version_info < (3, 11) else 0)"
	@echo "Setting up in $(VENV); this takes a minute, once."
	@$(PYTHON) -m venv $(VENV)
	@$(call install,--upgrade pip)
	@$(call install,--editable '.[dev]')
	@# The readers' package, for tests against the simulated chip; alone, since what it depends on needs a compiler.
	@$(call install,--no-deps mfrc522==0.0.7) || echo "mfrc522 cannot be installed here: its tests are skipped"
	@touch $@

demo: $(VENV)/.ready        ## a whole game on the mock table, with the screen
	$(BIN)/lapio demo --seed $(SEED)

test: $(VENV)/.ready        ## every test
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

lint: $(VENV)/.ready        ## ruff, mypy and the import arrows
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready       ## speeds, as a table and in bench.json
	@$(call install,--editable '.[bench]') >/dev/null || echo "open-spiel cannot be installed here: its column stays empty"
	$(BIN)/python -m tests.bench

fuzz: $(VENV)/.ready        ## fuzz every reader of files and cables, each for SECONDS=60; what it finds is in build/fuzz
	@$(call install,--editable '.[fuzz]') >/dev/null || true # where there is no atheris the next line says so
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

soak: $(VENV)/.ready        ## the long tests
	$(BIN)/python -m pytest --numprocesses auto -m soak tests
	LAPIO_KILLS=25 $(BIN)/python -m pytest --numprocesses auto tests/table/test_kill.py

texts: $(VENV)/.ready       ## message catalogues: collect the texts, compile the translations
	$(BIN)/python -m tests.texts

clean:
	rm -rf $(VENV) pictures bench.json build/fuzz
