/* Writes a program with what the trace knows: the bases of its arrays, the values of its symbols. */
#ifndef PMECACHE_TEST_ORACLE_PLACE_H
#define PMECACHE_TEST_ORACLE_PLACE_H

#include "compare.h"

/* Copies the text of the program at `path` to `out`; `comparison` is done. A symbol without a value gets the one of the
 * bindings. */
void place_program(const char *path, const struct comparison *comparison, const pme_what_if *what_if, FILE *out);

#endif
