/* Records are expanded into references: blocks of accesses one by one, runs by rounds.h. */
#include "records.h"

#include <string.h>

#include "references.h"
#include "rounds.h"

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

/* The last place in a line from which on no access of the block straddles. */
static int32_t find_inside(const pme_instrumented_block *block) {
  uint32_t widest = 1;
  for (uint32_t s = 0; s < block->site_count; s++)
    widest = block->sites[s].bytes > widest ? block->sites[s].bytes : widest;
  return widest < LINE_BYTES ? LINE_BYTES - (int32_t)widest : 0;
}

/* One access of a plain block, with nothing known of it. */
static __attribute__((noinline)) void take_any(pme__measurement *m, const pme_instrumented_block *block, uint32_t site,
                                               uint64_t address) {
  site_counts *first = &m->sites[block->first_site];
  if (first->inside == 0)
    first->inside = find_inside(block);
  pme__touch_bytes(m, site, address, block->sites[site - block->first_site].bytes);
}

/* Blocks one after the other, as long as they are plain and their sites are known: pme__touch_bytes of each access, but
 * most are in one line, and that is a recent one. Where recent lines are not looked at, `inside` lets no access
 * through. */
ALWAYS_INLINE const uint64_t *take_blocks(pme__measurement *m, const uint64_t *from, const uint64_t *to,
                                          bool has_avx2) {
  site_counts *const sites = m->sites;
  const uint64_t site_count = m->site_count;
  pme__recent *recent = m->recent;
  int32_t none = recent ? 0 : -1;
  while (from < to) {
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    if (block->kind != PME_BLOCK_PLAIN || block->first_site >= site_count)
      break;
    site_counts *counts = sites + block->first_site;
    const uint64_t *const last = from + block->site_count;
    int32_t inside = counts->inside | none;
    counts->records++;
    for (; from < last; counts++) {
      uint64_t address = *++from, line = address >> LINE_BITS;
      if (__builtin_expect((int32_t)(address % LINE_BYTES) <= inside, 1)) {
        pme__recent_miss miss;
        uint32_t place =
            has_avx2 ? pme__recent_touch_avx2(recent, line, &miss) : pme__recent_touch(recent, line, &miss);
        if (place < PME_RECENT_LINES) {
          pme__count_recent(m, recent, counts, place);
          continue;
        }
        m->misses[m->waiting] = miss;
        if (!pme__wait_for_engine(m, counts->number))
          continue;
      } else {
        take_any(m, block, counts->number, address);
      }
      recent = m->recent; /* the engine may have another form now */
      none = recent ? 0 : -1;
      inside |= none;
    }
    from++;
  }
  return from;
}

static const uint64_t *take_blocks_plain(pme__measurement *m, const uint64_t *from, const uint64_t *to) {
  return take_blocks(m, from, to, false);
}

AVX2_VARIANT static const uint64_t *take_blocks_avx2(pme__measurement *m, const uint64_t *from, const uint64_t *to) {
  return take_blocks(m, from, to, true);
}

void pme__take_records(pme__measurement *m, const uint64_t *from, const uint64_t *to) {
  while (from < to && !m->failed) {
    from = m->has_avx2 ? take_blocks_avx2(m, from, to) : take_blocks_plain(m, from, to);
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
    from++;
    if (block->kind == PME_BLOCK_RUN)
      from = pme__take_run(m, block, from);
  }
  pme__count_waiting(m);
}

/* In a gap between bursts records are counted, not measured. Returns where a block begins that never was measured. */
const uint64_t *pme__pass_over(pme__measurement *m, const uint64_t *from, const uint64_t *to) {
  while (from < to) {
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    uint32_t count = block->site_count;
    if (block->first_site >= m->site_count)
      return from;
    site_counts *sites = &m->sites[block->first_site];
    if (sites->records == sites->passed)
      return from;
    from++;
    sites->records++;
    sites->passed++;
    if (block->kind == PME_BLOCK_RUN) {
      uint64_t rounds = *from++;
      for (uint32_t s = 0; s < count; s++) {
        sites[s].rounds += rounds;
        from += (block->sites[s].flags & PME_SITE_STRIDE_RECORDED) != 0;
      }
    }
    from += count;
  }
  return to;
}
