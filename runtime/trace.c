/* The trace of a thread: records are gathered, and written when there are enough of them or when they are half a second
 * old: that is what a program that is killed can lose. */
#include "trace.h"

#include <stddef.h>
#include <string.h>
#include <time.h>

#include "analysis/trace/packet.h"
#include "compress.h"
#include "memory.h"
#include "message.h"
#include "registry.h"
#include "trace_output.h"

enum { PACKET_WORDS = 1 << 16, WORDS_ROOM = PACKET_WORDS + (1 << 14), BORDERS_ROOM = 1 << 13 };
static const int64_t LONGEST_WAIT = 500000000; /* nanoseconds */

struct pmert_trace {
  uint32_t thread, number;
  bool failed;
  size_t word_count, border_count;
  int64_t written; /* when, in nanoseconds */
  uint64_t before; /* accesses in front of the next packet */
  pme_trace_state state;
  pme__packer packer;
  pme__bytes stored;
  pmert_compressor compressor;
  uint64_t words[WORDS_ROOM];
  pme_trace_border borders[BORDERS_ROOM];
};

static int64_t now(void) {
  struct timespec time;
  return clock_gettime(CLOCK_MONOTONIC, &time) == 0 ? time.tv_sec * INT64_C(1000000000) + time.tv_nsec : 0;
}

static void start(pmert_trace *trace, uint32_t thread) {
  trace->thread = thread;
  trace->number = 0;
  trace->word_count = trace->border_count = 0;
  trace->before = 0;
  trace->state = (pme_trace_state){0};
  trace->written = now();
}

pmert_trace *pmert_trace_open(uint32_t thread) {
  if (!pmert_trace_file_is_asked())
    return NULL;
  pmert_trace *trace = pmert_reallocate(NULL, 0, sizeof *trace);
  if (!trace) {
    pmert_warn("out of memory: thread %u is not in the trace", thread);
    return NULL;
  }
  memset(trace, 0, offsetof(pmert_trace, words));
  trace->packer.allocator = &pmert_allocator;
  trace->stored.allocator = &pmert_allocator;
  start(trace, thread);
  return trace;
}

static bool pack(pmert_trace *trace, uint64_t *accesses) {
  *accesses = 0;
  const pme__packed_records records = {trace->words, trace->word_count, trace->borders, trace->border_count};
  return pme__pack(&trace->packer, pmert_site_count(), &records, &trace->state, accesses) == PME_OK &&
         pmert_compress(&trace->compressor, &trace->packer.out, &trace->stored);
}

void pmert_trace_flush(pmert_trace *trace) {
  uint64_t accesses;
  if (trace->failed || (trace->word_count == 0 && trace->border_count == 0))
    return;
  if (pack(trace, &accesses)) {
    pme__packet_head head = {.kind = PME_PACKET_RECORDS,
                             .owner = trace->thread,
                             .number = trace->number++,
                             .raw_bytes = (uint32_t)trace->packer.out.count,
                             .before = trace->before};
    pmert_trace_file_write(&head, trace->stored.data, trace->stored.count);
    trace->before += accesses;
  } else {
    pmert_warn("out of memory: the trace of thread %u ends here", trace->thread);
    trace->failed = true;
  }
  trace->word_count = trace->border_count = 0;
  trace->written = now();
}

bool pmert_trace_border(pmert_trace *trace, const pme_trace_border *border, size_t pending) {
  if (trace->failed)
    return true;
  if (trace->border_count == BORDERS_ROOM)
    return false;
  trace->borders[trace->border_count] = *border;
  trace->borders[trace->border_count++].position = trace->word_count + pending;
  return true;
}

void pmert_trace_drop(pmert_trace *trace) {
  for (size_t b = trace->border_count; b > 0 && trace->borders[b - 1].position > trace->word_count; b--)
    trace->borders[b - 1].position = trace->word_count;
}

void pmert_trace_take(pmert_trace *trace, const uint64_t *from, const uint64_t *to) {
  if (trace->failed)
    return;
  memcpy(trace->words + trace->word_count, from, (size_t)(to - from) * sizeof *from);
  trace->word_count += (size_t)(to - from);
  if (trace->word_count >= PACKET_WORDS || trace->border_count == BORDERS_ROOM || now() - trace->written > LONGEST_WAIT)
    pmert_trace_flush(trace);
}

void pmert_trace_in_child(pmert_trace *trace, uint32_t thread) { start(trace, thread); }
