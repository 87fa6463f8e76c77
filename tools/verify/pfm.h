/* libpfm4, which knows the events of processors by their makers' names. It is asked for when a name is to be found: a
 * system without it counts all the same, by the kernel's names. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_PFM_H
#define PMECACHE_TOOLS_VERIFY_PFM_H

#include "event.h"

bool pfm_is_there(void);
/* "MEM_LOAD_RETIRED:L2_MISS". False: this processor has no such event, or there is no libpfm4. */
bool pfm_find(const char *name, event_code *code);
/* What the event counts, as event_list_read takes it; NULL where that is not known. */
const char *pfm_usual_quantity(const char *name);
/* An event of this processor that counts misses of its second level; NULL: none is known. */
const char *pfm_first_of_level_two(void);

#endif
