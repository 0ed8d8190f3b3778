package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oxo/internal/race"
)

// solving returns a command that writes a certificate, and buffers for its output.
func solving(game, file string) (c *exec.Cmd, out, errs *bytes.Buffer) {
	c, out, errs = exec.Command("oxo", "solve", game, "--out", file), &bytes.Buffer{}, &bytes.Buffer{}
	c.Stdout, c.Stderr = out, errs
	return c, out, errs
}

// solvedInto writes a certificate, and returns the name and the contents of its file.
func solvedInto(t *testing.T, game string) (name string, whole []byte) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "p.oxo")
	if c, _, errs := solving(game, name); c.Run() != nil {
		t.Fatal(errs)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return name, whole
}

// TestCertificateInterrupted: a run that is interrupted while it writes a certificate prints the name of the file with
// the part, and the next run continues that part.
func TestCertificateInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short: it takes some seconds")
	}
	name := filepath.Join(t.TempDir(), "p.oxo")
	var part []byte
	for range 2 {
		c, _, errs := solving("mnk:5x5x4,misere", name)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for begun := time.Now(); time.Since(begun) < time.Hour; time.Sleep(time.Millisecond) {
			if info, err := os.Stat(name + ".part"); err == nil && info.Size() > int64(len(part)) {
				break
			}
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err == nil || !strings.Contains(errs.String(), "p.oxo.part has the part written so far: the same command continues it") {
			t.Fatalf("%v, %s", err, errs)
		}
		const list = 200 // bytes at the end: a list of nodes that is cut off is not kept
		more, err := os.ReadFile(name + ".part")
		if err != nil || len(more) <= len(part) || !bytes.HasPrefix(more, part[:max(len(part)-list, 0)]) {
			t.Fatalf("%d bytes are left, after %d before, %v", len(more), len(part), err)
		}
		part = more
	}
}

// TestCertificateParts: a run continues the part of its certificate. A damaged part does no harm. The part of another
// certificate is refused and stays.
func TestCertificateParts(t *testing.T) {
	race.OneThread(t)
	name, whole := solvedInto(t, "mnk:7x7x5")
	damaged := bytes.Clone(whole[:len(whole)/2])
	copy(damaged[len(damaged)/2:], "this is not what was written")
	for what, begun := range map[string][]byte{"of the run": whole[:len(whole)/2], "damaged": damaged, "whole": whole, "empty": nil, "the head": whole[:40]} {
		if err := os.WriteFile(name+".part", begun, 0o666); err != nil {
			t.Fatal(err)
		}
		c, out, errs := solving("mnk:7x7x5", name)
		err := c.Run()
		if left, _ := filepath.Glob(name + ".part*"); err != nil || !strings.Contains(out.String(), "verified") || len(left) > 0 {
			t.Errorf("the part %s: %v, %s%s, left %v", what, err, out, errs, left)
		}
		if file, _ := os.ReadFile(name); !bytes.Equal(file, whole) {
			t.Errorf("the part %s: another file", what)
		}
	}
	foreign := []byte("oxo certificate 1\ngame mnk:3x3x3\n")
	if err := os.WriteFile(name+".part", foreign, 0o666); err != nil {
		t.Fatal(err)
	}
	c, _, errs := solving("mnk:7x7x5", name)
	if err := c.Run(); err == nil || !strings.Contains(errs.String(), "p.oxo.part exists already, and is not a part of a certificate of this position") {
		t.Errorf("a foreign part: %v, %s", err, errs)
	}
	if part, _ := os.ReadFile(name + ".part"); !bytes.Equal(part, foreign) {
		t.Error("a foreign part is gone")
	}
}

// TestCertificateOfDamagedPart: if the checker refuses a certificate that continued a damaged part, the command writes
// the certificate from the beginning. The earlier file stays until then.
func TestCertificateOfDamagedPart(t *testing.T) {
	race.OneThread(t)
	name, whole := solvedInto(t, "connect4:5x4")
	again := 0
	for at := len(whole) / 2; at < len(whole)-40; at += 10 {
		flipped := bytes.Clone(whole[:len(whole)-33])
		flipped[at] ^= 1
		if err := os.WriteFile(name+".part", flipped, 0o666); err != nil {
			t.Fatal(err)
		}
		c, out, errs := solving("connect4:5x4", name)
		if err := c.Run(); err != nil || !strings.Contains(out.String(), "verified") {
			t.Errorf("byte %d: %v, %s%s", at, err, out, errs)
		}
		if strings.Contains(errs.String(), "is written from the beginning") {
			again++
		}
	}
	if t.Log(again, "were written from the beginning"); again == 0 {
		t.Error("no damage is found by the checker")
	}
}
