# Most people need two targets: `make play` and `make test`. README.md lists the commands they run.
PORT ?= 8000
HOST ?= localhost
HOURS ?= 1
PYTHON ?=
export PYTHON
# Python keeps compiled modules, or each process of each run would compile all code and all tests again.
unexport PYTHONDONTWRITEBYTECODE
RUN := .venv/bin/python
AGAIN := $(RUN) -m pytest --last-failed -m
# The names of all tests that failed, below everything else.
END = [ $$status = 0 ] || { echo 'These tests failed:'; cat .pytest_cache/v/cache/lastfailed; }; exit $$status
# Only files with these words: to read all 7,600 tests takes each worker seconds.
MARKED = $$(grep -rlE '$(1)' --include='test_*.py' tests games)
SLOWLY = mark\.slow|quick_first|GAME_FIRST

.PHONY: help play author test test-slow mutate arena screens bench bench-quick faults soak image-test guides-test pin-images lint

help:
	@echo 'make play [PORT=8000] [HOST=localhost]   start the site and print its address'
	@echo 'make author SLUG=name [PORT=8000]        work on a game: check it and reload the site after each change'
	@echo 'make test                                run the tests'
	@echo 'make test-slow                           run the slow tests: killed processes, whole matches'
	@echo 'make mutate [TITLE=name] [SAMPLE=60]      put mistakes into the rules and see whether tests notice'
	@echo 'make arena [TITLE=name] [MATCHES=400]    measure how often strong bots beat house bots, at each number of seats'
	@echo 'make screens [TITLE=name] [SIZE=390x844] take screenshots of all tables'
	@echo 'make bench [MOVES=100000]                measure speed, memory and queries, or only many moves in a row'
	@echo 'make bench-quick                         run the most important benchmarks, in about five minutes'
	@echo 'make faults                              kill processes, cut the power, set the clock, and count lost work'
	@echo 'make soak [HOURS=1] [RATE=20]            play ordinary days and watch whether the web process grows'
	@echo 'make image-test                          build the container image and start it'
	@echo 'make guides-test [DEBIAN=bookworm]       follow the guides for hosts in an empty Debian'
	@echo 'make pin-images                          write the newest digests of the images we build on'
	@echo 'make lint                                run the linters'

play:
	@sh requirements/install.sh base
	@exec $(RUN) manage.py up --port $(PORT) --host $(HOST)

# See docs/adding-a-game.md.
author:
	@sh requirements/install.sh dev
	@exec $(RUN) manage.py author $(SLUG) --port $(PORT) --host $(HOST)

# Two runs: Playwright leaves an event loop behind, and asynchronous tests cannot start in that process.
# Three workers in a browser, on two cores: for a quarter of the time each waits for what moves on its pages.
# Failed browser tests are run again on their own, at most twice, because a busy machine can make them time out.
test:
	@sh requirements/install.sh dev
	@status=0; \
	$(RUN) -m pytest -n auto --dist worksteal -m 'not browser and not slow' || status=1; \
	$(RUN) -m pytest -n 3 --dist worksteal -m 'browser and not slow' $(call MARKED,mark\.browser) \
		|| $(AGAIN) 'browser and not slow' || $(AGAIN) 'browser and not slow' || status=1; \
	$(END)

# Tests that kill processes, start whole sites, play thousands of matches, or play whole matches in a browser. The
# longest ones (most matches by keyboard and touch, most states of a table for each role) are run by hand: pytest -m by_hand
# Beside them, ten minutes of `make soak` take a tenth of the CPU; .ci/run begins its own earlier.
test-slow:
	@sh requirements/install.sh dev
	@status=0; $(if $(PLAYPOST_TESTS_UNTIL),,$(MAKE) -s soak HOURS=0.17 RATE=3 &) \
	$(RUN) -m pytest -n 2 --dist worksteal -m 'slow and not browser and not by_hand' $(call MARKED,$(SLOWLY)) || status=1; \
	$(RUN) -m pytest -n 3 --dist worksteal -m 'slow and browser and not by_hand' $(call MARKED,mark\.browser) \
		|| $(AGAIN) 'slow and browser and not by_hand' || $(AGAIN) 'slow and browser and not by_hand' || status=1; \
	wait $$! || { echo 'The soak failed: see above.'; status=1; }; \
	$(END)

# The slow tests include a sample of 60. See CONTRIBUTING.md.
mutate:
	@sh requirements/install.sh dev
	@$(RUN) tests/mutation.py $(TITLE) $(if $(SAMPLE),--sample $(SAMPLE))

# On all cores. Also SEATS="2 4", BOT=easy, RIVALS=random. For bots of your own: manage.py arena.
arena:
	@sh requirements/install.sh dev
	@$(RUN) manage.py arena $(or $(BOT),strong) $(or $(RIVALS),house) --game $(TITLE) --seats $(SEATS) \
		--matches $(or $(MATCHES),400)

# Screenshots of the states of each game at eight sizes, in var/screens/. TITLE and SIZE take several words.
screens:
	@sh requirements/install.sh dev
	@$(RUN) tests/screens.py

bench:
	@sh requirements/install.sh dev
	@MOVES=$(MOVES) $(RUN) tests/bench/run.py

bench-quick:
	@sh requirements/install.sh dev
	@$(RUN) tests/bench/run.py quick

faults:
	@sh requirements/install.sh dev
	@$(RUN) tests/faults.py 10 full-disk
	@$(RUN) tests/power_cut.py 10
	@$(RUN) tests/clock_jump.py

soak:
	@sh requirements/install.sh dev
	@$(RUN) tests/soak.py $(HOURS) $(if $(RATE),--rate $(RATE))

image-test:
	@sh requirements/install.sh dev
	@$(RUN) -m pytest -q -rs tests/test_images.py

guides-test:
	@sh requirements/install.sh dev
	@DEBIAN=$(DEBIAN) $(RUN) -m pytest -q -rs tests/test_guides.py

pin-images:
	@sh deploy/pin.sh

lint:
	@sh requirements/install.sh dev
	@status=0; \
	$(RUN) -m ruff check . || status=1; \
	$(RUN) -m mypy || status=1; \
	.venv/bin/oxlint --deny-warnings static games/titles || status=1; \
	exit $$status
