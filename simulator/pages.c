/* Two buffers of translations, and reads of page-table entries among the accesses. */
#include "pages.h"

#include <string.h>

#include "pmecache/arena.h"

enum { CAPACITY = 8192 };

/* Where page-table entries stand: apart from all arrays, and a multiple of any line times any power of two of sets. */
static const uint64_t TABLE = UINT64_C(1) << 62;

static bool create(sim_translations *buffer, int entries, int ways, int instances, sim_memory *memory) {
  if (entries == 0)
    return true;
  buffer->ways = ways;
  buffer->sets = (uint64_t)(entries / ways);
  buffer->tags = pme__sim_grow(memory, NULL, 0, (size_t)instances * (size_t)entries * sizeof *buffer->tags);
  return buffer->tags != NULL;
}

bool pme__sim_pages_create(sim_pages *pages, const pme_machine *machine, int instances, int references,
                           sim_memory *memory) {
  *pages = (sim_pages){
      .walks = machine->page_walks_read, .instances = instances, .references = references, .capacity = CAPACITY};
  if (!pages->walks)
    return true;
  pages->second.is_hashed = machine->page_sets_hashed;
  while ((INT64_C(1) << pages->shift) < machine->page_bytes)
    pages->shift++;
  pages->entries = pme__sim_grow(memory, NULL, 0, CAPACITY * sizeof *pages->entries);
  return pages->entries &&
         create(&pages->first, machine->page_first_entries, machine->page_first_ways, instances, memory) &&
         create(&pages->second, machine->page_entries, machine->page_ways, instances, memory);
}

static void reset(sim_translations *buffer, int instances) {
  if (buffer->ways)
    memset(buffer->tags, 0xff, (size_t)instances * buffer->sets * (size_t)buffer->ways * sizeof *buffer->tags);
}

void pme__sim_pages_reset(sim_pages *pages) {
  reset(&pages->first, pages->instances);
  reset(&pages->second, pages->instances);
  pages->count = 0;
}

void pme__sim_pages_destroy(sim_pages *pages) {
  pme_reallocate(pages->first.tags, 0);
  pme_reallocate(pages->second.tags, 0);
  pme_reallocate(pages->entries, 0);
  *pages = (sim_pages){0};
}

/* Whether the page is there; it is afterwards. */
static bool is_kept(const sim_translations *buffer, int instance, uint64_t page) {
  uint64_t victim, set = (buffer->is_hashed ? page ^ page / buffer->sets : page) % buffer->sets;
  return sim_lru_reference(&buffer->tags[((uint64_t)instance * buffer->sets + set) * (uint64_t)buffer->ways],
                           buffer->ways, page, &victim);
}

static bool must_walk(const sim_pages *pages, int instance, uint64_t page) {
  if (pages->first.ways && is_kept(&pages->first, instance, page))
    return false;
  return !is_kept(&pages->second, instance, page);
}

/* The read for reference r counts as reference r + references. */
static sim_entry read_of(const sim_pages *pages, uint64_t page, uint64_t meta) {
  uint64_t number = sim_meta_reference(meta) + (uint64_t)pages->references;
  return (sim_entry){TABLE + page * PME_PAGE_ENTRY_BYTES,
                     sim_meta((int)number, (int)sim_meta_thread(meta), PME_PAGE_ENTRY_BYTES)};
}

int pme__sim_pages_take(sim_pages *pages, const int *instance_of, const sim_entry *entries, int count) {
  int taken = 0;
  for (; taken < count; taken++) {
    uint64_t first = entries[taken].address >> pages->shift;
    uint64_t last = (entries[taken].address + sim_meta_last_byte(entries[taken].meta)) >> pages->shift;
    if (pages->count > 0 && (uint64_t)(pages->capacity - pages->count) < last - first + 2)
      break;
    for (uint64_t page = first; page <= last; page++)
      if (must_walk(pages, instance_of[sim_meta_thread(entries[taken].meta)], page) &&
          pages->count + 1 < pages->capacity)
        pages->entries[pages->count++] = read_of(pages, page, entries[taken].meta);
    pages->entries[pages->count++] = entries[taken];
  }
  return taken;
}
