/* Sets of pages under LRU. */
#include "page_buffer.h"

#include "analysis/base/integer.h"

static const int64_t NO_PAGE = INT64_MIN;

bool pme__page_buffer_create(pme__page_buffer *b, int entries, int ways, pme_arena *arena) {
  *b = (pme__page_buffer){.ways = ways, .sets = ways ? entries / ways : 0};
  if (ways == 0)
    return true;
  b->mask = b->sets & (b->sets - 1) ? -1 : b->sets - 1;
  b->tags = PME_ARENA_NEW(arena, int64_t, entries);
  return b->tags != NULL;
}

bool pme__page_buffers_create(pme__page_buffer *first, pme__page_buffer *second, const pme_machine *machine,
                              pme_arena *arena) {
  if (!pme__page_buffer_create(first, machine->page_first_entries, machine->page_first_ways, arena) ||
      !pme__page_buffer_create(second, machine->page_entries, machine->page_ways, arena))
    return false;
  if (machine->page_sets_hashed)
    second->hash = __builtin_ctzll((unsigned long long)second->sets);
  return true;
}

void pme__page_buffer_empty(pme__page_buffer *b) {
  for (int64_t i = 0; i < b->sets * b->ways; i++)
    b->tags[i] = NO_PAGE;
}

static int64_t set_of(const pme__page_buffer *b, int64_t page) {
  int64_t number = b->hash ? page ^ page >> b->hash : page;
  return b->mask >= 0 ? number & b->mask : pme__floor_mod(number, b->sets);
}

pme__page_lookup pme__page_buffer_look_up(pme__page_buffer *b, int64_t page) {
  int64_t *tags = b->tags + set_of(b, page) * b->ways, before = page;
  for (int way = 0; way < b->ways; way++) {
    int64_t now = tags[way];
    tags[way] = before;
    if (now == page)
      return PME__PAGE_KEPT;
    before = now;
  }
  return before != NO_PAGE ? PME__PAGE_NOT_KEPT : PME__PAGE_UNKNOWN;
}
