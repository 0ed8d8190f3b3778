package checksum

import "hash"

// New returns a hash that sums up nothing yet.
func New() hash.Hash { return newDigest() }
