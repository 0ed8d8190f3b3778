//go:build !linux

package program

import "os/exec"

// own does nothing here: groups of processes differ from system to system.
func own(*exec.Cmd) {}

// kill ends a started command.
func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }
