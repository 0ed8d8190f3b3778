package program

import (
	"os/exec"
	"syscall"
)

// own gives a command a process group, so that its children can be killed with it,
// and makes the system kill it when this process dies.
func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// kill ends the group of a started command.
func kill(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
