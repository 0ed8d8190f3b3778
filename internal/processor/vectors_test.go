package processor

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestVectors compares the result with the one of Linux, which also asks the processor.
func TestVectors(t *testing.T) {
	if t.Setenv("OXO_PUREGO", "1"); Vectors() {
		t.Error("vectors are used although OXO_PUREGO says no")
	}
	t.Setenv("OXO_PUREGO", "")
	if runtime.GOARCH != "amd64" || pureGo {
		if Vectors() {
			t.Error("there are no vectors of ours but on amd64")
		}
		return
	}
	about, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip("no /proc/cpuinfo to compare with")
	}
	_, flags, _ := strings.Cut(string(about), "\nflags")
	flags, _, _ = strings.Cut(flags, "\n")
	has := strings.Fields(flags)
	want := true
	for _, flag := range []string{"avx512f", "avx512dq", "avx512bw", "avx512vbmi", "avx512_vpopcntdq", "bmi2"} {
		want = want && slices.Contains(has, flag)
	}
	if got := Vectors(); got != want {
		t.Errorf("Vectors() = %v, /proc/cpuinfo says %v", got, want)
	}
}
