package checkers

// The limits of moves without progress.
const (
	EnglishQuiet       = englishQuiet
	InternationalQuiet = internationalQuiet
	ThreeAgainstOne    = threeAgainstOne
	TwoAgainstOne      = twoAgainstOne
)
