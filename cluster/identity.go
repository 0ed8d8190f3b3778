package cluster

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Identity is the key pair of a worker, Ed25519 [RFC8032]. The private key never leaves the
// process that made it.
type Identity struct{ private ed25519.PrivateKey }

// NewIdentity makes a key pair.
func NewIdentity() *Identity {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic("cluster: a key pair from the system's random numbers: " + err.Error()) // it never fails
	}
	return &Identity{private}
}

// Key returns the public key.
func (i *Identity) Key() []byte { return i.private[ed25519.SeedSize:] }

// Sign signs a text for a purpose. The signature is not valid for any other purpose.
func (i *Identity) Sign(purpose string, text []byte) []byte {
	return ed25519.Sign(i.private, purposed(purpose, text))
}

// Verify reports whether the owner of a public key has signed a text for a purpose.
func Verify(key []byte, purpose string, text, seal []byte) bool {
	return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, purposed(purpose, text), seal)
}

func purposed(purpose string, text []byte) []byte {
	return append(fmt.Appendf(nil, "oxo %q\n", purpose), text...)
}

// idOf derives the name of a public key's owner. The hub refuses a second key with
// the same name.
func idOf(key []byte) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:6])
}

// signed is a call of a worker. It is valid for one verb, for one session of one hub,
// and only once: the hub accepts each count once. So a recorded call cannot be
// repeated.
type signed struct {
	Key     []byte          `json:"key"` // public
	Session string          `json:"session"`
	Count   uint64          `json:"count"`
	Text    json.RawMessage `json:"text"`
	Seal    []byte          `json:"seal"`
}

func (s *signed) purpose(verb string) string {
	return fmt.Sprintf("call %s %s %d", verb, s.Session, s.Count)
}

// genuine reports whether the owner of the key has signed the call.
func (s *signed) genuine(verb string) bool { return Verify(s.Key, s.purpose(verb), s.Text, s.Seal) }

// call signs a call.
func (i *Identity) call(verb, session string, count uint64, text []byte) *signed {
	s := &signed{Key: i.Key(), Session: session, Count: count, Text: text}
	s.Seal = i.Sign(s.purpose(verb), text)
	return s
}

// counted records the counts of accepted calls as a window over the highest ones
// [RFC4303, 3.4.3]: calls of several threads may overtake each other.
type counted struct {
	most  uint64 // the highest accepted count
	taken [windowSize / 64]uint64
}

const windowSize = 1024

// take reports whether a count is new. One that is too old for the window counts as
// used.
func (c *counted) take(n uint64) bool {
	if n == 0 || n+windowSize <= c.most {
		return false
	}
	for ; c.most < n; c.most++ { // the slot of a new count held an old one
		if n-c.most > windowSize {
			c.most, c.taken = n-windowSize, [windowSize / 64]uint64{}
		}
		next := c.most + 1
		c.taken[next%windowSize/64] &^= 1 << (next % 64)
	}
	word, bit := &c.taken[n%windowSize/64], uint64(1)<<(n%64)
	fresh := *word&bit == 0
	*word |= bit
	return fresh
}
