# oxo needs Go 1.26, and make for these targets. "make help" lists them.

GO ?= go
# go test ends a package after ten minutes by default. The longest takes some of them, so
# on a machine ten times as slow, or beside other work, it needs hours.
# Some packages mostly wait for other programs, so three packages are tested at once for every two processors.
TEST := $(GO) test -timeout 3h -p $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n + (n + 1) / 2)))
BIN := bin
# The tools of tools/go.mod and tools/narrow are built once, into bin/.
LINT := $(BIN)/golangci-lint

# The profile makes the compiler compile every dependency of the command once more. Tests need no such speed.
test quick lint race purego clients formal browser: export GOFLAGS := $(shell $(GO) env GOFLAGS) -pgo=off

.PHONY: help build run serve site tab test quick lint race purego opponents clients formal browser shots fuzz peers bench pgo update release clean lib wheel npm

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/oxo
	$(GO) build -o $(BIN)/oxo ./cmd/oxo

run: ## play noughts and crosses
	$(GO) run ./cmd/oxo play tictactoe

serve: ## serve the page at http://127.0.0.1:8080/
	$(GO) run ./cmd/oxo serve

site: ## write the page as a folder for any file host, the engine as WebAssembly, into site/
	$(GO) run ./web/site -compress -out site

tab: ## write the page on which a browser tab works for a hub (oxo hub --tabs tab), into tab/
	$(GO) run ./web/site -tab -out tab

test: opponents lint race purego clients ## everything that must pass: lint, tests with the race detector, without assembly, under other people's clients, the documents, the page
	@BROWSER=$(BROWSER) web/test/run install
	$(TEST) $$($(GO) list ./... | sort -r) # the longest, web, is among the first
	@BROWSER=$(BROWSER) web/test/run

opponents: ## other people's programs that tests play against, where they can be installed
	@protocol/opponents

clients: ## the command under other people's clients of its protocols, and files under their libraries
	cd protocol/uci/clienttest && $(GO) vet ./... && $(TEST) -short ./...
	cd protocol/mcp/clienttest && $(GO) vet ./... && $(TEST) -v ./...
	cd game/gamefile/clienttest && $(GO) vet ./... && $(TEST) -v ./... # says why it is skipped, where Node.js or npm is missing

# BROWSER=required makes it a failure that the browser tests cannot run.
BROWSER ?=
formal: ## what Coq proves: the checkers in formal/, and values of small boards; installs coq where it is missing
	command -v coqc >/dev/null || apt-get install -y --no-install-recommends coq
	OXO_WHOLE=1 $(TEST) ./cli -run TestCoq -count=1 -v

browser: ## the page in a real browser
	@BROWSER=$(BROWSER) web/test/run

shots: ## the screenshots of docs/page
	@web/test/run shots

quick: ## the tests without the longest, in seconds
	$(GO) vet ./...
	$(TEST) -short ./...

# golangci-lint vets too (govet), but for this machine alone: narrow checks the types for 32 bits.
# What api/c has is called by C, so nothing in Go calls it.
lint: $(LINT) ## golangci-lint (vet and gofumpt within), types for 32 bits, unused code, and habits of language
	cd tools/habits && $(GO) vet . && $(GO) test .
	@GO=$(GO) tools/habits/run
	cd tools && $(GO) vet ./narrow && $(GO) test ./narrow
	$(BIN)/narrow ./...
	$(LINT) run ./...
	@unused=$$($(BIN)/deadcode -test $$($(GO) list ./... | grep -v '/api/c$$')) && if [ -n "$$unused" ]; then echo "never called:"; echo "$$unused"; exit 1; fi

$(LINT): tools/go.mod tools/narrow/main.go
	cd tools && $(GO) build -o ../$(BIN)/ tool ./narrow

