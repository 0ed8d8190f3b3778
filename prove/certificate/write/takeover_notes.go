package write

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"

	"oxo"
	"oxo/internal/checksum"
	"oxo/prove/certificate/lines"
)

// answerOnce writes the tree after a move of the other side, or skips it if the notes have it.
func (t *preventing) answerOnce(a *answering, m oxo.Move) (zone lines.Squares, err error) {
	k := t.keeper
	if k == nil {
		return t.answer(a, m)
	}
	if t.in != nil {
		if i, ok := k.at[t.at]; ok {
			return k.all[i].zone, t.skipAnswer(&k.all[i])
		}
	}
	f := finished{at: t.at, nodes: t.nodes, first: t.notes.len()}
	if f.zone, err = t.answer(a, m); err != nil {
		return f.zone, err
	}
	if f.nodes = t.nodes - f.nodes; f.nodes >= max(k.every/leastFinished, 1) {
		f.end, f.last, f.reply = t.at, t.notes.len(), t.last
		copy(f.sum[:], t.sumSoFar())
		k.all = append(k.all, f)
	}
	if t.in == nil && k.noted > t.notes.len() { // the takeover ended before the last noted node
		if err = k.clearFile(); err != nil {
			return f.zone, err
		}
		k.forget(t.at)
	}
	if t.nodes-k.last >= k.every {
		err = t.keep()
	}
	return f.zone, err
}

// skipAnswer takes over a finished answer without reading its nodes.
func (t *preventing) skipAnswer(f *finished) error {
	if t.notes.len() != f.first {
		return fmt.Errorf("%w: byte %d comes after %d nodes, want %d", ErrNotes, f.at, t.notes.len(), f.first)
	}
	const step = 1 << 24
	for left := f.end - f.at; left > 0; left -= min(left, step) {
		if _, err := io.CopyN(t.sum, t.in, min(left, step)); err != nil {
			return fmt.Errorf("%w: %w", ErrNotes, err)
		}
		if err := context.Cause(t.ctx); err != nil {
			return err
		}
	}
	t.at, t.length = f.end, t.length+f.end-f.at
	if !bytes.Equal(t.sumSoFar(), f.sum[:]) {
		return fmt.Errorf("%w: the first %d bytes differ", ErrNotes, f.end)
	}
	t.notes.skipTo(f.last)
	t.last = f.reply
	t.passed(f.nodes)
	return nil
}

// keep adds the new nodes and answers to the notes file.
func (t *preventing) keep() error {
	k := t.keeper
	k.last = t.nodes
	if k.noted >= t.notes.len() || k.others && t.in != nil {
		return nil
	}
	t.sumSoFar() // flushes the certificate: the notes must not have nodes that it lacks
	if k.file == nil {
		var err error
		if k.file, err = k.of.Open(true); err != nil {
			return err
		}
		if err = k.clearFile(); err != nil {
			return err
		}
	}
	for k.noted < t.notes.len() {
		if err := k.write(k.block(t.notes, min(k.noted+notesBlock, t.notes.len()))); err != nil {
			return err
		}
	}
	return nil
}

// forget drops the answers that end after a place in the certificate.
func (k *keeper) forget(place int64) {
	kept := k.all[:0]
	for _, f := range k.all {
		if f.end <= place {
			kept = append(kept, f)
		}
	}
	k.all, k.at = kept, map[int64]int{}
}

// write writes a block.
func (k *keeper) write(block []byte) error {
	sum := checksum.New()
	_, _ = sum.Write(block)
	framed := binary.BigEndian.AppendUint32(make([]byte, 0, len(block)+blockFrame), uint32(len(block))) //nolint:gosec // far less
	_, err := k.file.Write(sum.Sum(append(framed, block...)))
	return err
}
