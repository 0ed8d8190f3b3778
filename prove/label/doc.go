// Package label makes data sets: positions of a game, each with the exact value of the position and
// of every move. The positions are read, or made here; a [search.Pool] finds the values; and the
// rows are written as CSV, JSON lines or Parquet, in the order of the positions. A file that takes
// long survives an interruption: see [Part].
package label
