/* A buffer of translations of pages, run forward: sets of pages, the one used longest ago leaves. Private to
 * analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_PAGE_BUFFER_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_PAGE_BUFFER_H

#include "pmecache/arena.h"
#include "pmecache/machine.h"

typedef struct pme__page_buffer {
  int ways; /* 0: there is no such buffer */
  int64_t sets, mask;
  int hash;      /* by which the page number is shifted and put over itself; 0: set = page mod sets */
  int64_t *tags; /* [set][way], latest first */
} pme__page_buffer;

/* UNKNOWN: not met since the buffer was emptied, in a set that was not full since: nobody knows. */
typedef enum pme__page_lookup { PME__PAGE_KEPT, PME__PAGE_NOT_KEPT, PME__PAGE_UNKNOWN } pme__page_lookup;

/* Both of a machine. False: out of memory. */
bool pme__page_buffers_create(pme__page_buffer *first, pme__page_buffer *second, const pme_machine *machine,
                              pme_arena *arena);
bool pme__page_buffer_create(pme__page_buffer *buffer, int entries, int ways, pme_arena *arena);
void pme__page_buffer_empty(pme__page_buffer *buffer);
/* The page is there afterwards. */
pme__page_lookup pme__page_buffer_look_up(pme__page_buffer *buffer, int64_t page);

/* Of the page's entry in the page table, which stands apart from all arrays. */
static inline int64_t pme__page_entry_address(int64_t page) { return (INT64_C(1) << 60) + page * PME_PAGE_ENTRY_BYTES; }
static inline int pme__page_shift(const pme_machine *machine) {
  int shift = 0;
  while ((INT64_C(1) << shift) < machine->page_bytes)
    shift++;
  return shift;
}

#endif
