//go:build !js

package certificate

import (
	"crypto/sha256"
	"hash"
)

// sumSize is the size of the checksum in bytes.
const sumSize = sha256.Size

func newSum() hash.Hash { return sha256.New() }