# A test that has nothing for the race detector says so itself: see internal/race. Under the
# detector a program sleeps a second before it ends, for goroutines that go on; without it
# what they do until the end is looked at all the same, and the tests start many programs.
race: export GORACE = atexit_sleep_ms=0
race: ## the tests without the longest, under the race detector (where there is a C compiler)
	@if [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v $$($(GO) env CC) >/dev/null; then \
		$(TEST) -race -short $$($(GO) list ./... | sort -r); \
	else \
		echo "no C compiler: the race detector needs one, so its run is left out"; \
	fi

purego: ## the tests of what has assembly, without it
	$(TEST) -tags purego -short ./internal/processor ./games/connect4 ./search/tt
	$(TEST) -tags purego -short -run 'TestEveryPosition|TestEndings' ./search

LIB ?= lib
LIB_LD = -s -w -extldflags '-Wl,--version-script=$(CURDIR)/api/c/oxo.map -Wl,-soname,liboxo.so.1'
lib: ## liboxo for C, into lib/ or LIB=FOLDER: shared, static, header, pkg-config file, man page
	@mkdir -p $(LIB)
	CGO_ENABLED=1 $(GO) build -trimpath -buildmode=c-shared -ldflags "$(LIB_LD)" -o $(LIB)/liboxo.so ./api/c
	CGO_ENABLED=1 $(GO) build -trimpath -buildmode=c-archive -ldflags '-s -w' -o $(LIB)/liboxo.a ./api/c
	@rm -f $(LIB)/liboxo.h
	@ln -sf liboxo.so $(LIB)/liboxo.so.1
	@cp api/c/oxo.h api/c/oxo.3 $(LIB)
	@sed "s|@PREFIX@|$$(cd $(LIB) && pwd)|" api/c/oxo.pc.in > $(LIB)/oxo.pc

DIST ?= dist
wheel: lib ## the package oxo for Python, with the library inside, into dist/: pip install FILE
	@python3 api/python/make_wheel.py --library $(LIB)/liboxo.so --out $(DIST) $(if $(OXO_VERSION),--version $(OXO_VERSION))

npm: ## the npm package oxo, into dist/ or DIST=FOLDER
	@mkdir -p $(DIST) && rm -f $(DIST)/oxo-*.tgz
	@folder=$$(mktemp -d) && GO=$(GO) api/javascript/pack "$$folder" "$(DIST)" && rm -rf "$$folder" && ls $(DIST)/oxo-*.tgz

FUZZTIME ?= 60s
fuzz: ## every fuzz target for FUZZTIME (60s) each
	@for target in $$(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u); do \
		for name in $$(grep -h '^func Fuzz' $$target/*_test.go | sed 's/func \(Fuzz[A-Za-z]*\).*/\1/'); do \
			echo "$$target $$name"; $(TEST) $$target -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x || exit 1; \
		done; \
	done

peers: build ## oxo beside other programs, which PEERS=FOLDER has: see docs/lookup/peers.md
	@test -n "$(PEERS)" || { echo "want make peers PEERS=FOLDER: see docs/lookup/peers.md"; exit 2; }
	@$(GO) run ./cmd/peers $(PEERS)

bench: build ## the node-count signature, and the benchmarks
	$(BIN)/oxo bench
	$(TEST) -run '^$$' -bench . -benchmem ./search ./player ./games/mnk ./prove/certificate

# Of each benchmark the package, its name and how long it runs: as long as that, it counts in the profile.
PROFILES = player:Game:2s games/connect4:Solve:10s search:Selective:2s prove/pn:Result:5s games/othello:FFO:5s games/gogame:Playout:2s

pgo: ## make cmd/oxo/default.pgo again from the benchmarks of play, search and proof
	@mkdir -p $(BIN)
	@set -e; profiles=; for p in $(PROFILES); do \
		package=$${p%%:*}; rest=$${p#*:}; file=$(BIN)/$$(basename $$package); \
		$(TEST) -trimpath -run '^$$' -bench "Benchmark$${rest%%:*}\$$" -benchtime $${rest##*:} -cpuprofile $$file.prof -o $$file.test ./$$package; \
		profiles="$$profiles $$file.prof"; \
	done; $(GO) tool pprof -proto $$profiles > cmd/oxo/default.pgo

update: ## write golden files again: transcripts, playthroughs, signature, docs
	$(TEST) ./cli ./tui ./games/... ./internal/docs ./internal/abilities -update

release: ## the files of a release of this commit, into dist/ (docs/do/releases.md)
	tools/release/run

clean: ## remove what was built
	rm -rf $(BIN) site tab dist lib
