/* Programs read from text that is good: shared by the tests of programs. */
#ifndef PMECACHE_TEST_UNIT_CORE_READ_PROGRAM_H
#define PMECACHE_TEST_UNIT_CORE_READ_PROGRAM_H

#include "pmecache/program.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Fails where the text is not a program. */
pme_program *read_good(const char *text);

/* The beginning of a program: parameters n and g[0], arrays A and B. */
extern const char head[];

#endif
