package results

import "sync"

// chunkSize is the size of a chunk in bytes.
const chunkSize = 1 << 20

// store is a long row of bytes in chunks. It grows without copying, and its first chunks can
// be released while its last ones are read.
type store struct {
	chunks [][]byte
	size   int
}

// at returns the bytes from a place to the end of its chunk.
func (s *store) at(place int) []byte { return s.chunks[place/chunkSize][place%chunkSize:] }

// room returns n free bytes within one chunk, and their place.
func (s *store) room(n int, from *pool) ([]byte, int) {
	if left := -s.size & (chunkSize - 1); left < n {
		s.size += left
		s.chunks = append(s.chunks, from.take())
	}
	return s.at(s.size)[:n], s.size
}

// release gives the chunks before a place back.
func (s *store) release(place int, to *pool) {
	for i := place/chunkSize - 1; i >= 0 && s.chunks[i] != nil; i-- {
		to.give(s.chunks[i])
		s.chunks[i] = nil
	}
}

// releaseAll gives all chunks back.
func (s *store) releaseAll(to *pool) {
	for _, c := range s.chunks {
		if c != nil {
			to.give(c)
		}
	}
	*s = store{}
}

// pool keeps chunks for later use: the garbage collector would free them too late.
type pool struct {
	mu   sync.Mutex
	free [][]byte
}

// take returns a chunk of zeros.
func (p *pool) take() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.free)
	if n == 0 {
		return make([]byte, chunkSize)
	}
	c := p.free[n-1]
	p.free = p.free[:n-1]
	clear(c)
	return c
}

func (p *pool) give(c []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, c)
}
