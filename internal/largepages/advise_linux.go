package largepages

import "syscall"

// advise asks for large pages, which Linux gives as the pages are first written, if it is
// set to "madvise" or "always". A system without them answers with an error, and nothing is
// lost by that.
func advise(pages []byte) {
	if len(pages) > 0 {
		_ = syscall.Madvise(pages, syscall.MADV_HUGEPAGE)
	}
}
