// Package use tests engines in continuous use: searches of many games, one after
// another, on one searcher, one service, one server. It contains only tests.
package use
