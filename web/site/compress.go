package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"

	"github.com/andybalholm/brotli"
)

// window is brotli's largest window: the engine has repetitions that are megabytes
// apart.
const window = 24

// addCompressed adds each file compressed by gzip and by brotli, if that makes it
// smaller.
func addCompressed(files map[string][]byte) error {
	packed := map[string][]byte{}
	for name, plain := range files {
		for ending, writer := range map[string]func(io.Writer) (io.WriteCloser, error){
			".gz": func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) },
			".br": func(w io.Writer) (io.WriteCloser, error) {
				return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: window}), nil
			},
		} {
			var small bytes.Buffer
			w, err := writer(&small)
			if err != nil {
				return err
			}
			if _, err = w.Write(plain); err == nil {
				err = w.Close()
			}
			if err != nil {
				return err
			}
			if small.Len() < len(plain) {
				packed[name+ending] = small.Bytes()
			}
		}
	}
	maps.Copy(files, packed)
	return nil
}
