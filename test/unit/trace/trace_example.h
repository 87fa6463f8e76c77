/* Traces made up for tests: random records and borders of a small program, and the file that holds them. */
#ifndef PMECACHE_TEST_UNIT_TRACE_TRACE_EXAMPLE_H
#define PMECACHE_TEST_UNIT_TRACE_TRACE_EXAMPLE_H

#include "analysis/trace/packet.h"

enum { EXAMPLE_BLOCKS = 8, EXAMPLE_MOST_WORDS = 4096, EXAMPLE_MOST_BORDERS = 64 };

/* The module of the program, the same each time. */
pme_instrumented_module *example_module(void);
/* first_site of all blocks is below. */
enum { EXAMPLE_SITES = 64 };
const pme_instrumented_block *const *example_blocks(void);

/* Random numbers below `n`; the sequence starts again with a seed. */
void example_seed(uint64_t seed);
uint64_t example_random(uint64_t n);

typedef struct example_packet {
  uint64_t words[EXAMPLE_MOST_WORDS];
  size_t word_count;
  pme_trace_border borders[EXAMPLE_MOST_BORDERS];
  size_t border_count;
} example_packet;
/* Records with counting, random, and equal addresses; borders anywhere. */
void example_records(example_packet *out);

/* A file in memory: the head, the tables, so many packets for each of two threads, the end. `starts`: where each packet
 * begins, the end behind them; NULL: not wanted. Free `out` with pme__bytes_free. */
void example_file(size_t packets, pme__bytes *out, size_t *starts);
/* The same, of threads with other numbers than 0 and 1. */
void example_file_of(const uint32_t threads[2], size_t packets, pme__bytes *out, size_t *starts);
/* One packet, compressed. */
void example_add_packet(pme__bytes *out, const pme__packet_head *head, const uint8_t *raw, size_t count);

#endif
