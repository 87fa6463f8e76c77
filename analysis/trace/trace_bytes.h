/* Bytes that grow, numbers of variable length in them, and reading them within bounds. */
#ifndef PMECACHE_ANALYSIS_TRACE_TRACE_BYTES_H
#define PMECACHE_ANALYSIS_TRACE_TRACE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pmecache/allocator.h"

typedef struct pme__bytes {
  const pme_allocator *allocator;
  uint8_t *data;
  size_t count, room;
  bool failed; /* no memory: what came later is missing */
} pme__bytes;

/* Room for `more` bytes at the end; NULL without memory. */
void *pme__bytes_reserve(pme__bytes *bytes, size_t more);
void pme__bytes_free(pme__bytes *bytes);
/* Things of other types may lie there, where the caller keeps them aligned. */
static inline void *pme__bytes_at(const pme__bytes *bytes, size_t offset) {
  return bytes->data ? bytes->data + offset : NULL;
}

static inline void pme__put_byte(pme__bytes *bytes, uint8_t value) {
  uint8_t *at = (uint8_t *)pme__bytes_reserve(bytes, 1);
  if (at) {
    *at = value;
    bytes->count++;
  }
}

/* Seven bits a byte, the lowest first. */
static inline void pme__put_number(pme__bytes *bytes, uint64_t value) {
  uint8_t *at = (uint8_t *)pme__bytes_reserve(bytes, 10);
  if (!at)
    return;
  size_t n = 0;
  for (; value >= 0x80; value >>= 7)
    at[n++] = (uint8_t)(value | 0x80);
  at[n++] = (uint8_t)value;
  bytes->count += n;
}

/* Small numbers of either sign become small ones without. */
static inline uint64_t pme__fold(int64_t value) { return (uint64_t)value << 1 ^ (uint64_t)(value >> 63); }
static inline int64_t pme__unfold(uint64_t value) { return (int64_t)(value >> 1 ^ (0 - (value & 1))); }

static inline void pme__put_signed(pme__bytes *bytes, int64_t value) { pme__put_number(bytes, pme__fold(value)); }

void pme__put_text(pme__bytes *bytes, const char *text);

/* Reads from `at` to `end`; `failed` sticks, and then everything is 0. */
typedef struct pme__scan {
  const uint8_t *at, *end;
  bool failed;
} pme__scan;

static inline uint8_t pme__take_byte(pme__scan *scan) {
  if (scan->at < scan->end)
    return *scan->at++;
  scan->failed = true;
  return 0;
}

static inline uint64_t pme__take_number(pme__scan *scan) {
  uint64_t value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    uint8_t byte = pme__take_byte(scan);
    value |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
    if (byte < 0x80)
      return scan->failed ? 0 : value;
  }
  scan->failed = true;
  return 0;
}

static inline int64_t pme__take_signed(pme__scan *scan) { return pme__unfold(pme__take_number(scan)); }
/* A number below `limit`. */
uint64_t pme__take_below(pme__scan *scan, uint64_t limit);
/* Its bytes, which end with 0, in the scanned memory; "" after a failure. */
const char *pme__take_text(pme__scan *scan);

#endif
