/* Lines that were seen: their table, which grows. */
#include "seen.h"

#include <string.h>

#include "pmecache/arena.h"

enum { FIRST_TABLE_SIZE = 256 };

static bool grow(sim_seen *seen, sim_memory *memory) {
  size_t size = seen->table_size ? 2 * seen->table_size : FIRST_TABLE_SIZE;
  sim_seen grown = {.table_size = size, .word_count = seen->word_count};
  grown.table = pme__sim_grow(memory, NULL, 0, size * sizeof *grown.table);
  if (!grown.table)
    return false;
  memset(grown.table, 0, size * sizeof *grown.table);
  for (size_t i = 0; i < seen->table_size; i++)
    if (seen->table[i].bits)
      *sim_seen_entry(&grown, seen->table[i].number) = seen->table[i];
  memory->used_bytes -= seen->table_size * sizeof *seen->table;
  pme_reallocate(seen->table, 0);
  *seen = grown;
  return true;
}

bool pme__sim_seen_add_word(sim_seen *seen, sim_memory *memory, uint64_t line) {
  if (2 * seen->word_count >= seen->table_size && !grow(seen, memory))
    return false;
  sim_seen_word *word = sim_seen_entry(seen, line / SIM_WORD_LINES);
  *word = (sim_seen_word){line / SIM_WORD_LINES, UINT64_C(1) << (line % SIM_WORD_LINES)};
  seen->word_count++;
  return true;
}

void pme__sim_seen_forget(sim_seen *seen) {
  if (seen->table)
    memset(seen->table, 0, seen->table_size * sizeof *seen->table);
  seen->word_count = 0;
}

void pme__sim_seen_destroy(sim_seen *seen) {
  pme_reallocate(seen->table, 0);
  memset(seen, 0, sizeof *seen);
}
