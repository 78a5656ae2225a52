# make run     build everything and serve it on http://localhost:8080
#              (PORT=9000 for another port, ADDR=:8080 for all interfaces)
# make build   the browser client and the binary bin/lockstep
# make test    every test; installs what they need where it may
# make bench   every benchmark
# make clean   remove what was built

GO   ?= go
PORT ?= 8080
ADDR ?= localhost:$(PORT)

.PHONY: run build client test tools bench clean

run: build
	@bin/lockstep serve --addr $(ADDR)

build: client
	$(GO) build -trimpath -o bin/lockstep ./server

# The server embeds the client, so the client comes first.
client:
	$(GO) run ./web/build

test: tools client
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	GOOS=js GOARCH=wasm $(GO) vet ./wasm/... ./web/scene/... ./sim/trace/...
	$(GO) test -timeout 25m $$($(GO) list ./... | grep -v /sim/sweep$$) # a slow machine's browser takes its time
	$(GO) test -v ./sim/sweep # says what its random worlds reached

tools:
	@.ci/tools

bench: client
	$(GO) test -run '^$$' -bench . ./...

clean:
	rm -rf bin
	find web/dist -type f ! -name .gitkeep -delete
