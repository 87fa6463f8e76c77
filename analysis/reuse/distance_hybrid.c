/* The hybrid engine. While there are few lines it is the exact one, which is faster than a window with a sample and has
 * no error. When they get many, the stack goes over into the other form, line by line from the oldest on: what comes
 * out is as if all references so far had been given to that form, since it knows nothing of them but the stack. */
#include "distance_internal.h"

enum { STEP = 4096, SWEPT_AGAINST_SINGLY = 3, MOST_TIMES_PAGES = 16 };

/* In one call all distances have the same weight: the form changes behind it. */
static void run_exact(pme__distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  pme__recent_run(e, lines, count, distances);
  e->singly += count;
  hybrid_check(e);
}

pme_status pme__hybrid_open(pme__distance *e) {
  pme_status status = pme__exact_open(e);
  e->page_limit = e->options.exact_pages;
  e->run = run_exact;
  return status;
}

/* Gives the lines of the slots to `to`, and those of the front, oldest first. */
static void hand_over(const pme__distance *from, pme__distance *to) {
  uint64_t lines[STEP], distances[STEP];
  size_t count = 0;
  for (uint32_t w = 0; w < from->slots.size / 64; w++)
    for (uint64_t word = from->slots.bits[w]; word; word &= word - 1) {
      uint32_t entry = from->slots.owner.entry[w * 64 + (uint32_t)__builtin_ctzll(word)];
      lines[count++] = from->pages.page_of_row[entry / PAGE_LINES] * PAGE_LINES + entry % PAGE_LINES;
      if (count == STEP) {
        to->run(to, lines, count, distances);
        count = 0;
      }
    }
  to->run(to, lines, count, distances);
  for (uint32_t i = from->front_count; i-- > 0;)
    to->run(to, &from->recent.lines[i], 1, distances);
}

static bool change_form(pme__distance *e) {
  pme__distance other = {.options = e->options, .has_avx2 = e->has_avx2, .weight = 1};
  pme__front_clear(&other);
  if (pme__window_open(&other)) {
    pme__window_close(&other);
    return false;
  }
  hand_over(e, &other);
  pme__exact_close(e);
  *e = other;
  return true;
}

/* Sweeps are taken at once by the exact form only: where they are most of what happens, it is the faster one by far, as
 * long as there is memory. */
static bool is_swept(const pme__distance *e) { return e->swept / SWEPT_AGAINST_SINGLY > e->singly; }

void pme__hybrid_change(pme__distance *e) {
  uint64_t most = (uint64_t)e->options.exact_pages * MOST_TIMES_PAGES;
  if (is_swept(e) && e->page_limit < most)
    e->page_limit *= 2;
  else if (!change_form(e))
    e->status = PME_NO_MEMORY;
}

void pme__hybrid_start_again(pme__distance *e) {
  pme__window_close(e);
  pme__distance fresh = {.options = e->options, .has_avx2 = e->has_avx2, .weight = 1};
  pme__front_clear(&fresh);
  *e = fresh;
  if (pme__hybrid_open(e))
    e->status = PME_NO_MEMORY;
}
