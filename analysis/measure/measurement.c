/* Records are expanded into references, a batch of them goes through the engine, and the distances are added to the
 * histograms of their sites.
 *
 * Runs that walk through consecutive lines are taken at once (sweep.h). In others, many rounds in a row may touch the
 * same lines as the round before. The first of them goes through the engine. Behind it the top of the stack is the
 * lines of one round in the order of their last use, and stays so: in each further round a site has as distance the
 * number of other lines that the round touches between two uses of the site's line. That is counted once for all of
 * them.
 */
#include <stdlib.h>
#include <string.h>

#include "references.h"
#include "runtime/memory.h"
#include "runtime/message.h"
#include "runtime/sites.h"
#include "sweep.h"

/* ---- how to measure ---- */

/* A line that a sweep enters costs so many times less than another reference to a line that is not recent. */
enum { SWEEP_SPREAD = 64 };

pme_profile_options pmert_online_options(void) {
  pme_profile_options options = pme_profile_default_options();
  options.line_bytes = LINE_BYTES;
  pmert_sampling sampling;
  pmert_sampling_asked(&sampling);
  options.rate = sampling.rate;
  if (sampling.mode == PME_DISTANCE_HYBRID) {
    options.sampling = PME_SAMPLING_HYBRID;
    options.window_lines = 4096;
    options.sample_lines = 8192;
  }
  pmert_sets_asked(&options);
  if (sampling.rate < 1 || sampling.overhead > 0)
    options.geometry_count = 0;
  return options;
}

pmert_online *pmert_online_open(int thread) {
  pmert_online *online = pmert_reallocate(NULL, 0, sizeof *online);
  if (!online)
    return NULL;
  online->thread = thread;
  online->drops = getenv("PMECACHE_RECORD_ONLY") != NULL;
  online->failed = false;
  online->site_count = 0;
  online->sites = NULL;
  memset(online->plans, 0, sizeof online->plans);
  pmert_sampling sampling;
  pmert_sampling_asked(&sampling);
  pmert_bursts_start(&online->bursts, &sampling);
  pme_distance_options options = {.mode = sampling.mode, .allocator = pmert_memory()};
  if (pme_distance_open(&options, &online->engine) != PME_OK) {
    pmert_warn("out of memory: a thread is not measured");
    return NULL;
  }
  online->window = pme_distance_window(online->engine);
  online->has_avx2 = pme_distance_has_avx2(online->engine);
  pme_profile_options profile_options = pmert_online_options();
  online->sets = pmert_sets_open(&profile_options);
  online->set_sample = pmert_set_sample_open(&profile_options);
  pmert_pace_start(&online->pace, 1, (uint64_t)thread);
  pmert_pace_start(&online->sweep_pace, SWEEP_SPREAD, (uint64_t)thread);
  pmert_references_start(online);
  return online;
}

void pmert_online_close(pmert_online *online) {
  if (!online)
    return;
  for (uint32_t s = 0; s < online->site_count; s++) {
    pme_histogram_destroy(&online->sites[s].whole, pmert_memory());
    pme_histogram_destroy(&online->sites[s].weighted, pmert_memory());
    if (online->sites[s].at_least)
      pmert_reallocate(online->sites[s].at_least, sizeof(double) * PME_BIN_COUNT, 0);
  }
  if (online->sites)
    pmert_reallocate(online->sites, online->site_count * sizeof *online->sites, 0);
  pme_distance_close(online->engine);
  pmert_sets_close(online->sets);
  pmert_set_sample_close(online->set_sample);
  pmert_reallocate(online, sizeof *online, 0);
}

/* Modules may come while the program runs. */
static __attribute__((noinline)) bool add_sites(pmert_online *online, uint64_t site) {
  uint32_t count = pmert_site_count();
  site_counts *grown = pmert_reallocate(online->sites, online->site_count * sizeof *grown, count * sizeof *grown);
  if (!grown || site >= count) {
    pmert_fail(online);
    return false;
  }
  memset(grown + online->site_count, 0, (count - online->site_count) * sizeof *grown);
  for (uint32_t s = online->site_count; s < count; s++)
    grown[s].number = s;
  online->sites = grown;
  online->site_count = count;
  return true;
}

