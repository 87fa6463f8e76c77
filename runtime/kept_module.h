/* The tables of a module whose library was closed: a copy, which counts until the library is opened again. */
#ifndef PMECACHE_RUNTIME_KEPT_MODULE_H
#define PMECACHE_RUNTIME_KEPT_MODULE_H

#include <stdbool.h>
#include <stddef.h>

#include "pmecache/instrumented.h"

typedef struct pmert_kept_module {
  pme_instrumented_module module; /* first: as the registry has it */
  struct pmert_kept_module *next;
  size_t bytes; /* of all of it */
} pmert_kept_module;

/* NULL without memory. */
pmert_kept_module *pmert_keep_module(const pme_instrumented_module *module);
void pmert_drop_kept_module(pmert_kept_module *kept);
/* Both were compiled from the same code. */
bool pmert_is_same_module(const pme_instrumented_module *a, const pme_instrumented_module *b);
/* `to`, which has the same tables, takes the place of `from`: the numbers of its sites, the values of its symbols; what
 * points to blocks and sites of `from` finds those of `to` there. */
void pmert_move_module(pme_instrumented_module *from, pme_instrumented_module *to);

#endif
