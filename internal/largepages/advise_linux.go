package largepages

import "syscall"

// advise asks for large pages, which Linux allocates as the pages are first written,
// if its setting is "madvise" or "always". A system without them returns an error,
// which does no harm.
func advise(pages []byte) {
	if len(pages) > 0 {
		_ = syscall.Madvise(pages, syscall.MADV_HUGEPAGE)
	}
}
