// Package version says what a program of this module was built from.
package version

import "runtime/debug"

// Text names the version of the module, the commit, and that of Go. Two programs that were
// built from the same commit have the same text.
func Text() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "oxo, built without module information"
	}
	revision := ""
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			revision = " " + s.Value
		}
	}
	return "oxo " + info.Main.Version + revision + " (" + info.GoVersion + ")"
}
