package keep

import (
	"bytes"
	"fmt"

	"oxo"
	"oxo/prove/book"
	"oxo/prove/book/dropout"
	"oxo/search"
)

// exactBook is the exact book of a file; its values are exact, so searches ask it first.
type exactBook struct {
	search.Book // the game's own book, or nil
	exact       *book.Book
}

// Lookup implements [search.Book].
func (b *exactBook) Lookup(p oxo.Position) (oxo.Score, bool) {
	if v, ok := b.exact.Lookup(p); ok || b.Book == nil {
		return v, ok
	}
	return b.Book.Lookup(p)
}

// estimatesBook is a book of estimates, which gives moves to play but no values.
type estimatesBook struct {
	search.Book // the game's own book, or nil
	estimates   *dropout.Book
}

// Lookup implements [search.Book].
func (b *estimatesBook) Lookup(p oxo.Position) (oxo.Score, bool) {
	if b.Book == nil {
		return 0, false
	}
	return b.Book.Lookup(p)
}

// Openings implements [player.Openings].
func (b *estimatesBook) Openings(p oxo.Position) []search.MoveResult {
	return b.estimates.Openings(p)
}

// WithBook combines the book in a file with the game's own book, own, which may be nil.
// Without a path it returns own. The result implements [player.Openings] if the file is
// a book of estimates. An error begins with the flag of the command, "--book FILE: ".
func WithBook(own search.Book, g oxo.Game, path string) (search.Book, error) {
	if path == "" {
		return own, nil
	}
	file, err := openBook(path)
	if err != nil {
		return nil, err
	}
	if dropout.Is(file) {
		b, err := dropout.Read(g, file)
		if err != nil {
			return nil, fmt.Errorf("--book %s: %w", path, err)
		}
		return &estimatesBook{own, b}, nil
	}
	b, err := book.Read(g, bytes.Clone(file))
	if err != nil {
		return nil, fmt.Errorf("--book %s: %w", path, err)
	}
	return &exactBook{own, b}, nil
}

// GameOfBook returns the name of the game of a book file. Errors are as from [WithBook].
func GameOfBook(path string) (string, error) {
	file, err := openBook(path)
	if err != nil {
		return "", err
	}
	gameOf := book.GameOf
	if dropout.Is(file) {
		gameOf = dropout.GameOf
	}
	name, err := gameOf(file)
	if err != nil {
		return "", fmt.Errorf("--book %s: %w", path, err)
	}
	return name, nil
}

func openBook(path string) ([]byte, error) {
	file, err := mapFile(path)
	if err != nil {
		return nil, inputf("--book: %w", err)
	}
	return file, nil
}
