# Every target sets itself up: python3 ≥ 3.11 and make on PATH are all it takes.
SHELL := /bin/sh
VENV := .venv
PY := $(VENV)/bin/python
PYTHONS := python3 python3.13 python3.12 python3.11
RUN := $(VENV)/run.stamp
DEV := $(VENV)/dev.stamp
BROWSER := yes
WORKERS := 3
SEED := 0
MINUTES := 20

# Shells set HOST by themselves, so only `make play HOST=lan` counts, not the environment.
ifeq ($(origin HOST),command line)
PLAY_HOST := --host $(HOST)
endif
ifeq ($(origin PORT),command line)
PLAY_PORT := --port $(PORT)
endif
ifeq ($(BROWSER),no)
WITHOUT := $() and not browser
SAY_WITHOUT := ; code=$$?; echo "Left out (BROWSER=no): the tests that drive a browser."; exit $$code
endif

.PHONY: help play test test-all audit check format bench chaos clean page web-test web-check broken

help:
	@echo "make play          a table on this machine; prints its link (HOST=lan: for the network; PORT=9000)"
	@echo "make test          all quick tests (BROWSER=no: without those that drive a browser)"
	@echo "make test-all      the long ones too, and the audit where the network allows it"
	@echo "make audit         asks osv.dev whether faults are known of the packages that are used"
	@echo "make check         format, lint, types, import contracts"
	@echo "make format        formats the Python code"
	@echo "make bench         measures server, store and simulator"
	@echo "make chaos         plays while servers, store and links are harmed (MINUTES=20, SEED=0: by chance)"
	@echo "make clean         removes all that was built or installed here; never touches data/"

play: $(RUN) page
	@exec $(PY) -m server serve $(PLAY_HOST) $(PLAY_PORT)

test: $(DEV) page web-test
	@$(PY) -m pytest -q -n $(WORKERS) -m "not long$(WITHOUT)" $(ARGS)$(SAY_WITHOUT)

test-all: $(DEV) page web-test
	@OCHOS_TESTS=long $(PY) -m pytest -q -o faulthandler_timeout=0 -n $(WORKERS) -m "(long or not long)$(WITHOUT)" $(ARGS)$(SAY_WITHOUT)
	@$(PY) deploy/audit.py --if-reachable

audit: $(RUN)
	@$(PY) deploy/audit.py

web-test: $(DEV)
	@$(PY) deploy/page.py test

check: $(DEV) web-check
	$(PY) -m ruff format --check --quiet .
	$(PY) -m ruff check --quiet .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo

web-check: $(DEV)
	@$(PY) deploy/page.py lint && $(PY) deploy/page.py check

format: $(DEV)
	$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format .

bench: $(DEV)
	@$(PY) -m benchmarks $(ARGS)

chaos: $(DEV)
	@$(PY) -m tests.chaos --seed $(SEED) --minutes $(MINUTES)

page: $(RUN)
	@$(PY) deploy/page.py build

# The stamps renew the environment when what it is made from has changed, or its Python is gone.
BROKEN := $(shell $(PY) -c '' 2>/dev/null || echo broken)
$(RUN) $(DEV): pyproject.toml constraints.txt deploy/venv.py $(if $(BROKEN),broken)
	@for python in $(PYTHONS); do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    $$python deploy/venv.py $(VENV) $(basename $(@F)) && touch $@; exit; \
	  fi; \
	done; echo "Python 3.11 or newer is needed, as python3 on PATH." >&2; exit 1

$(DEV): $(RUN)

clean:
	rm -rf $(VENV) .cache build dist *.egg-info server/api/page server/api/page.new
	rm -rf clients/web/node_modules clients/web/coverage
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find server clients tests benchmarks deploy -name __pycache__ -type d -exec rm -rf {} +
