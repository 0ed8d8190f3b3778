package certificate

import "hash"

// sumSize is the size of the checksum in bytes.
const sumSize = 32

func newSum() hash.Hash { return newDigest() }
