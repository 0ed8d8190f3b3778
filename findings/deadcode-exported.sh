#!/usr/bin/env bash
# deadcode calls the functions of a library unreachable: those that a program in C or JavaScript calls.
#
# Guess before it was run: a function that is exported with //export or //go:wasmexport is called from outside, so deadcode
# takes it for reachable, with everything that it calls. Its manual names one kind of call that it does not know,
# go:linkname.
# Seen with golang.org/x/tools v0.52.0: neither mark makes a function reachable. Built as a C archive, the program's
# library has the function Answer; deadcode lists Answer and what it calls as unreachable. The same for WebAssembly.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir tool c wasm
(cd tool && go mod init example.org/tool >/dev/null 2>&1 && go get golang.org/x/tools/cmd/deadcode@v0.52.0 >/dev/null 2>&1 && go build -o ../deadcode golang.org/x/tools/cmd/deadcode)
cat > go.mod <<'MOD'
module example.org/library

go 1.26
MOD
cat > c/main.go <<'GO'
package main

import "C"

func main() {}

func answer() int { return 42 }

//export Answer
func Answer() C.int { return C.int(answer()) }
GO
cat > wasm/main.go <<'GO'
package main

func main() {}

func answer() int32 { return 42 }

//go:wasmexport Answer
func Answer() int32 { return answer() }
GO
CGO_ENABLED=1 go build -buildmode=c-archive -o c.a ./c
grep -q "Answer" c.h || { echo "changed: the library has no function Answer"; exit 1; }
for_c=$(CGO_ENABLED=1 ./deadcode ./c | sed 's/.*unreachable func: //' | sort | tr '\n' ' ')
for_wasm=$(GOOS=js GOARCH=wasm ./deadcode ./wasm | sed 's/.*unreachable func: //' | sort | tr '\n' ' ')
echo "C: $for_c"
echo "WebAssembly: $for_wasm"
[ "$for_c" = "Answer answer " ] && [ "$for_wasm" = "Answer answer " ] || { echo "changed: want both functions in both lists"; exit 1; }
