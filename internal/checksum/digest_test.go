package checksum

import (
	"bytes"
	"crypto/sha256"
	"math/rand/v2"
	"testing"
)

// TestDigest: the digest equals crypto/sha256's, for texts of every length, written in any
// pieces.
func TestDigest(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 0))
	text := make([]byte, 300)
	for n := range text {
		text[n] = byte(random.Uint32())
		d, want := newDigest(), sha256.Sum256(text[:n])
		for rest := text[:n]; len(rest) > 0; {
			piece := 1 + random.IntN(len(rest))
			_, _ = d.Write(rest[:piece])
			rest = rest[piece:]
		}
		for range 2 { // the sum changes nothing
			if got := d.Sum(nil); !bytes.Equal(got, want[:]) {
				t.Fatalf("%d bytes: %x, not %x", n, got, want)
			}
		}
		if d.Size() != sha256.Size || d.BlockSize() != sha256.BlockSize {
			t.Fatal("the sizes differ")
		}
	}
}
