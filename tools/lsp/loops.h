/* Loops of a file, and their words. Private to tools/lsp. */
#ifndef PMECACHE_TOOLS_LSP_LOOPS_H
#define PMECACHE_TOOLS_LSP_LOOPS_H

#include <stdio.h>

#include "analysis/report/units/units.h"

/* The next parallel loop of the file from `*at` on, costliest first; NULL: there is none. */
const pme__unit_loop *next_loop(const pme__units *units, const char *path, int *at);
/* The level whose misses cost most, by what the next one takes longer; -1: the loop has none. */
int costliest_level(const pme__units *units, const pme__unit_loop *loop);
/* "L2 costs most: 17M misses (50% of accesses)", or why there is no number. */
void write_summary(const pme__units *units, const pme__unit_loop *loop, FILE *out);
/* The sentence of the advice, "" where there is none. */
const char *advice_of(const pme__unit_loop *loop);

/* ---- Markdown ---- */

/* As code; what would end it is left out. */
void put_code(const char *text, FILE *out);
/* A table of levels and accesses. */
void put_loop(const pme__units *units, const pme__unit_loop *loop, FILE *out);
/* The accesses of the loop in this line (0: all): whether there are some. */
bool put_references(const pme__unit_loop *loop, int line, FILE *out);

#endif
