/* One thread of an instrumented program: its buffer of records, and what is made of them. */
#ifndef PMECACHE_RUNTIME_THREAD_H
#define PMECACHE_RUNTIME_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/measure/measurement.h"
#include "pmecache/instrumented.h"
#include "trace.h"

typedef struct pmert_thread {
  pme_instrumented_thread code; /* first: what instrumented code sees */
  struct pmert_thread *next;    /* of all threads that ever recorded */
  uint64_t *buffer;
  int number;       /* 0, 1, ... in the order of their first record */
  int regions;      /* entered and not left */
  uint64_t orphans; /* of these, the last ones: 1 for a function that is no region where it is called */
  bool failed;      /* no memory: nothing of this thread is measured any more */
  pme__measurement *measurement;
  bool samples;           /* the measurement wants borders for its line sample */
  pmert_trace *trace;     /* NULL: none */
  uintptr_t stack_bottom; /* 0: not known */
  bool times;             /* processor time is looked at (PMECACHE_OVERHEAD): */
  double left_seconds;    /* of the thread, when it last went back to the program */
} pmert_thread;

/* The calling thread; NULL when it has not recorded yet. */
pmert_thread *pmert_current(void);
/* All threads, newest first. Only while no thread records: at the end of the program. */
pmert_thread *pmert_threads(void);
/* The thread has done its last: what is left of its trace is written. */
void pmert_end_trace(pmert_thread *thread);
/* Works off what is in the buffer. */
void pmert_drain(pmert_thread *thread);
/* The child of a fork: what the parent's threads recorded is the parent's. */
void pmert_threads_in_child(void);

#endif
