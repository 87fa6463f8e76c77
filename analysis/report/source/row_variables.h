/* Variables of a loop's body that are to be elements of rows. Private to analysis/report/source. */
#ifndef PMECACHE_ANALYSIS_REPORT_SOURCE_ROW_VARIABLES_H
#define PMECACHE_ANALYSIS_REPORT_SOURCE_ROW_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "source_lines.h"

enum { PME__MOST_ROWS = 8, PME__MOST_ROW_BYTES = 100 };

typedef struct pme__row_variable {
  const char *line; /* of its declaration */
  pme__text_piece type, variable, begin;
  char name[PME__MOST_ROW_BYTES];        /* "s_row" */
  char element[2 * PME__MOST_ROW_BYTES]; /* "s_row[j]" */
} pme__row_variable;

typedef struct pme__row_variables {
  char length[PME__MOST_ROW_BYTES];
  int count;
  pme__row_variable all[PME__MOST_ROWS];
} pme__row_variables;

/* `double s = 0, t = 0;` and no more: adds them. False: it is another declaration. */
bool pme__read_row_variables(const char *line, pme__row_variables *inout);

/* Whether a line of the loop can stay as it is but for the variables: no name of a row is used, no address of a variable
 * taken, and, where it is before the end of the nest (`is_checked`), no variable set but those and elements of arrays. */
bool pme__may_be_in_rows(const pme__row_variables *rows, const char *line, bool is_checked);

bool pme__has_row_variable(const pme__row_variables *rows, const char *from, const char *to);

/* Names the row and its element, by the variable of the loop. */
void pme__name_row(pme__row_variables *rows, int row, const char *counter);

/* The text with elements in the place of the variables, cut to fit. */
void pme__write_in_rows(const pme__row_variables *rows, const char *from, const char *to, char *out, size_t bytes);

#endif