/* ---- records ---- */

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
static uint64_t take_round(pmert_online *online, run *r) {
  uint64_t same = UINT64_MAX;
  for (uint32_t s = 0; s < r->count; s++) {
    uint64_t address = r->address[s], bytes = r->block->sites[s].bytes;
    pmert_touch(online, r->first + s, address, (uint32_t)bytes);
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
static void count_in_sets(pmert_online *online, const run *r, uint32_t s, uint64_t rounds) {
  pmert_set_depths depths = {.distance = r->distances[s]};
  uint64_t seen = UINT64_C(1) << r->pattern[s];
  for (uint32_t back = 1; back < r->count; back++) {
    uint32_t other = s >= back ? s - back : s + r->count - back;
    if (r->pattern[other] == r->pattern[s])
      break;
    if (!(seen >> r->pattern[other] & 1))
      pmert_set_sample_meet(online->set_sample, &depths, r->lines[s], r->lines[other]);
    seen |= UINT64_C(1) << r->pattern[other];
  }
  pmert_set_sample_count_all(online->set_sample, r->first + s, &depths, rounds);
}

static void repeat_round(pmert_online *online, run *r, uint64_t rounds) {
  look_at_lines(r);
  for (uint32_t s = 0; s < r->count; s++) {
    pmert_count(online, r->first + s, r->distances[s], rounds);
    if (online->set_sample && r->distances[s] >= PME_RECENT_LINES)
      count_in_sets(online, r, s, rounds);
    r->address[s] += rounds * (uint64_t)r->stride[s];
    r->stay[s] -= rounds;
  }
}

static const uint64_t *take_run(pmert_online *online, const pme_instrumented_block *block, const uint64_t *words) {
  run r;
  r.block = block;
  r.first = (uint32_t)block->first_site;
  r.count = block->site_count;
  uint64_t rounds = *words++;
  for (uint32_t s = 0; s < r.count; s++)
    r.address[s] = *words++;
  for (uint32_t s = 0; s < r.count; s++) {
    r.stride[s] = block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? (int64_t)*words++ : block->sites[s].stride;
    online->sites[r.first + s].rounds += rounds;
  }
  /* In the stack of a set a repeated line is not as deep as among all lines. */
  bool by_rounds = false;
  for (sweep_verdict verdict = online->sets ? SWEEP_NEVER : SWEEP_DONE; rounds > 0;) {
    if (verdict != SWEEP_NEVER) {
      uint64_t swept = rounds;
      verdict = pmert_sweep(online, &r, &swept);
      rounds -= swept;
      if (swept)
        continue;
    }
    if (!by_rounds)
      start_rounds(&r);
    by_rounds = true;
    uint64_t same = take_round(online, &r);
    rounds--;
    same = same < rounds ? same : rounds;
    if (online->sets)
      same = 0;
    if (same) {
      repeat_round(online, &r, same);
      rounds -= same;
    }
  }
  return words;
}

/* The last place in a line from which on no access of the block straddles. */
static int32_t find_inside(const pme_instrumented_block *block) {
  uint32_t widest = 1;
  for (uint32_t s = 0; s < block->site_count; s++)
    widest = block->sites[s].bytes > widest ? block->sites[s].bytes : widest;
  return widest < LINE_BYTES ? LINE_BYTES - (int32_t)widest : 0;
}

/* One access of a plain block, with nothing known of it. */
static __attribute__((noinline)) void take_any(pmert_online *online, const pme_instrumented_block *block, uint32_t site,
                                               uint64_t address) {
  site_counts *first = &online->sites[block->first_site];
  if (first->inside == 0)
    first->inside = find_inside(block);
  pmert_touch(online, site, address, block->sites[site - block->first_site].bytes);
}

/* Blocks one after the other, as long as they are plain and their sites are known: pmert_touch of each access, but most
 * are in one line, and that is a recent one. Where recent lines are not looked at, `inside` lets no access through. */
ALWAYS_INLINE const uint64_t *take_blocks(pmert_online *online, const uint64_t *from, const uint64_t *to,
                                          bool has_avx2) {
  site_counts *const sites = online->sites;
  const uint64_t site_count = online->site_count;
  pme_recent *recent = online->recent;
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
        pme_recent_miss miss;
        uint32_t place = has_avx2 ? pme_recent_touch_avx2(recent, line, &miss) : pme_recent_touch(recent, line, &miss);
        if (place < PME_RECENT_LINES) {
          counts->near[place]++;
          continue;
        }
        online->misses[online->waiting] = miss;
        if (!pmert_wait(online, counts->number))
          continue;
      } else {
        take_any(online, block, counts->number, address);
      }
      recent = online->recent; /* the engine may have another form now */
      none = recent ? 0 : -1;
      inside |= none;
    }
    from++;
  }
  return from;
}

static const uint64_t *take_blocks_plain(pmert_online *online, const uint64_t *from, const uint64_t *to) {
  return take_blocks(online, from, to, false);
}

AVX2_VARIANT static const uint64_t *take_blocks_avx2(pmert_online *online, const uint64_t *from, const uint64_t *to) {
  return take_blocks(online, from, to, true);
}

