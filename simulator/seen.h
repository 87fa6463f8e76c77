/* Which lines a cache instance ever held, for instances that one thread uses: one bit a line, in words of 64 lines that
 * are found by hashing. Neighbouring lines share a word. Private to simulator.
 */
#ifndef PMECACHE_SIMULATOR_SEEN_H
#define PMECACHE_SIMULATOR_SEEN_H

#include <stdbool.h>

#include "history.h"

enum { SIM_WORD_LINES = 64 };

typedef struct sim_seen_word {
  uint64_t number; /* line / SIM_WORD_LINES */
  uint64_t bits;   /* 0: free entry of the table */
} sim_seen_word;

typedef struct sim_seen {
  sim_seen_word *table; /* open addressing */
  size_t table_size;    /* power of two, or 0 */
  size_t word_count;
} sim_seen;

/* A word for lines that have none yet, with the first of them. false when memory is exhausted. */
bool pme__sim_seen_add_word(sim_seen *seen, sim_memory *memory, uint64_t line);
void pme__sim_seen_forget(sim_seen *seen);
void pme__sim_seen_destroy(sim_seen *seen);

static inline sim_seen_word *sim_seen_entry(const sim_seen *seen, uint64_t number) {
  size_t at = sim_page_hash(number, seen->table_size);
  while (seen->table[at].bits && seen->table[at].number != number)
    at = (at + 1) & (seen->table_size - 1);
  return &seen->table[at];
}

/* Marks a line. 1: it was marked, 0: it is new, -1: memory is exhausted. */
static inline int sim_seen_mark(sim_seen *seen, sim_memory *memory, uint64_t line) {
  uint64_t bit = UINT64_C(1) << (line % SIM_WORD_LINES);
  sim_seen_word *word = seen->table ? sim_seen_entry(seen, line / SIM_WORD_LINES) : NULL;
  if (!word || word->bits == 0)
    return pme__sim_seen_add_word(seen, memory, line) ? 0 : -1;
  int was = (word->bits & bit) != 0;
  word->bits |= bit;
  return was;
}

#endif
