/* What stands in expressions, and in the bounds of loops. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_EXPRESSIONS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_EXPRESSIONS_H

#include "pmecache/program.h"

bool pme__mentions(const pme_program *program, pme_expr expr, int parameter);
bool pme__mentions_loop(const pme_program *program, pme_expr expr, int loop);
bool pme__has_loop(const pme_program *program, pme_expr expr);
bool pme__has_parameter(const pme_program *program, pme_expr expr);
/* Whether the symbol is in a first or a last value of the loop. */
bool pme__bounds_mention(const pme_program *program, const pme_loop *loop, int parameter);
/* Whether two expressions, of two programs or of one, are the same trees. Trees that share parts may be larger than what
 * is shared: `compared` counts nodes, from 0 at first, and what is more than PME__MOST_COMPARED is taken to differ. */
enum { PME__MOST_COMPARED = 100000 };
bool pme__is_same(const pme_program *a_program, pme_expr a, const pme_program *b_program, pme_expr b, int *compared);
/* PME_NONE: there is none of that name. */
int pme__parameter_named(const pme_program *program, const char *name);

#endif
