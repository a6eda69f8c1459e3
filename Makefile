# The two commands are `make play` and `make test`; README.md gives the plain lines behind them.
PORT ?= 8000
HOST ?= localhost
PYTHON ?=
export PYTHON
RUN := .venv/bin/python
AGAIN := $(RUN) -m pytest --last-failed -m

.PHONY: help play author test test-slow screens bench bench-quick faults lint

help:
	@echo 'make play [PORT=8000] [HOST=localhost]   start the site and print its address'
	@echo 'make author SLUG=name [PORT=8000]        write a game: each change is checked, and pages load again'
	@echo 'make test                                run the tests'
	@echo 'make test-slow                           run what kills processes and plays very many or whole matches'
	@echo 'make screens                             make pictures of the tables, to look at'
	@echo 'make bench                               measure speed, memory and queries'
	@echo 'make bench-quick                         measure the most important of it in two minutes'
	@echo 'make faults                              kill its parts with kill -9, ten times each, and count'
	@echo 'make lint                                check style and types'

play:
	@sh requirements/install.sh base
	@exec $(RUN) manage.py up --port $(PORT) --host $(HOST)

# See docs/adding-a-game.md.
author:
	@sh requirements/install.sh dev
	@exec $(RUN) manage.py author $(SLUG) --port $(PORT) --host $(HOST)

# Two runs: after a browser test, Playwright's event loop stays in the process and asynchronous tests cannot start.
# What fails in a browser is tried again by itself, where nothing else takes its time, at most twice.
test:
	@sh requirements/install.sh dev
	@status=0; \
	$(RUN) -m pytest -n auto -m 'not browser and not slow' || status=1; \
	$(RUN) -m pytest -n 2 -m 'browser and not slow' \
		|| $(AGAIN) 'browser and not slow' || $(AGAIN) 'browser and not slow' || status=1; \
	exit $$status

# What kills processes, starts whole sites, or plays very many matches or whole ones in a browser. The longest of these, by
# keys and by fingers, are run by hand: pytest -m by_hand
test-slow:
	@sh requirements/install.sh dev
	@status=0; \
	$(RUN) -m pytest -n 2 -m 'slow and not browser' || status=1; \
	$(RUN) -m pytest -n 2 -m 'slow and browser and not by_hand' \
		|| $(AGAIN) 'slow and browser and not by_hand' || $(AGAIN) 'slow and browser and not by_hand' || status=1; \
	exit $$status

# Pictures of the key states of each game, into var/screens/.
screens:
	@sh requirements/install.sh dev
	@$(RUN) tests/screens.py

bench:
	@sh requirements/install.sh dev
	@$(RUN) tests/bench/run.py

bench-quick:
	@sh requirements/install.sh dev
	@$(RUN) tests/bench/run.py quick

faults:
	@sh requirements/install.sh dev
	@$(RUN) tests/faults.py 10

lint:
	@sh requirements/install.sh dev
	@status=0; \
	$(RUN) -m ruff check . || status=1; \
	$(RUN) -m mypy || status=1; \
	exit $$status
