package checksum

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// digest is SHA-256 [Nist15], the same as crypto/sha256, for programs where each byte is loaded:
// with that package the engine of the static site is 110 KB larger, gzipped, since that package
// brings all of its cryptography.
type digest struct {
	h      [8]uint32
	block  [64]byte
	filled int    // bytes of the block
	length uint64 // bytes in all
}

// newDigest begins with the fractional parts of the square roots of the first eight primes.
func newDigest() hash.Hash {
	d := &digest{}
	d.Reset()
	return d
}

func (d *digest) Reset() {
	*d = digest{h: [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}
}

func (*digest) Size() int      { return 32 }
func (*digest) BlockSize() int { return 64 }

func (d *digest) Write(p []byte) (int, error) {
	d.length += uint64(len(p))
	for rest := p; len(rest) > 0; {
		n := copy(d.block[d.filled:], rest)
		rest = rest[n:]
		if d.filled += n; d.filled == len(d.block) {
			d.compress()
			d.filled = 0
		}
	}
	return len(p), nil
}

// Sum ends a copy: a bit, zeros, and the length in bits.
func (d *digest) Sum(to []byte) []byte {
	end := *d
	padding := make([]byte, 1, 72)
	padding[0] = 0x80
	for (d.length+uint64(len(padding)))%64 != 56 {
		padding = append(padding, 0)
	}
	_, _ = end.Write(binary.BigEndian.AppendUint64(padding, 8*d.length))
	for _, word := range end.h {
		to = binary.BigEndian.AppendUint32(to, word)
	}
	return to
}

// compress mixes a block in, by the fractional parts of the cube roots of the first 64 primes.
func (d *digest) compress() {
	k := [64]uint32{
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
		0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
		0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
		0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
		0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
		0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	}
	var w [64]uint32
	for i := range w {
		if i < 16 {
			w[i] = binary.BigEndian.Uint32(d.block[4*i:])
			continue
		}
		a, b := w[i-15], w[i-2]
		w[i] = w[i-16] + w[i-7] + (bits.RotateLeft32(a, -7) ^ bits.RotateLeft32(a, -18) ^ a>>3) + (bits.RotateLeft32(b, -17) ^ bits.RotateLeft32(b, -19) ^ b>>10)
	}
	v := d.h
	for i := range w {
		a, e := v[0], v[4]
		one := v[7] + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (e&v[5] ^ ^e&v[6]) + k[i] + w[i]
		two := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&v[1] ^ a&v[2] ^ v[1]&v[2])
		v = [8]uint32{one + two, a, v[1], v[2], v[3] + one, e, v[5], v[6]}
	}
	for i := range v {
		d.h[i] += v[i]
	}
}
