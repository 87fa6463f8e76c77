/* Why a host does not count, and what lets it. Private to tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_OBSTACLE_H
#define PMECACHE_TOOLS_VERIFY_OBSTACLE_H

#include <stdbool.h>
#include <stddef.h>

#include "event.h"

/* What is looked at. */
typedef struct host_facts {
  int paranoid;       /* kernel.perf_event_paranoid; PARANOID_NONE: a kernel without perf events */
  bool has_pmu;       /* the kernel knows counters of the processor */
  bool is_virtual;    /* a hypervisor is below */
  bool is_contained;  /* a container is around */
  bool is_filtered;   /* system calls are filtered (seccomp) */
  bool is_privileged; /* CAP_PERFMON or CAP_SYS_ADMIN */
} host_facts;
enum { PARANOID_NONE = -100 };

host_facts host_facts_now(void);
/* What is missing for this event, whose counter could not be opened for this errno, and how to get it. */
void obstacle_write(const event *e, int fault, const host_facts *facts, char *text, size_t bytes);

#endif
