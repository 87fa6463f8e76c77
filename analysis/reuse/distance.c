/* The interface of the reuse-distance engines: options, life, and which engine answers. */
#include "distance.h"

#include <string.h>

#include "distance_internal.h"

enum {
  DEFAULT_WINDOW = 4096,
  DEFAULT_SAMPLE = 8192,
  DEFAULT_SLOTS = 65536,
  DEFAULT_PAGES = 4096,
  SMALLEST = 64,
  LARGEST = 1 << 24,
  SMALLEST_SLOTS = 1024
};

static bool is_power_of_two(uint32_t x) { return x && !(x & (x - 1)); }

static bool complete_options(const pme__distance_options *options, pme__distance_options *out) {
  *out = options ? *options : (pme__distance_options){.mode = PME_DISTANCE_EXACT};
  if (!out->window_lines)
    out->window_lines = DEFAULT_WINDOW;
  if (!out->sample_lines)
    out->sample_lines = DEFAULT_SAMPLE;
  if (!out->exact_pages)
    out->exact_pages = DEFAULT_PAGES;
  if (!out->first_slots)
    out->first_slots = out->mode == PME_DISTANCE_BOUNDED ? SMALLEST_SLOTS : DEFAULT_SLOTS;
  if (out->takes_turns && out->mode != PME_DISTANCE_EXACT)
    return false;
  if (out->mode != PME_DISTANCE_HYBRID)
    out->sample_lines = 0;
  else if (out->sample_lines < SMALLEST || out->sample_lines > LARGEST)
    return false;
  return is_power_of_two(out->window_lines) && out->window_lines >= SMALLEST && out->window_lines <= LARGEST &&
         is_power_of_two(out->first_slots) && out->first_slots >= SMALLEST_SLOTS && out->first_slots <= 1u << 30;
}

void pme__front_clear(pme__distance *e) {
  e->front_count = 0;
  for (int i = 0; i < PME_RECENT_LINES; i++)
    e->recent.lines[i] = UINT64_MAX;
}

static pme_status open_as_asked(pme__distance *e) {
  switch (e->options.mode) {
  case PME_DISTANCE_HYBRID:
    return pme__hybrid_open(e);
  case PME_DISTANCE_BOUNDED:
    return pme__window_open(e);
  default:
    return pme__exact_open(e);
  }
}

pme_status pme__distance_open(const pme__distance_options *options, pme__distance **out) {
  pme__distance_options complete;
  if (!complete_options(options, &complete))
    return PME_BAD_ARGUMENT;
  pme__distance *e = (pme__distance *)pme_allocator_reallocate(complete.allocator, NULL, 0, sizeof *e);
  if (!e)
    return PME_NO_MEMORY;
  *e = (pme__distance){.options = complete, .has_avx2 = !complete.portable && pme__has_avx2(), .weight = 1};
  pme__front_clear(e);
  if (open_as_asked(e)) {
    pme__distance_close(e);
    return PME_NO_MEMORY;
  }
  *out = e;
  return PME_OK;
}

bool pme__distance_has_avx2(const pme__distance *e) { return e->has_avx2; }

void pme__distance_close(pme__distance *e) {
  if (!e)
    return;
  if (e->is_exact)
    pme__exact_close(e);
  else
    pme__window_close(e);
  pme_allocator_reallocate(e->options.allocator, e, sizeof *e, 0);
}

void pme_distance_references(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  e->run(e, lines, count, distances);
}

double pme__distance_weight(const pme__distance *e) { return e->weight; }

uint64_t pme__distance_window(const pme__distance *e) {
  return e->options.mode == PME_DISTANCE_EXACT ? UINT64_MAX : e->options.window_lines;
}

bool pme__distance_is_exact(const pme__distance *e) { return e->is_exact; }

uint64_t pme__distance_live_lines(const pme__distance *e) { return e->slots.live + e->front_count; }

pme_status pme__distance_status(const pme__distance *e) { return e->status; }

void pme__distance_forget(pme__distance *e) {
  pme__front_clear(e);
  if (e->is_exact)
    pme__exact_forget(e);
  else if (e->options.mode == PME_DISTANCE_BOUNDED)
    pme__window_forget(e);
  else
    pme__hybrid_start_again(e);
}

void pme__distance_start_gap(pme__distance *e) { pme__window_start_gap(e); }

uint64_t pme__distance_open_window(const pme__distance *e) {
  bool is_full = e->is_exact || e->window_live + PME_RECENT_LINES >= e->options.window_lines;
  return is_full ? UINT64_MAX : (uint64_t)e->window_live + e->front_count;
}
