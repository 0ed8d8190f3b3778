package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// solving returns a run that writes a certificate, and what it says.
func solving(game, file string) (c *exec.Cmd, out, errs *bytes.Buffer) {
	c, out, errs = exec.Command("oxo", "solve", game, "--out", file), &bytes.Buffer{}, &bytes.Buffer{}
	c.Stdout, c.Stderr = out, errs
	return c, out, errs
}

// TestCertificateInterrupted: a run that is interrupted while it writes a certificate says which file has the part, and the next
// one goes on with it.
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
		for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(time.Millisecond) {
			if info, err := os.Stat(name + ".part"); err == nil && info.Size() > int64(len(part)) {
				break
			}
		}
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err == nil || !strings.Contains(errs.String(), "p.oxo.part has what is written so far: the same command goes on with it") {
			t.Fatalf("%v, %s", err, errs)
		}
		const list = 200 // one that is cut is not kept
		more, err := os.ReadFile(name + ".part")
		if err != nil || len(more) <= len(part) || !bytes.HasPrefix(more, part[:max(len(part)-list, 0)]) {
			t.Fatalf("%d bytes are left, after %d before, %v", len(more), len(part), err)
		}
		part = more
	}
}

// TestCertificateParts: a certificate goes on with its part. One that is damaged, or of something else, does no harm.
func TestCertificateParts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "p.oxo")
	if c, _, errs := solving("mnk:7x7x5", name); c.Run() != nil {
		t.Fatal(errs)
	}
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	part := whole[:len(whole)/2]
	damaged := bytes.Clone(part)
	copy(damaged[len(damaged)/2:], "this is not what was written")
	for what, begun := range map[string][]byte{"of the run": part, "damaged": damaged, "of something else": []byte("oxo certificate 1\ngame mnk:3x3x3\n")} {
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
}
