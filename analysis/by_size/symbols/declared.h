/* Sizes that arrays are declared for. Private to analysis/by_size.
 *
 * A loop over `double u[64][65][65][5]` goes round at most as often as the extent that it moves along has elements, so
 * that the symbol where it ends has a limit: what is beyond it would be other rows, or no array at all. Codes whose
 * arrays are declared for the largest problem (blocks of Fortran, static arrays of C) have no other sizes.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_DECLARED_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_DECLARED_H

#include "address_terms.h"
#include "analysis/by_size/unknown_sizes.h"

typedef struct pme__declared_question {
  const pme_program *program;
  const pme_what_if *what_if;
  const pme__where *where; /* per parameter */
  const pme__address_terms *lists;
  pme__unknown_symbols *unknown;
} pme__declared_question;

/* Per parameter the largest value that arrays are declared for, as far as it is one of the sizes; INT64_MAX: none. Of
 * `where` nothing is asked. NULL: no memory. */
const int64_t *pme__declared_limits(const pme__declared_question *question, pme_arena *arena);

/* Sets `limit` of `unknown`, that of the size of all of them. Sizes whose own limits are far below those of others, or
 * of which others have none (`m` of a[n][3]), are taken as declared. What only says which row, or plane, of a declared
 * array it is (`u[k][j][i]`, k of a call) is none: 1, 2, .. in order. PME_NO_MEMORY. */
pme_status pme__find_declared(const pme__declared_question *question, pme_arena *arena);

#endif
