# Playhall. `make help` lists the targets. Each sets up what it needs: a virtual environment in .venv with the locked
# versions of constraints.txt.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help run test test-all mutants fuzz chaos check format proto bench golden lock clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN) ## Start the whole platform in the foreground; Ctrl-C stops it.
	@exec $(BIN)/playhall up

test: $(DEV) ## Run the tests but the slow ones: some minutes.
	@$(BIN)/python -m pytest -m "not slow"

# Where matches are played by the hundred, measuring the coverage would double the time and add nothing. Tests that kill
# processes under load need the machine for themselves.
MATRIX := $(addprefix tests/conformance/test_, rulesets.py bot_matches.py thousand_matches.py)

test-all: $(DEV) ## Run all tests and print the coverage: some twenty minutes.
	@rm -f .coverage .coverage.*
	@$(BIN)/python -m pytest $(MATRIX)
	@$(BIN)/coverage run -m pytest -m "not alone" $(MATRIX:%=--ignore=%)
	@$(BIN)/python -m pytest -n 0 -m alone
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

MUTANTS ?=

mutants: $(DEV) ## Plant faults one by one and see which test finds each: takes hours.
	@$(BIN)/python -m tests.mutations $(MUTANTS)

# Each round draws new examples for the property tests; one that fails is printed with the blob that repeats it.
ROUNDS ?= 5

fuzz: $(DEV) ## Try the properties of the rulesets on fresh examples, ROUNDS times over.
	@for round in $$(seq $(ROUNDS)); do \
	  HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest tests/unit || exit 1; \
	done

SECONDS ?= 300

chaos: $(DEV) ## Kill and restart processes under load for SECONDS; everything must end well.
	@$(BIN)/python -m tests.chaos --seconds $(SECONDS)

check: $(DEV) ## Style, types, walls between packages, protobuf contracts.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint protos
	$(BIN)/buf format --diff --exit-code protos
	$(BIN)/python protos/build.py --check
	$(BIN)/python protos/breaking.py

format: $(DEV) ## Put all files into the house style.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/buf format --write protos

proto: $(DEV) ## Generate code and schemas from the protos.
	$(BIN)/python protos/build.py

bench: $(RUN) ## Measure: random play, state operations, bot matches on the platform, served moves.
	@$(BIN)/python -m tests.benchmarks

golden: $(DEV) ## Record the golden playthroughs again; read the diff before you commit it.
	@for ruleset in services/rulesets/*/; do \
	  [ ! -e $$ruleset/ruleset.py ] || $(BIN)/playhall conformance $$(basename $$ruleset) --record; \
	done

lock: $(DEV) ## Write constraints.txt anew from what is installed now.
	$(BIN)/python -m pip freeze --exclude-editable | sort -f > constraints.txt

clean: ## Remove the virtual environment and all caches.
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Playhall needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(RUN): $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "Installing Playhall into $(VENV) ..."
	@$(PIP_INSTALL) -e '.[embedded,postgres]'
	@touch $@

$(DEV): $(RUN)
	@echo "Installing the development tools ..."
	@$(PIP_INSTALL) -e '.[embedded,postgres,dev]'
	@touch $@
