# Ajo. `make help` lists what there is.

SHELL := bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules

export CARGO_TARGET_DIR ?= $(CURDIR)/target
export AJO_TOOLS ?= $(HOME)/.cache/ajo/tools

# wasm-bindgen in the version that Cargo.lock holds, wasm-pack in that of Cargo.toml; `make setup` installs them here unless
# PATH has them.
wasm_bindgen_version := $(shell awk '$$3 == "\"wasm-bindgen\"" { getline; gsub(/"/, "", $$3); print $$3; exit }' Cargo.lock 2>/dev/null)
wasm_pack_version := $(shell awk -F'"' '/^wasm-pack = / { print $$2 }' Cargo.toml)
export PATH := $(AJO_TOOLS)/wasm-bindgen-cli-$(wasm_bindgen_version)/bin:$(AJO_TOOLS)/wasm-pack-$(wasm_pack_version)/bin:$(PATH)

# One profile for everything that is tested, so that each crate is compiled once.
export AJO_BACKEND_BIN ?= $(CARGO_TARGET_DIR)/debug/backend
export AJO_WEBAPP_DIR ?= $(CURDIR)/webapp/dist
# Tests are given a PostgreSQL of their own, and memory to keep their files in.
in_memory := .ci/in-memory
beside_postgres := $(in_memory) .ci/with-postgres
web_sources := webapp/src webapp/public webapp/index.html webapp/package.json webapp/package-lock.json $(wildcard webapp/*.ts webapp/*.json)

.PHONY: help
help: ## List these targets
	@awk -F':.*## ' '/^## / { printf "\n%s\n", substr($$0, 4) } /^[a-z0-9-]+:.*## / { printf "  \033[1m%-16s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

## Use it

.PHONY: run setup
run: ## Build what changed, and serve app and API on http://127.0.0.1:8080: 8 minutes the first time, seconds when nothing has changed (AJO_ADDR, AJO_DATABASE_URL)
	@.ci/setup rust
	@$(MAKE) --no-print-directory -j2 web server-demo
	@.ci/serve $(CARGO_TARGET_DIR)/demo/backend

setup: ## Get what building and testing need: Rust target, WebAssembly tools, npm packages, Chromium, PostgreSQL
	@.ci/setup

## Build

.PHONY: wasm web rules-package server server-release server-demo
wasm: ## Build the rules to WebAssembly, with their TypeScript types (webapp/pkg)
	@.ci/setup wasm web
	@npm --prefix webapp run --silent wasm

web: wasm ## Build the web app (webapp/dist)
	@.ci/if-changed webapp/dist/.stamp-web $(web_sources) webapp/pkg -- npm --prefix webapp run --silent build

rules-package: wasm ## Pack the rules and their conformance kit for partners, as an npm package (webapp/pkg/npm)
	node webapp/scripts/pack-rules.mjs webapp/pkg/npm

# With the tests, because they switch on features of shared dependencies: without them those would be compiled twice.
server: ## Build the server for tests
	cargo build --workspace --bins --tests

server-release:
	cargo build --release -p backend

server-demo:
	@echo "server: the first build takes about five minutes on two cores"
	cargo build --profile demo -p backend --bins

## Test

.PHONY: test test-all test-rust test-doc test-web e2e seen promise provider-faults crash races auto-trade-runs plan-runs simulate parity parity-deep model size lint clippy fmt deny fuzz addresses mutants rules-doc clients
test: setup ## Run what every change must pass: 40 minutes the first time, 20 when most is built; the last lines count what ran
	@.ci/test

test-all: export AJO_TEST_ALL = 1
test-all: setup ## Run all that is proven anywhere, in about an hour: the same, with sweeps over all pages, forms and looks
	@.ci/test

# Property tests draw the same values on every run; PROPTEST_RNG_SEED=$RANDOM draws others.
test-rust: export PROPTEST_RNG_SEED ?= 20261122
test-rust: ## Rust tests on a PostgreSQL of their own, and those of several at once on SQLite too (AJO_TEST_ALL=1: all on both)
	AJO_POSTGRES_STATEMENTS=on $(beside_postgres) .ci/rust-tests

test-doc: ## The examples in the rules' documentation
	cargo test --doc -p domain-core

test-web: wasm ## Web app: types, lint and unit tests
	npm --prefix webapp run typecheck
	npm --prefix webapp run lint
	npm --prefix webapp test

e2e: web server ## Browser journeys in headless Chromium against the real server (AJO_TEST_ALL=1: with the sweeps)
	@.ci/setup browser
	$(in_memory) npm --prefix webapp run --silent e2e

seen: web server ## Whether the journeys see every page, call and fixed wording of the product in the browser (SEEN_CATALOGUE)
	@.ci/setup browser
	rm -rf webapp/e2e/.seen
	-AJO_TEST_ALL=1 E2E_SEEN=$(CURDIR)/webapp/e2e/.seen $(in_memory) npm --prefix webapp run --silent e2e
	node webapp/scripts/seen.mjs webapp/e2e/.seen $(SEEN_CATALOGUE)

promise: web server ## Thousands of values typed into every form and sent to its call: screen and server must say the same (PROMISE_VALUES, PROMISE_SEED, PROMISE_ONLY)
	@.ci/setup browser
	AJO_TEST_ALL=1 PROMISE_SEED=$${PROMISE_SEED:-$$RANDOM} PROMISE_VALUES=$${PROMISE_VALUES:-100} npm --prefix webapp run --silent promise

provider-faults: ## Thousands of bills, payouts, card payments and coin sends at providers that fail in every way, on both databases (FAULT_RUNS, FAULT_SEED)
	FAULT_RUNS=$${FAULT_RUNS:-5000} FAULT_SEED=$${FAULT_SEED:-$$RANDOM} $(beside_postgres) cargo test --workspace --test it -- faults_lose_no_

crash: ## The program killed hundreds of times in the middle of payments of every kind, on both databases (CRASH_RUNS: kills for each)
	CRASH_RUNS=$${CRASH_RUNS:-200} $(beside_postgres) cargo test --workspace --test it -- crash::

races: ## Every payment sent a hundred times at once, under one key and in twenty rounds under a key each: one is made (RACE_CALLS, RACE_ROUNDS)
	RACE_CALLS=$${RACE_CALLS:-100} RACE_ROUNDS=$${RACE_ROUNDS:-20} $(beside_postgres) cargo test --workspace --test it -- concurrent_payments_covered_once an_idempotency_key_has_one_effect

auto-trade-runs: ## Thousands of signals that are traded at an exchange that fails in every way, on both databases (AUTO_TRADE_RUNS, AUTO_TRADE_SEED)
	AUTO_TRADE_RUNS=$${AUTO_TRADE_RUNS:-10000} AUTO_TRADE_SEED=$${AUTO_TRADE_SEED:-$$RANDOM} $(beside_postgres) cargo test --workspace --test it -- --nocapture signals::auto_trade_runs::many_signals

plan-runs: ## A million random savings, loans and sets of coins, every figure compared with its own exact arithmetic (PLAN_RUNS, PLAN_SEED)
	PLAN_RUNS=$${PLAN_RUNS:-1000000} PLAN_SEED=$${PLAN_SEED:-$$RANDOM} cargo test --release -p domain-core --test plan_runs -- --nocapture

simulate: ## A year of a thousand people's savings, loans and coins, day by day; a failing seed does the same again (SIMULATE_PEOPLE, SIMULATE_DAYS, SIMULATE_SEED)
	SIMULATE_PEOPLE=$${SIMULATE_PEOPLE:-1000} SIMULATE_DAYS=$${SIMULATE_DAYS:-365} SIMULATE_SEED=$${SIMULATE_SEED:-$$RANDOM} cargo test --workspace --test it -- --exact --nocapture simulate::everything_adds_up_after_each_day_of_many_peoples_plans

parity: wasm server ## Every fixture through the three doors, then random input, native against WebAssembly (FIXTURES_DIR)
	@.ci/setup browser
	webapp/scripts/parity

parity-deep: wasm server ## The same with 100,000 random calls a rule (PARITY_RANDOM, PARITY_SEED)
	@.ci/setup browser
	PARITY_SEED=$${PARITY_SEED:-$$RANDOM} PARITY_RANDOM=$${PARITY_RANDOM:-100000} webapp/scripts/parity

model: wasm ## An independent model of the money rules in Python against the built rules, and their laws proved (MODEL_TRIES, MODEL_SEED; needs python3)
	@[ -x $(AJO_TOOLS)/model-venv/bin/python ] || python3 -m venv $(AJO_TOOLS)/model-venv
	@$(AJO_TOOLS)/model-venv/bin/pip install --quiet --disable-pip-version-check --requirement fixtures/model/requirements.txt
	$(AJO_TOOLS)/model-venv/bin/python fixtures/model/laws.py --wasm webapp/pkg/check/check.wasm --seed $${MODEL_SEED:-1}
	$(AJO_TOOLS)/model-venv/bin/python fixtures/model/compare.py --wasm webapp/pkg/check/check.wasm --tries $${MODEL_TRIES:-20000} --seed $${MODEL_SEED:-1}

size: web ## Check the download budgets
	npm --prefix webapp run --silent size

lint: clippy ## All linters
	cargo fmt --all --check
	.ci/check-layout.mjs
	.ci/check-words.mjs
	npm --prefix webapp run lint

clippy:
	cargo clippy --workspace --all-targets -- -D warnings

fmt: ## Format everything
	cargo fmt --all
	npm --prefix webapp run format

deny: ## Check licences, sources and banned crates (needs cargo-deny)
	cargo deny --offline check bans licenses sources

fuzz: ## Odd bytes into the rules, FUZZ_SECONDS (60) for each target (needs cargo-fuzz)
	cd domain-core && for target in evaluate money_parse otp dates; do \
	  mkdir -p fuzz/target/found/$$target; \
	  RUSTC_BOOTSTRAP=1 cargo fuzz run $$target fuzz/target/found/$$target fuzz/corpus/$$target -- \
	    -max_total_time=$${FUZZ_SECONDS:-60} -max_len=65536 -print_final_stats=1 || exit 1; \
	done

addresses: ## A hundred thousand mistyped addresses of coins, none of which may be accepted (MISTYPED_ADDRESSES)
	MISTYPED_ADDRESSES=$${MISTYPED_ADDRESSES:-100000} cargo test --package domain-core --lib mistyped_addresses

mutants: ## Change the rules about money, dates, plans and PINs one by one, and see that a test notices (needs cargo-mutants)
	cargo mutants --package domain-core --no-shuffle --jobs 2 --output $(CARGO_TARGET_DIR)

clients: server ## Check the API's description, generate a Python and a TypeScript client from it, and sign in with both (needs python3)
	@.ci/clients

rules-doc: ## Renew docs/rules.md, docs/violation-codes.json and fixtures/ANSWERS from the catalogue
	cargo run --quiet --package domain-core --features estimate --example rules_doc >docs/rules.md.new
	mv docs/rules.md.new docs/rules.md
	cargo run --quiet --package domain-core --example violation_codes >docs/violation-codes.json.new
	mv docs/violation-codes.json.new docs/violation-codes.json
	cargo run --quiet --package domain-core --example answers >fixtures/ANSWERS.new
	mv fixtures/ANSWERS.new fixtures/ANSWERS

## Measure

measured := AJO_BACKEND_BIN=$(CARGO_TARGET_DIR)/release/backend AJO_LOAD_BIN=$(CARGO_TARGET_DIR)/release/bench-load

.PHONY: bench-transfers bench-growth bench-pin bench-statements bench-sockets bench-keystroke bench-rules bench-native bench-memory bench-enumeration bench-first-page lighthouse pixels screenshots
bench-transfers: server-release bench-load ## Wallet transfers a second over HTTP, beside what the databases do without the server (BENCH_ONLY)
	AJO_POSTGRES_FSYNC=on $(measured) .ci/with-postgres node benches/transfers.mjs

bench-pin: server-release bench-load ## Transfers with their PIN, beside transfers whose PIN was confirmed before
	AJO_POSTGRES_FSYNC=on $(measured) .ci/with-postgres node benches/pin.mjs

bench-statements: server-release ## Round trips to PostgreSQL of some calls, from its own log
	$(measured) .ci/with-postgres node benches/statements.mjs

bench-sockets: server-release ## Memory of idle sockets, and the way of a credit to a socket of another server
	AJO_POSTGRES_FSYNC=on $(measured) .ci/with-postgres node benches/sockets.mjs

.PHONY: bench-load
bench-load:
	cargo build --release --quiet --manifest-path benches/load/Cargo.toml

bench-growth: server-release ## Screens, payments, jobs, check and stop on a database of ten million entries (BENCH_ENTRIES, BENCH_PEOPLE, BENCH_HEAVY, BENCH_KEEP)
	AJO_POSTGRES_FSYNC=on AJO_BACKEND_BIN=$(CARGO_TARGET_DIR)/release/backend .ci/with-postgres node benches/growth.mjs

bench-memory: server-release ## The server's memory, and an honest user, under uploads, failed sign-ins and slow connections (BENCH_ONLY)
	AJO_BACKEND_BIN=$(CARGO_TARGET_DIR)/release/backend node benches/memory.mjs

bench-enumeration: server-release ## Whether the time of an answer tells who has an account (BENCH_PAIRS)
	AJO_BACKEND_BIN=$(CARGO_TARGET_DIR)/release/backend node benches/enumeration.mjs

bench-keystroke: web server ## From a keystroke to its verdict in Chromium
	@.ci/setup browser
	npm --prefix webapp run --silent measure

bench-rules: wasm ## The rules beside zod, valibot, yup, ajv, decimal.js, big.js and zxcvbn, in Node and Chromium (BENCH_ONLY, BENCH_IN)
	@.ci/setup browser
	npm --prefix benches/rules ci --ignore-scripts --no-audit --no-fund --loglevel=error
	node benches/rules/run.mjs

.PHONY: rules-diff
rules-diff: wasm ## Which answers differ from those of another version's rules: OLD=old.wasm (from /media/rules/VERSION.wasm)
	node webapp/scripts/rules-package/cli.mjs compare $(OLD) webapp/pkg/check/check.wasm

bench-native: ## The same natively: times (criterion), instructions a call (callgrind) beside the record, and the slowest calls of 64 kB
	cargo bench --quiet --manifest-path benches/native/Cargo.toml
	cargo build --release --quiet --manifest-path benches/native/Cargo.toml
	node benches/native/instructions.mjs $${CARGO_TARGET_DIR:-benches/native/target}/release/bench-native
	cargo run --release --quiet --package domain-core --features estimate --example worst

bench-first-page: web server-release ## From an address to a page that can be used, beside an empty page (BENCH_ROUNDS)
	@.ci/setup browser
	AJO_BACKEND_BIN=$(CARGO_TARGET_DIR)/release/backend node benches/first-page.mjs

lighthouse: web server-release ## Lighthouse (mobile) of the sign-in and the dashboard, beside an empty page
	@.ci/setup browser
	AJO_BACKEND_BIN=$(CARGO_TARGET_DIR)/release/backend npm --prefix webapp exec --yes --package=lighthouse@12.8.2 -- node webapp/scripts/lighthouse.mjs

pixels: web server ## Renew the kept pictures of six screens, which the journeys compare (webapp/e2e/pixels)
	@.ci/setup browser
	PIXELS=renew AJO_TEST_ALL=1 npm --prefix webapp run --silent e2e -- pixels

screenshots: web server ## A picture of every screen in every look, in webapp/screenshots; index.html shows them side by side (SCREENSHOTS_LOOKS)
	@.ci/setup browser
	npm --prefix webapp run --silent screenshots

## Clean

.PHONY: clean
clean: ## Remove what was built; demo data and packages stay
	rm -rf webapp/dist webapp/pkg webapp/screenshots
	cargo clean
