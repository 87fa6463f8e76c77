/* Symbols that say which element of an array, or of a record, it is, and from where on. Private to analysis/by_size.
 *
 * Of `x[id]`, and of `p[channels * x + id]`, where the loop goes from record to record, `id` is no size: were it one, what
 * it chooses would lie as far behind the record as all records are long.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_ELEMENTS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_ELEMENTS_H

#include "address_terms.h"

/* Of a symbol that stands in addresses alone; `lists` per node. */
bool pme__is_element(const pme_program *program, const pme__address_terms *lists, int symbol);

/* The same of `buffer[offset + i]`, where all accesses to the array have the offset: where a part of it begins, in which
 * nothing else lies. */
bool pme__is_beginning(const pme_program *program, const pme__address_terms *lists, int symbol);

#endif
