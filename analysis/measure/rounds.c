/* Runs (a loop that was recorded as its number of rounds, with where each access starts and how far it moves in a
 * round) are expanded round by round.
 *
 * Runs that walk through consecutive lines are taken at once (sweep.h). In others, many rounds in a row may touch the
 * same lines as the round before. The first of them goes through the engine. Behind it the top of the stack is the
 * lines of one round in the order of their last use, and stays so: in each further round a site has as distance the
 * number of other lines that the round touches between two uses of the site's line. That is counted once for all of
 * them.
 */
#include "records.h"
#include "references.h"
#include "sweep.h"

static inline uint64_t quotient(uint64_t dividend, uint64_t divisor) {
  bool power = (divisor & (divisor - 1)) == 0;
  return power ? dividend >> __builtin_ctzll(divisor) : dividend / divisor;
}

/* In how many rounds behind one at `address` the access stays in the line. */
static uint64_t rounds_in_line(uint64_t address, int64_t stride, uint64_t bytes) {
  uint64_t end = address + bytes - 1;
  if (address >> LINE_BITS != end >> LINE_BITS)
    return 0;
  if (stride == 0)
    return UINT64_MAX;
  return stride > 0 ? quotient(LINE_BYTES - 1 - (end & (LINE_BYTES - 1)), (uint64_t)stride)
                    : quotient(address & (LINE_BYTES - 1), 0 - (uint64_t)stride);
}

static void start_rounds(run *r) {
  r->known = false;
  for (uint32_t s = 0; s < r->count; s++) {
    r->stay[s] = 0;
    r->pattern[s] = 0;
  }
}

/* One round through the engine; returns in how many rounds from the next one on all sites stay in their lines. */
static uint64_t take_round(pme__measurement *m, run *r) {
  uint64_t same = UINT64_MAX;
  for (uint32_t s = 0; s < r->count; s++) {
    uint64_t address = r->address[s], bytes = r->block->sites[s].bytes;
    pme__touch_bytes(m, r->first + s, address, (uint32_t)bytes);
    r->lines[s] = address >> LINE_BITS;
    r->stay[s] = r->stay[s] ? r->stay[s] - 1 : rounds_in_line(address, r->stride[s], bytes);
    same = r->stay[s] < same ? r->stay[s] : same;
    r->address[s] = address + (uint64_t)r->stride[s];
  }
  return same;
}

/* The number of other lines between two uses of the line of site s, when rounds repeat. */
static uint64_t repeated_distance(const run *r, uint32_t s) {
  uint64_t seen = 0; /* a bit for each line, by its first site */
  for (uint32_t back = 1; back < r->count; back++) {
    uint32_t other = s >= back ? s - back : s + r->count - back;
    if (r->pattern[other] == r->pattern[s])
      break;
    seen |= UINT64_C(1) << r->pattern[other];
  }
  return (uint64_t)__builtin_popcountll(seen);
}

/* Which sites are in the same line; the distances when that has changed. */
static void look_at_lines(run *r) {
  bool changed = !r->known;
  for (uint32_t s = 0; s < r->count; s++) {
    uint8_t first = 0;
    while (r->lines[first] != r->lines[s])
      first++;
    changed |= r->pattern[s] != first;
    r->pattern[s] = first;
  }
  for (uint32_t s = 0; changed && s < r->count; s++)
    r->distances[s] = repeated_distance(r, s);
  r->known = true;
}

/* In the sets a repeated round is known as well as among all lines. */
static void count_in_sets(pme__measurement *m, const run *r, uint32_t s, uint64_t rounds) {
  pme__set_depths depths = {.distance = r->distances[s]};
  uint64_t seen = UINT64_C(1) << r->pattern[s];
  for (uint32_t back = 1; back < r->count; back++) {
    uint32_t other = s >= back ? s - back : s + r->count - back;
    if (r->pattern[other] == r->pattern[s])
      break;
    if (!(seen >> r->pattern[other] & 1))
      pme__set_sampler_meet(m->set_sampler, &depths, r->lines[s], r->lines[other]);
    seen |= UINT64_C(1) << r->pattern[other];
  }
  pme__set_sampler_count_all(m->set_sampler, r->first + s, &depths, rounds);
}

static void repeat_round(pme__measurement *m, run *r, uint64_t rounds) {
  look_at_lines(r);
  for (uint32_t s = 0; s < r->count; s++) {
    pme__count_distance(m, r->first + s, r->distances[s], rounds);
    if (m->set_sampler && r->distances[s] >= PME_CERTAIN_LINES)
      count_in_sets(m, r, s, rounds);
    r->address[s] += rounds * (uint64_t)r->stride[s];
    r->stay[s] -= rounds;
  }
}

const uint64_t *pme__take_run(pme__measurement *m, const pme_instrumented_block *block, const uint64_t *words) {
  run r;
  r.block = block;
  r.first = (uint32_t)block->first_site;
  r.count = block->site_count;
  uint64_t rounds = *words++;
  m->expanded += rounds * r.count;
  for (uint32_t s = 0; s < r.count; s++)
    r.address[s] = *words++;
  for (uint32_t s = 0; s < r.count; s++) {
    r.stride[s] = block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? (int64_t)*words++ : block->sites[s].stride;
    m->sites[r.first + s].rounds += rounds;
  }
  /* In the stack of a set a repeated line is not as deep as among all lines. */
  bool by_rounds = false;
  for (sweep_verdict verdict = m->sets ? SWEEP_NEVER : SWEEP_DONE; rounds > 0;) {
    if (verdict != SWEEP_NEVER) {
      uint64_t swept = rounds;
      verdict = pme__take_sweep(m, &r, &swept);
      rounds -= swept;
      if (swept)
        continue;
    }
    if (!by_rounds)
      start_rounds(&r);
    by_rounds = true;
    uint64_t same = take_round(m, &r);
    rounds--;
    same = same < rounds ? same : rounds;
    if (m->sets)
      same = 0;
    if (same) {
      repeat_round(m, &r, same);
      rounds -= same;
    }
  }
  return words;
}
