/* Events that a processor or a kernel counts: by the names that `perf list` and libpfm4 have, and what of a prediction
 * stands beside them. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_EVENT_H
#define PMECACHE_TOOLS_VERIFY_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/status.h"

enum { EVENT_MOST = 16, EVENT_NAME_BYTES = 96, EVENT_LEVEL_BYTES = 16 };

/* What of a level's prediction an event counts. */
typedef enum event_kind {
  EVENT_NOTHING, /* there is no prediction of it */
  EVENT_ACCESSES,
  EVENT_MISSES,
} event_kind;

/* Which level: by its name, or by its place in the machine. */
typedef enum event_place { EVENT_NAMED, EVENT_FIRST, EVENT_BEFORE_LAST, EVENT_LAST } event_place;

typedef struct event_quantity {
  event_kind kind;
  event_place place;
  char level[EVENT_LEVEL_BYTES]; /* of EVENT_NAMED */
  bool reads, writes;            /* which accesses */
} event_quantity;

/* How perf_event_open is asked: type, config and its two extensions. */
typedef struct event_code {
  uint32_t type;
  uint64_t config, config1, config2;
} event_code;

typedef struct event {
  char name[EVENT_NAME_BYTES];
  event_code code;
  event_quantity quantity;
} event;

typedef struct event_list {
  event rows[EVENT_MOST];
  int count;
} event_list;

/* "page-faults,L1-dcache-load-misses,r01d1,MEM_LOAD_RETIRED:L2_MISS=L2.read_misses": a generic name of the kernel's, a
 * raw code, or a name of libpfm4 for this processor; behind = what of the prediction it counts. PME_BAD_INPUT. */
pme_status event_list_read(const char *text, event_list *out, pme_error *error);
/* What a user wants who names none: loads, misses of L1 and of the last level; of libpfm4's names for this processor those
 * of the levels between. All of them may turn out not to be countable here. */
void event_list_usual(event_list *out);
/* Whether the processor counts it, rather than the kernel. */
bool event_is_hardware(const event *e);

#endif
