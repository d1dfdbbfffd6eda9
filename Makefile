# Playhall. `make help` lists the targets. Each sets up what it needs: a virtual environment in .venv with exactly the
# files that requirements/ locks by version and hash.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
LOCKED := $(PIP_INSTALL) --require-hashes --no-deps -r
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev
PROTOS := protos/playhall/play/v1/play_pb2.py
CLIENTS := tests/generated_clients
AUDIT_BIN := requirements/.venv/bin
AUDIT := requirements/.venv/.installed
GENERATORS := $(CLIENTS)/.venv/.installed
GENERATORS_NODE := $(CLIENTS)/node_modules/.installed

# Python keeps what it compiles, whatever the environment says: tests start hundreds of processes, and each pytest
# rewrites the assertions of every file.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run quick test test-all coverage test-cluster mutants fuzz chaos faults check generators audit sbom image format proto typescript node-tools artefacts bench golden pictures lock clean

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(PROTOS) ## Start the whole platform in the foreground; Ctrl-C stops it.
	@exec $(BIN)/playhall up

# `python -m tests.mutations.quick` has chosen them: together they find every fault that `make mutants` plants.
quick: $(DEV) ## Run the few tests that find most: some ten seconds.
	@$(BIN)/python -m pytest @tests/mutations/quick.txt

test: $(DEV) ## Run the tests but the slow ones: some five minutes.
	@$(BIN)/python -m pytest -m "not slow"

# Fast and slow tests run together: while some wait for processes, others compute. Those that kill processes under load
# need the machine for themselves.
test-all: $(DEV) ## Run all tests: some thirty minutes.
	@$(BIN)/python -m pytest -m "not alone" --durations 30
	@$(BIN)/python -m pytest -n 0 -m alone

# It makes Python work nearly twice as long, and says little where matches are played by the hundred. MEASURED="not
# matrix" measures the slow tests, too.
MEASURED ?= not slow and not matrix

coverage: $(DEV) ## Print what the fast tests execute of each file: some ten minutes.
	@rm -f .coverage .coverage.*
	@$(BIN)/coverage run -m pytest -m "($(MEASURED)) and not alone"
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

test-cluster: $(DEV) ## Run the integration tests on Redis Clusters of three servers: some five minutes.
	@REDIS_LAYOUT=cluster $(BIN)/python -m pytest -n 2 --timeout 300 tests/integration/matches tests/integration/gateway \
	  tests/integration/grpc_api tests/integration/workers tests/integration/idempotency tests/integration/rate_limits \
	  tests/integration/redis_clients

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

faults: $(DEV) ## Make every fault under load, and print a table of what it does (two hours).
	@$(BIN)/python -m tests.chaos.fault_table

check: $(DEV) ## Style, types, walls between packages, protobuf contracts.
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file clients/python/pyproject.toml examples
	$(BIN)/lint-imports
	cd clients/python && ../../$(BIN)/lint-imports
	$(BIN)/buf lint protos
	$(BIN)/buf format --diff --exit-code protos
	$(BIN)/python protos/breaking.py

# The tests of generated clients say that they are skipped where this was not done; Node.js is not got by it.
generators: $(GENERATORS) $(GENERATORS_NODE) ## Install what the tests lint the API's reference and generate clients with.

audit: $(DEV) $(AUDIT) ## Look for weaknesses: bandit in the code, pip-audit in what requirements/ locks.
	$(AUDIT_BIN)/bandit --quiet --configfile pyproject.toml --recursive clients cli gateway protos services workers
	@$(BIN)/python -m tests.security.dependency_audit $(AUDIT_BIN)/pip-audit

sbom: sbom.json ## Write the bill of materials of the image, from its lock (CycloneDX).

sbom.json: requirements/image.txt pyproject.toml | $(AUDIT)
	@$(AUDIT_BIN)/cyclonedx-py requirements --pyproject pyproject.toml --index-url https://pypi.org/simple \
	  --output-reproducible --output-file $@ requirements/image.txt

IMAGE ?= playhall:0.1.0

image: sbom.json ## Build the image, IMAGE=REGISTRY/NAME:TAG; its base images come by digest.
	docker build --tag $(IMAGE) .

format: $(DEV) ## Put all files into the house style.
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/buf format --write protos

proto: $(RUN) ## Write the play API's protos anew from the operations; generate code, types and schemas from all protos.
	$(BIN)/python -m gateway.play_protos
	$(BIN)/python protos/build.py

NODE_TOOLS := clients/typescript/node_modules/.package-lock.json
WEB_NODE_TOOLS := tests/web/node_modules/.package-lock.json

node-tools: $(NODE_TOOLS) $(WEB_NODE_TOOLS) ## Install what the TypeScript client is built with, and it and the web client are tested with.

