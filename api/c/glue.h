/* What the Go part of the library calls. Users of the library include oxo.h alone. */
#ifndef OXO_GLUE_H
#define OXO_GLUE_H

#include "oxo.h"

/* Keeps the text of an error for this thread: see oxo_error. */
void glue_note(const char *text);

/*
 * Calls a listener: Go cannot call a function by its pointer. user is a number there, since Go ends the program if it
 * finds a pointer that points nowhere, and callers may give any.
 */
int glue_tell(oxo_hear hear, uintptr_t user, const char *event, const char *json);

#endif
