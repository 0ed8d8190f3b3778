/* What the Go part of the library calls. Users of the library include oxo.h alone. */
#ifndef OXO_GLUE_H
#define OXO_GLUE_H

#include "oxo.h"

/* Keeps the text of an error for this thread: see oxo_error. */
void glue_note(const char *text);

/* Calls a listener: Go cannot call a function by its pointer. */
int glue_tell(oxo_hear hear, void *user, const char *event, const char *json);

#endif
