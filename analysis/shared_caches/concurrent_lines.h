/* Streams of references, and lines by number.
 *
 * A reference is the number of a line with two flags in one word, so that a trace is an array of words.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_LINES_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmecache/status.h"

/* line * 4 + PME_REFERENCE_PRIVATE + PME_REFERENCE_WRITE. Lines are below 2^61. */
typedef uint64_t pme__line_reference;
#define PME_REFERENCE_WRITE UINT64_C(1)
/* In a sequential trace: every thread has this line of its own (docs/model/profiles.md 1.7). */
#define PME_REFERENCE_PRIVATE UINT64_C(2)
static inline pme__line_reference pme__reference_make(uint64_t line, bool is_write) {
  return line << 2 | (is_write ? PME_REFERENCE_WRITE : 0);
}
static inline uint64_t pme__reference_line(pme__line_reference reference) { return reference >> 2; }
static inline bool pme__reference_is_write(pme__line_reference reference) { return reference & PME_REFERENCE_WRITE; }

/* The streams of a team. They are read again and again, so nobody needs a copy of them. */
typedef struct pme__streams {
  void *context;
  uint32_t threads;
  /* The stream of `thread` starts again. */
  void (*rewind)(void *context, uint32_t thread);
  /* The next references of `thread`, at most `room`; fewer at will, 0 at the end. */
  size_t (*read)(void *context, uint32_t thread, pme__line_reference *buffer, size_t room);
  /* How many references `thread` has in all; NULL when that is not known in advance. */
  uint64_t (*length)(void *context, uint32_t thread);
  /* The same as `read`, with the time of each reference: what the thread has done before it, also where nobody looked.
   * NULL, both: not known. `duration`: at the end of its stream. */
  size_t (*read_timed)(void *context, uint32_t thread, pme__line_reference *buffer, uint64_t *time, size_t room);
  uint64_t (*duration)(void *context, uint32_t thread);
} pme__streams;

/* Distinct lines get numbers 0, 1, ... in the order in which they are first asked for. Zero-initialised: empty. */
typedef struct pme__line_numbers {
  uint64_t *key; /* line + 1; 0: empty */
  uint32_t *number;
  uint32_t size; /* a power of two, or 0 */
  uint32_t count;
} pme__line_numbers;

#define PME_NO_LINE UINT32_MAX
/* The number of `line`, a new one if need be; PME_NO_LINE when memory is exhausted or for the 2^31st line. */
uint32_t pme__line_number(pme__line_numbers *lines, uint64_t line);
void pme__line_numbers_close(pme__line_numbers *lines);

#endif
