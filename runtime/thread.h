/* One thread of an instrumented program: its buffer of records, and what is made of them. */
#ifndef PMECACHE_RUNTIME_THREAD_H
#define PMECACHE_RUNTIME_THREAD_H

#include <stdatomic.h>
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
  bool has_avx2;          /* of the processor */
  bool samples;           /* the measurement wants borders for its line sample */
  pmert_trace *trace;     /* NULL: none */
  uintptr_t stack_bottom; /* 0: not known */
  bool times;             /* processor time is looked at (PMECACHE_OVERHEAD): */
  double left_seconds;    /* of the thread, when it last went back to the program */
  atomic_bool busy;       /* the runtime works for it: the handler of a signal must not come in between */
  atomic_bool ended;      /* the program is at its end: nothing more is taken */
  atomic_bool visited;    /* whoever has set it works with the thread's records: itself, or one that visits all */
  uint64_t *held;         /* where the cursor was when a handler came in between */
  uint64_t *checked;      /* so far the buffer has no gap */
  uint64_t last[4];       /* what stood in front of that */
} pmert_thread;

/* The calling thread; NULL when it has not recorded yet. */
pmert_thread *pmert_current(void);
/* All threads, newest first. Only while no thread records: at the end of the program. */
pmert_thread *pmert_threads(void);
/* The thread has done its last: what is left of its trace is written. */
void pmert_end_trace(pmert_thread *thread);
/* The runtime works for the thread, or did so when its thread was ended. */
bool pmert_is_busy(pmert_thread *thread);
/* Begins to work for the thread that calls. False: not now, or never again; else pmert_leave follows. */
bool pmert_enter(pmert_thread *thread);
void pmert_leave(pmert_thread *thread);
/* What is in the buffer is one record behind the other; else it is dropped, which is said. */
bool pmert_has_records(pmert_thread *thread);
/* Works off what is in the buffer. Between pmert_enter and pmert_leave. */
void pmert_drain(pmert_thread *thread);
/* The same once more, by the thread that ends the program; from now on nothing is taken. False: the thread is in a
 * parallel region, where it may write at this moment: what is in its buffer is lost. */
bool pmert_end_thread(pmert_thread *thread);
/* What the threads recorded is worked off, also by those that are about other things, and written into their traces: no
 * block is known from a record any more. */
void pmert_settle_threads(void);
/* From here on no thread is measured. */
void pmert_end_threads(void);
/* Tables were moved since (PME_BLOCK_MOVED). */
void pmert_follow_tables(void);
/* The child of a fork: what the parent's threads recorded is the parent's. */
void pmert_threads_in_child(void);

#endif
