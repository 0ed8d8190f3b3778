//go:build !linux

package program

import "os/exec"

// own does nothing here: process groups differ between systems.
func own(*exec.Cmd) {}

// kill ends a started command.
func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }
