/* Pieces that the tables share. Private to analysis/report/text. */
#ifndef PMECACHE_ANALYSIS_REPORT_TEXT_TEXT_PARTS_H
#define PMECACHE_ANALYSIS_REPORT_TEXT_TEXT_PARTS_H

#include <stdio.h>

#include "pmecache/prediction.h"

typedef struct pme__table {
  const pme_prediction *prediction;
  const pme_subject *subject;
  const char *source_file;
  FILE *stream;
  int array_width; /* columns that hold every array name, within limits */
} pme__table;

pme__table pme__table_of(const pme_prediction *prediction, const char *source_file, FILE *stream);
/* "kernel_gemm (gemm.c:60)" and the machine. */
void pme__print_function(const pme__table *table);
/* "parallel loop i at gemm.c:71:3: 4 threads, static,4, 1000 iterations" */
void pme__print_loop(const pme__table *table, const pme_loop_prediction *loop);
/* Name and instances of a level, "L1 x4" or "L3 shared x1", as the first column. */
void pme__print_level_name(const pme__table *table, int level);
/* Array, place and kind of a reference, as the first columns. */
void pme__print_reference_name(const pme__table *table, const pme_reference_prediction *reference);
void pme__print_reference_heading(const pme__table *table);
/* A count right-aligned in `width` columns. */
void pme__print_count(const pme__table *table, double value, int width);
/* The heading of the function's totals; false when there are none. */
bool pme__print_total(const pme__table *table);
/* Reasons and assumptions that concern a loop; NULL: those of the whole function. */
void pme__print_notes(const pme__table *table, const pme_loop_prediction *loop);

#endif