static void take_records(pmert_online *online, const uint64_t *from, const uint64_t *to) {
  while (from < to && !online->failed) {
    from = online->has_avx2 ? take_blocks_avx2(online, from, to) : take_blocks_plain(online, from, to);
    if (from == to)
      break;
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    uint64_t last = block->first_site + block->site_count - (block->site_count != 0);
    if (last >= online->site_count) {
      if (!add_sites(online, last))
        return;
      continue;
    }
    if (block->kind == PME_BLOCK_PLAIN)
      continue;
    online->sites[block->first_site].records++;
    from++;
    if (block->kind == PME_BLOCK_RUN)
      from = take_run(online, block, from);
  }
  pmert_count_waiting(online);
}

/* In a gap between bursts records are counted, not measured. Returns where a block begins that never was measured. */
static const uint64_t *pass_over(pmert_online *online, const uint64_t *from, const uint64_t *to) {
  while (from < to) {
    const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*from;
    uint32_t count = block->site_count;
    if (block->first_site >= online->site_count)
      return from;
    site_counts *sites = &online->sites[block->first_site];
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

static void start_burst(pmert_online *online) {
  pme_distance_forget(online->engine);
  pmert_references_start(online);
}

void pmert_online_take(pmert_online *online, const uint64_t *from, const uint64_t *to) {
  if (online->drops || online->failed)
    return;
  if (online->bursts.in_gap) {
    from = pass_over(online, from, to);
    if (from < to) {
      pmert_bursts_end_gap(&online->bursts);
      start_burst(online);
    }
  }
  if (from < to)
    take_records(online, from, to);
  if (pmert_bursts_next(&online->bursts))
    start_burst(online);
}

void pmert_online_spend(pmert_online *online, double own_seconds, double program_seconds) {
  online->bursts.own += own_seconds;
  online->bursts.program += program_seconds;
}

void pmert_online_add_buffers(const pmert_online *online, uint64_t *measured, uint64_t *all) {
  *measured += online->bursts.measured;
  *all += online->bursts.all;
}

/* ---- at the end ---- */

/* References in the histogram of whole distances from that of `lines` on, and of first ones. */
static double counted_beyond(const site_counts *site, uint64_t lines) {
  double count = pme_histogram_beyond(&site->whole, lines);
  for (int bin = 0; site->at_least && bin < PME_BIN_COUNT; bin++)
    count += site->at_least[bin];
  return count;
}

bool pmert_add_counts(pme_histogram *histogram, const site_counts *site, uint64_t window) {
  if (pme_histogram_merge(histogram, &site->weighted, 1, pmert_memory()) != PME_OK ||
      pme_histogram_merge(histogram, &site->whole, 1, pmert_memory()) != PME_OK)
    return false;
  histogram->total += counted_beyond(site, 0);
  histogram->far += window == UINT64_MAX ? 0 : counted_beyond(site, window);
  for (int distance = 0; distance < NEAR; distance++) {
    double times = (double)site->near[distance];
    histogram->total += times;
    if (times > 0 && pme_histogram_add_bin(histogram, pme_bin_of((uint64_t)distance), times, times * distance,
                                           pmert_memory()) != PME_OK)
      return false;
  }
  return true;
}

/* Whether another block tells how often the run's loop is entered: where the loop is handed out in chunks, a run is
 * one chunk. */
static bool is_chunk(const pme_instrumented_function *function, const pme_instrumented_block *run) {
  if (run->kind != PME_BLOCK_RUN)
    return false;
  for (uint32_t b = 0; b < function->block_count; b++)
    if (function->blocks[b]->kind == PME_BLOCK_LOOP && function->blocks[b]->loop == run->loop)
      return true;
  return false;
}

/* How often the block says that one round of the loop was made; 0 when it is no block of a round. */
static double rounds_by(const pmert_online *online, const pme_instrumented_function *function,
                        const pme_instrumented_block *block, int32_t loop) {
  if (block->first_site >= online->site_count)
    return 0;
  const site_counts *counts = &online->sites[block->first_site];
  if (block->kind == PME_BLOCK_PLAIN || block->kind == PME_BLOCK_ITERATION)
    return block->loop == loop ? (double)counts->records : 0;
  bool inside = block->loop >= 0 && function->loops[block->loop].parent == loop && !is_chunk(function, block);
  return inside ? (double)counts->records : 0;
}

/* Rounds of a loop that is no run: executions of what in it is executed most, a block or a loop that is entered. */
static void count_rounds(const pmert_online *online, pme_profile *profile, const pme_instrumented_function *function,
                         int32_t loop, int index) {
  double most = 0;
  for (uint32_t b = 0; b < function->block_count; b++) {
    double rounds = rounds_by(online, function, function->blocks[b], loop);
    most = rounds > most ? rounds : most;
  }
  pme_profile_count_loop(profile, index, 0, most, most > 0 ? online->thread + 1 : 0);
}

/* How often the loop was entered. All threads of a team enter a worksharing loop, that is once: thread 0 counts. */
static void count_entries(const pmert_online *online, pme_profile *profile, int loop,
                          const pme_instrumented_function *function, const pme_instrumented_block *block) {
  const site_counts *counts = &online->sites[block->first_site];
  bool parallel = block->loop >= 0 && function->loops[block->loop].parallel;
  bool enters = block->kind == PME_BLOCK_RUN || block->kind == PME_BLOCK_LOOP;
  bool counted = enters && (!parallel || online->thread == 0) && !is_chunk(function, block);
  double iterations = block->kind == PME_BLOCK_RUN ? (double)counts->rounds : 0;
  if (loop != PME_NONE)
    pme_profile_count_loop(profile, loop, counted ? (double)counts->records : 0, iterations,
                           counts->records > 0 ? online->thread + 1 : 0);
}

/* References for which SDCM may be wrong. */
static double in_question(const site_counts *site) {
  uint64_t near = 0;
  for (int distance = PME_RECENT_LINES; distance < NEAR; distance++)
    near += site->near[distance];
  return (double)near + counted_beyond(site, 0) - site->whole.cold;
}

static void add_set_sample(const pmert_online *online, uint32_t number, pme_profile_stream *stream) {
  uint64_t one = online->pace.weight, other = online->sweep_pace.weight;
  double references = in_question(&online->sites[number]);
  /* After a change of the engine's form references are not counted here, and not all of them are looked at. */
  bool all = pme_distance_recent(online->engine) != NULL;
  if (references > 0 || !all)
    pmert_set_sample_add_to(online->set_sample, number, all ? references : 0, (double)(one > other ? one : other),
                            stream);
}

static void add_block(const pmert_online *online, pme_profile *profile, int function, int loop,
                      const pme_instrumented_block *block) {
  uint32_t first = (uint32_t)block->first_site;
  const site_counts *counts = &online->sites[first];
  pme_profile_block entry = {.function = function, .number = (int)block->number, .loop = loop};
  entry.place = (pme_place){NULL, (int)block->line, (int)block->column};
  double executions = (double)(block->kind == PME_BLOCK_RUN ? counts->rounds : counts->records);
  entry.executions = executions;
  int index = pme_profile_add_block(profile, &entry);
  for (uint32_t s = 0; s < block->site_count; s++) {
    const pme_instrumented_site *site = &block->sites[s];
    pme_profile_reference reference = {.block = index, .number = (int)(block->number * PME_BLOCK_SITES + s)};
    reference.place = (pme_place){NULL, (int)site->line, (int)site->column};
    reference.array = *site->array ? site->array : NULL;
    reference.is_write = site->flags & PME_SITE_WRITE;
    reference.size_bytes = (int)site->bytes;
    pme_profile_stream *stream =
        pme_profile_stream_of(profile, pme_profile_add_reference(profile, &reference), online->thread);
    if (!stream || executions == 0)
      continue;
    stream->accesses += executions;
    if (!pmert_add_counts(&stream->histogram, &counts[s], online->window))
      pmert_warn("out of memory: the profile is not complete");
    if (counts[s].at_least && !online->bursts.forgot)
      pmert_all_are_first(&stream->histogram, counts[s].at_least);
    else if (counts[s].at_least)
      pmert_spread_unknown(&stream->histogram, counts[s].at_least);
    if (online->sets)
      pmert_sets_add_to(online->sets, first + s, (double)counts[s].near[0], stream);
    if (online->set_sample)
      add_set_sample(online, first + s, stream);
  }
}

void pmert_online_add_to(const pmert_online *online, pme_profile *profile, int index,
                         const pme_instrumented_function *function, const int *loops) {
  for (uint32_t l = 0; l < function->loop_count; l++)
    count_rounds(online, profile, function, (int32_t)l, loops[l]);
  for (uint32_t b = 0; b < function->block_count; b++) {
    const pme_instrumented_block *block = function->blocks[b];
    int loop = block->loop >= 0 ? loops[block->loop] : PME_NONE;
    if (block->first_site + block->site_count > online->site_count || block->first_site >= online->site_count)
      continue;
    count_entries(online, profile, loop, function, block);
    if (block->kind == PME_BLOCK_PLAIN || block->kind == PME_BLOCK_RUN)
      add_block(online, profile, index, loop, block);
  }
}
