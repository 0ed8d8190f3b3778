// Package abilities tests which games have each optional interface, and which packages use it. It
// contains only tests.
package abilities
