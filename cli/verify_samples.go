package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"oxo/internal/datafile"
	"oxo/internal/words"
	"oxo/prove/certificate/samples"
)

// verdictsFile is the name of the list of expected verdicts on the samples.
const verdictsFile = "verdicts.txt"

// samples writes small certificates to a new folder, with the verdict that a checker must give on each.
func (a *app) samples(folder string) error {
	if there, err := os.ReadDir(folder); err == nil && len(there) > 0 {
		return usagef("--samples %s: the folder is not empty: want a new folder, or an empty one", folder)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return usage(fmt.Errorf("--samples: %w", err))
	}
	var verdicts strings.Builder
	all, right := samples.All(), 0
	for i := range all {
		s := &all[i]
		verdict := "wrong"
		if s.Right {
			verdict = "right"
			right++
		}
		fmt.Fprintf(&verdicts, "%s.oxo %s %s %s\n", s.Name, verdict, s.Rule, s.Why)
		if err := writeSample(folder, s.Name+".oxo", s.File); err != nil {
			return err
		}
	}
	if err := writeSample(folder, verdictsFile, []byte(verdicts.String())); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.out, "%s: %s, %d right and %d wrong; %s has the verdicts\n", folder, words.Count(len(all), "certificate"), right, len(all)-right, verdictsFile)
	return err
}

// writeSample writes a file of a folder.
func writeSample(folder, name string, what []byte) error {
	err := datafile.Replace(filepath.Join(folder, name), func(w io.Writer) error {
		_, err := w.Write(what)
		return err
	})
	if err != nil {
		return fmt.Errorf("--samples: %w", err)
	}
	return nil
}
