// Package abilities tests who has and who reads each interface that a game may have. It contains
// only tests.
package abilities