typescript: $(PROTOS) $(NODE_TOOLS) ## Generate the TypeScript client's types, build it, copy its modules to the web client.
	@$(BIN)/python -m gateway.openapi build/openapi.json
	cd clients/typescript && node scripts/schema.mjs ../../build/openapi.json && rm -rf dist && node node_modules/typescript/bin/tsc
	rm -f gateway/web/playhall/*.js && cp clients/typescript/dist/*.js gateway/web/playhall/

artefacts: $(PROTOS) typescript ## Build what a release publishes into build/: wheels, the npm package, the OpenAPI document.
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir build/wheels . ./clients/python
	cd clients/typescript && npm pack --silent --pack-destination ../../build

bench: $(PROTOS) ## Measure: random play, state operations, bot matches on the platform, served moves.
	@$(BIN)/python -m tests.benchmarks

golden: $(DEV) ## Record the golden playthroughs again; read the diff before you commit it.
	@for ruleset in services/rulesets/*/; do \
	  [ ! -e $$ruleset/ruleset.py ] || $(BIN)/playhall conformance $$(basename $$ruleset) --record; \
	done

pictures: $(DEV) ## Take the pictures of the web client's pages again; look at them before you commit them.
	@$(BIN)/python -m tests.web.pictures

# Every file that the index has of a version is listed, so that the lock serves all platforms. Versions stay as they are
# where pyproject.toml allows it: UPGRADE="--upgrade", or "--upgrade-package flask", moves them. All sets agree with dev.
UPGRADE ?=
COMPILE := $(AUDIT_BIN)/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
  --no-annotate --custom-compile-command "make lock" $(UPGRADE)

lock: $(AUDIT) ## Write requirements/ anew from pyproject.toml: versions and hashes.
	$(COMPILE) pyproject.toml --extra embedded --extra postgres --extra series --extra dev -o requirements/dev.txt
	$(COMPILE) pyproject.toml --extra embedded --extra postgres --extra series --group build -c requirements/dev.txt -o requirements/run.txt
	$(COMPILE) pyproject.toml --extra postgres --extra otel -c requirements/dev.txt -o requirements/image.txt
	$(COMPILE) --group build -c requirements/dev.txt -o requirements/build.txt
	$(COMPILE) --group audit -c requirements/dev.txt -o requirements/audit.txt
	$(COMPILE) --group generators -c requirements/dev.txt -o requirements/generators.txt

clean: ## Remove the virtual environment and all caches.
	rm -rf build $(VENV) requirements/.venv $(CLIENTS)/.venv $(CLIENTS)/node_modules clients/typescript/node_modules tests/web/node_modules sbom.json .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache clients/python/.import_linter_cache .coverage .coverage.*

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Playhall needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(RUN): $(VENV)/bin/python pyproject.toml requirements/run.txt
	@echo "Installing Playhall into $(VENV) ..."
	@$(BIN)/python $(LOCKED) requirements/run.txt
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# An installation generates what is made from the protos; when one has changed since, or Git has removed what is made (a
# checkout of a commit that kept it, and back), this does. One of the files stands for all.
$(PROTOS): $(RUN) $(wildcard protos/*.py protos/playhall/*/v1/*.proto)
	@$(BIN)/python protos/build.py
	@touch $@

$(DEV): $(RUN) requirements/dev.txt | $(PROTOS)
	@echo "Installing the development tools ..."
	@$(BIN)/python $(LOCKED) requirements/dev.txt
	@touch $@

$(NODE_TOOLS): clients/typescript/package-lock.json
	cd clients/typescript && npm ci --no-audit --no-fund
	@touch $@

$(WEB_NODE_TOOLS): tests/web/package-lock.json
	npm --prefix tests/web ci --ignore-scripts --no-audit --no-fund
	@touch $@

# Apart from what runs: jsonschema finds a package that they need, and then takes seconds to be imported.
$(AUDIT): $(VENV)/bin/python requirements/audit.txt
	@echo "Installing the tools that look after the dependencies ..."
	@$(BIN)/python -m venv requirements/.venv
	@$(AUDIT_BIN)/python $(LOCKED) requirements/audit.txt
	@touch $@

$(GENERATORS): $(VENV)/bin/python requirements/generators.txt
	@echo "Installing the generators of clients ..."
	@$(BIN)/python -m venv $(CLIENTS)/.venv
	@$(CLIENTS)/.venv/bin/python $(LOCKED) requirements/generators.txt
	@touch $@

$(GENERATORS_NODE): $(CLIENTS)/package.json $(CLIENTS)/package-lock.json
	@echo "Installing the linters and generators that run on Node.js ..."
	@node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' \
	  || { echo "They need Node.js 20.19 or newer."; exit 1; }
	@npm --prefix $(CLIENTS) ci --ignore-scripts --silent
	@touch $@
