/* Records are expanded into references: blocks of accesses one by one, runs by rounds.c. */
#include "records.h"

#include <string.h>

#include "analysis/reuse/recent_slots.h"
#include "references.h"

/* Modules may come while the program runs. */
static __attribute__((noinline)) bool add_sites(pme__measurement *m, uint64_t site) {
  uint32_t count = pme__host_site_count(m->host);
  site_counts *grown = pme__host_reallocate(m->host, m->sites, m->site_count * sizeof *grown, count * sizeof *grown);
  if (!grown || site >= count) {
    pme__measurement_fail(m);
    return false;
  }
  memset(grown + m->site_count, 0, (count - m->site_count) * sizeof *grown);
  for (uint32_t s = m->site_count; s < count; s++)
    grown[s].number = s;
  m->sites = grown;
  m->site_count = count;
  return true;
}

/* The last place in a line from which on no access of the block straddles; -1: some do from everywhere, or nearly. */
static __attribute__((noinline)) int32_t find_inside(const pme_instrumented_block *block) {
  uint32_t widest = 1;
  for (uint32_t s = 0; s < block->site_count; s++)
    widest = block->sites[s].bytes > widest ? block->sites[s].bytes : widest;
  return widest < LINE_BYTES ? LINE_BYTES - (int32_t)widest : -1;
}

/* Whether the access is one to a single line after all: most of the others of its block are wider. */
ALWAYS_INLINE bool is_inside(const pme_instrumented_block *block, uint32_t site, uint64_t address) {
  return address % LINE_BYTES + block->sites[site - block->first_site].bytes <= LINE_BYTES;
}

/* An access that is not in one line, or is of interest to the engine wherever it goes. */
static __attribute__((noinline)) void take_any(pme__measurement *m, const pme_instrumented_block *block, uint32_t site,
                                               uint64_t address) {
  pme__touch_bytes(m, site, address, block->sites[site - block->first_site].bytes);
}

/* What an access of a plain block is looked for in. */
typedef struct recent_view {
  pme__recent *recent; /* NULL: the engine wants to know of all references, and nothing is looked for */
  recent_slots slots;  /* with AVX2 */
  int32_t inside;      /* of the block */
  int32_t looked_for;  /* the same, or -1 where nothing is: the last place in a line of an access that is */
} recent_view;

/* The engine may have another form, or another order of its lines, than before. */
ALWAYS_INLINE void look_at_recent(const pme__measurement *m, recent_view *view, bool has_avx2) {
  view->recent = m->recent;
  view->looked_for = m->recent ? view->inside : -1;
  if (has_avx2 && view->recent)
    recent_slots_start(&view->slots, view->recent);
}

/* Before others look at the recent lines. */
ALWAYS_INLINE void leave_recent(const recent_view *view, bool has_avx2) {
  recent_slots copy = view->slots;
  if (has_avx2 && view->recent)
    pme__recent_slots_settle(&copy);
}

ALWAYS_INLINE bool touch_recent(recent_view *view, site_counts *counts, uint64_t line, uint32_t *place,
                                pme__recent_miss *miss, bool has_avx2) {
  if (has_avx2)
    return recent_slots_touch(&view->slots, line, &counts->slot, place, miss);
  *place = pme__recent_touch(view->recent, line, miss);
  return *place < PME_RECENT_LINES;
}

/* A line that most likely is a recent one. */
ALWAYS_INLINE void take_line(pme__measurement *m, recent_view *view, site_counts *counts, uint64_t line,
                             bool has_avx2) {
  uint32_t place;
  if (__builtin_expect(touch_recent(view, counts, line, &place, &m->misses[m->waiting], has_avx2), 1)) {
    counts->near[place]++;
    if (__builtin_expect(place >= PME_CERTAIN_LINES, 0) && pme__pace_pass(&m->recent_pace, 1)) {
      leave_recent(view, has_avx2);
      pme__ask_recent(m, view->recent, counts->number, place);
      look_at_recent(m, view, has_avx2);
    }
    return;
  }
  m->owners[m->waiting] = counts->number;
  if (++m->waiting >= m->most_waiting) {
    leave_recent(view, has_avx2);
    pme__count_waiting(m);
    look_at_recent(m, view, has_avx2);
  }
}

/* Blocks one after the other, as long as they are no runs and their sites are known: pme__touch_bytes of each access,
 * but most are in one line, and that is a recent one. */
ALWAYS_INLINE const uint64_t *take_blocks(pme__measurement *m, const uint64_t *from, const uint64_t *to,
                                          pme__line_pass *pass, bool has_avx2) {
  site_counts *const sites = m->sites;
  const uint64_t site_count = m->site_count;
  recent_view view = {.recent = NULL};
  look_at_recent(m, &view, has_avx2);
  while (from < to) {
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    if (block->kind == PME_BLOCK_RUN || block->first_site >= site_count)
      break;
    if (pass)
      pme__line_see(pass, from, block);
    site_counts *counts = sites + block->first_site;
    const uint64_t *const last = from + block->site_count;
    if (__builtin_expect(counts->inside == 0 && block->site_count > 0, 0)) {
      leave_recent(&view, has_avx2);
      counts->inside = find_inside(block);
      look_at_recent(m, &view, has_avx2);
    }
    view.inside = counts->inside;
    view.looked_for = view.recent ? view.inside : -1;
    counts->records++;
    for (; from < last; counts++) {
      uint64_t address = *++from;
      if (__builtin_expect((int32_t)(address % LINE_BYTES) <= view.looked_for, 1) ||
          (view.recent && is_inside(block, counts->number, address))) {
        take_line(m, &view, counts, address >> LINE_BITS, has_avx2);
      } else {
        leave_recent(&view, has_avx2);
        take_any(m, block, counts->number, address);
        look_at_recent(m, &view, has_avx2);
      }
    }
    from++;
  }
  leave_recent(&view, has_avx2);
  return from;
}

static const uint64_t *take_blocks_plain(pme__measurement *m, const uint64_t *from, const uint64_t *to,
                                         pme__line_pass *pass) {
  return take_blocks(m, from, to, pass, false);
}

AVX2_VARIANT static const uint64_t *take_blocks_avx2(pme__measurement *m, const uint64_t *from, const uint64_t *to,
                                                     pme__line_pass *pass) {
  return take_blocks(m, from, to, pass, true);
}

void pme__take_records(pme__measurement *m, const uint64_t *from, const uint64_t *to, pme__line_pass *pass) {
  while (from < to && !m->failed) {
    from = (m->has_avx2 ? take_blocks_avx2 : take_blocks_plain)(m, from, to, pass);
    if (from == to)
      break;
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    uint64_t last = block->first_site + block->site_count - (block->site_count != 0);
    if (last >= m->site_count) {
      if (!add_sites(m, last))
        return;
      continue;
    }
    if (block->kind == PME_BLOCK_PLAIN)
      continue;
    m->sites[block->first_site].records++;
    if (pass)
      pme__line_see(pass, from, block);
    from++;
    if (block->kind == PME_BLOCK_RUN)
      from = pme__take_run(m, block, from);
  }
  pme__count_waiting(m);
}
