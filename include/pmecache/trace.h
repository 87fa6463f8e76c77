/* pmecache: the trace of an instrumented run (PMECACHE_TRACE_OUT, docs/formats/trace.md).
 *
 * A trace is what every thread did in traced code, in order: the records of include/pmecache/instrumented.h (blocks of
 * sites with the address of each, runs with base and stride), and the borders of regions, worksharing loops, chunks,
 * iterations, barriers, code of one thread. It carries the tables of the program: functions with the hash of their
 * code, loops, blocks, sites.
 *
 * The file is a list of packets. Each belongs to one thread, has a check sum of its own, and can be read without the
 * others: it begins with the state that the thread was in. So a packet that is damaged, or cut off because the program
 * was killed or the disk was full, is lost alone; pme_trace_faults tells which and where.
 *
 * Reading is streaming: one packet at a time (pme_trace_next), packets of the threads in the order in which they were
 * written. Memory is that of the tables and of one packet.
 */
#ifndef PMECACHE_TRACE_H
#define PMECACHE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmecache/instrumented.h"
#include "pmecache/profile.h"
#include "pmecache/status.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

enum { PME_TRACE_VERSION = 6 };

typedef enum pme_trace_border_kind {
  PME_TRACE_REGION_BEGIN,
  PME_TRACE_REGION_END,
  PME_TRACE_LOOP_BEGIN, /* the thread comes to a worksharing loop */
  PME_TRACE_CHUNK,      /* ... starts a piece of it */
  PME_TRACE_LOOP_END,   /* ... has no more of it */
  PME_TRACE_BARRIER,
  PME_TRACE_ONE_BEGIN, /* single, master, masked */
  PME_TRACE_ONE_END,
  PME_TRACE_ALLOCATED, /* heap that traced code takes, and gives back */
  PME_TRACE_FREED,
  PME_TRACE_BORDER_COUNT
} pme_trace_border_kind;

enum { PME_TRACE_BORDER_VALUES = 5 };

/* A border stands in front of the word `position` of a packet. Values:
 *
 *   REGION_BEGIN   execution of the region (counted through the program), thread of the team, size of the team, lower
 *                  and upper end of the thread's own part of its stack (bytes; both 0: not known). Thread and size
 *                  are -1 when the OpenMP runtime does not tell
 *   LOOP_BEGIN     schedule (pme_schedule_kind), chunk (0: none), first and last value of the loop's variable, step
 *   CHUNK          value of the loop's variable
 *   ONE_BEGIN      1: this thread executes it
 *   ALLOCATED      address of the block, bytes
 *   FREED          address of the block */
typedef struct pme_trace_border {
  uint64_t position;
  pme_trace_border_kind kind;
  const pme_instrumented_block *block; /* the region or the loop, where one begins */
  int64_t values[PME_TRACE_BORDER_VALUES];
} pme_trace_border;

/* Where a thread is. Inside of regions that are nested in others borders of loops are not followed. */
typedef struct pme_trace_state {
  uint32_t regions; /* entered and not left */
  bool in_one;      /* in code that this thread was chosen for */
  bool in_loop, in_chunk;
  pme_trace_border region; /* that began the outermost region */
  pme_trace_border loop;   /* that began the loop, while in it */
  uint64_t iteration;      /* number of the next iteration, 0 = the loop's first one */
} pme_trace_state;

/* The state behind a border, and behind a record (words as in a packet). The words of the record, its first one
 * included. */
void pme_trace_pass_border(pme_trace_state *state, const pme_trace_border *border);
size_t pme_trace_pass_record(pme_trace_state *state, const uint64_t *record);
/* Words of a record of the block. */
size_t pme_trace_record_words(const pme_instrumented_block *block);

typedef struct pme_trace_packet {
  uint32_t thread;       /* 0, 1, ... in the order of their first record in the run */
  uint64_t number;       /* 0, 1, ... of this thread; others in between are lost */
  uint64_t offset_bytes; /* where it is in the file: pme_trace_packet_at finds it again */
  pme_trace_state state; /* in front of the first word */
  const uint64_t *words; /* records; the first word of each is the address of a block of the trace's tables */
  size_t word_count;
  const pme_trace_border *borders; /* in order; some may stand behind the last word */
  size_t border_count;
} pme_trace_packet;

/* Something that was lost. */
typedef struct pme_trace_fault {
  uint64_t offset_bytes; /* in the file */
  char message[160];
} pme_trace_fault;

typedef struct pme_trace pme_trace;

/* Whether a file starts like a trace. */
bool pme_trace_is_one(const char *path);

/* Opens a trace and reads its tables. PME_IO: cannot be read, or is no regular file; PME_BAD_INPUT: no trace, another
 * version, or the tables are lost; PME_NO_MEMORY. Close with pme_trace_close (accepts NULL). */
pme_status pme_trace_open(const char *path, pme_trace **out, pme_error *error);
void pme_trace_close(pme_trace *trace);

/* The tables: modules follow each other by `next`, as the program registered them (the last one first). Sites are
 * numbered through the program (first_site). They belong to the trace. */
const pme_instrumented_module *pme_trace_modules(const pme_trace *trace);
uint32_t pme_trace_site_count(const pme_trace *trace);
/* What ran; "" when not known. */
const char *pme_trace_command(const pme_trace *trace);
/* Whether the program came to its end: false after a kill or with a full disk. */
bool pme_trace_is_complete(const pme_trace *trace);

/* The next packet, PME_OK and true; false at the end. It is valid until the next call. PME_NO_MEMORY, PME_IO. */
pme_status pme_trace_next(pme_trace *trace, pme_trace_packet *out, bool *found);
/* The packet at an offset that pme_trace_next gave, once more; where pme_trace_next stands does not change. It is valid
 * until the next call of either. PME_NO_MEMORY, PME_IO (also when the file is not what it was). */
pme_status pme_trace_packet_at(pme_trace *trace, uint64_t offset_bytes, pme_trace_packet *out);
/* Starts again with the first packet; faults are forgotten. */
void pme_trace_rewind(pme_trace *trace);

/* What has been lost so far: the first few faults, and how many there were. Complete when pme_trace_next has said that
 * the trace is at its end. */
const pme_trace_fault *pme_trace_faults(const pme_trace *trace, size_t *listed, uint64_t *total);

/* The profile that the run would have left: the same code as in the run works off the records, as PMECACHE_SAMPLE says.
 * Reads the trace from its start to its end. Free with pme_profile_destroy. PME_NO_MEMORY, PME_IO. */
pme_status pme_trace_profile(pme_trace *trace, pme_profile **out, pme_error *error);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
