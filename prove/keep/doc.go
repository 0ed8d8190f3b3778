// Package keep writes and reads the files of proofs:
//
//   - [Checkpoint]: a proof while it runs, so that a later run continues it
//   - [Certifier]: certificates, written, checked and expanded
//   - [SolveWhole], [SolveEndings]: tables of solved positions
//   - [WithTables]: such tables as a book of a search
//   - [WithBook]: opening books in files, as a book of a search
//   - [BoardsOf]: the list of values, docs/lookup/values.md
//
// A file is written whole or not at all, and only one process at a time writes it ([Hold]).
package keep
