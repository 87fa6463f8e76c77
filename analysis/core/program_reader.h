/* The parts of the reader of a program's text: expressions, declarations, nodes. Private to analysis/core.
 *
 * Functions that answer false have reported a fault, or the program's own status says what is wrong. */
#ifndef PMECACHE_ANALYSIS_CORE_PROGRAM_READER_H
#define PMECACHE_ANALYSIS_CORE_PROGRAM_READER_H

#include "pmecache/program.h"
#include "program_lexer.h"

enum { PME__LIST_ITEMS = 64 };

typedef struct pme__program_reader {
  pme__lexer *in;
  pme_program *program;
  int open[PME_MAX_DEPTH + 1]; /* ids of the blocks that are open */
  int open_count;
  int statement_column; /* of the first word of the line */
  int expression_depth;
} pme__program_reader;

/* A whole expression, and one that needs no parentheses where others follow. */
bool pme__read_sum(pme__program_reader *r, pme_expr *out);
bool pme__read_operand(pme__program_reader *r, pme_expr *out);
/* Whether an operand can start here (after `schedule static`, between extents). */
bool pme__at_operand(const pme__program_reader *r);
/* [at ["FILE":]LINE[:COLUMN]]; the place points to `file`. */
bool pme__read_place(pme__program_reader *r, pme_place *place, char file[PME__NAME_BYTES]);

/* What a name stands for; PME_NONE: nothing. */
int pme__find_loop(const pme__program_reader *r, const char *name); /* of the open ones */
int pme__find_parameter(const pme__program_reader *r, const char *name);
int pme__find_array(const pme__program_reader *r, const char *name);
/* The innermost block that is open; PME_NONE: none. */
int pme__open_node(const pme__program_reader *r);

/* One statement each, after its first word. */
bool pme__read_function(pme__program_reader *r);
bool pme__read_effort(pme__program_reader *r);
bool pme__read_parameter(pme__program_reader *r);
bool pme__read_array(pme__program_reader *r);
bool pme__read_reason(pme__program_reader *r);
bool pme__read_assumption(pme__program_reader *r);
bool pme__read_region(pme__program_reader *r);
bool pme__read_loop(pme__program_reader *r);
bool pme__read_guard(pme__program_reader *r);
bool pme__read_load(pme__program_reader *r);
bool pme__read_store(pme__program_reader *r);

#endif
