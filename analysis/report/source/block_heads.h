/* Heads of a loop that is cut into blocks, and how long a row is that it goes over. Private to analysis/report/source. */
#ifndef PMECACHE_ANALYSIS_REPORT_SOURCE_BLOCK_HEADS_H
#define PMECACHE_ANALYSIS_REPORT_SOURCE_BLOCK_HEADS_H

#include <stdbool.h>
#include <stdint.h>

#include "source_lines.h"

typedef struct pme__block_heads {
  char over[PME__MOST_SOURCE_BYTES];    /* "(int j_block = 0; j_block < n; j_block += 64)" */
  char within[PME__MOST_SOURCE_BYTES];  /* "(int j = j_block; j < (n - j_block < 64 ? n : j_block + 64); j++)" */
  char counter[PME__MOST_SOURCE_BYTES]; /* "j_block" */
} pme__block_heads;

/* "n": elements of an array whose subscripts are values of the variable, of the parentheses of a `for` that goes up by one
 * from a number on. False: it is another one. */
bool pme__write_row_length(const char *from, const char *to, const char *variable, char *out, size_t bytes);

/* Of the parentheses of a `for` that declares its variable and goes up by one. False: it is another one. */
bool pme__write_block_heads(const char *from, const char *to, const char *variable, int64_t size,
                            pme__block_heads *out);

#endif
