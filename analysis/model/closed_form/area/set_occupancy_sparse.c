/* Lines that share a set with a few reused lines: only the runs near these are looked at. */
#include "set_occupancy_sparse.h"

#include "analysis/base/integer.h"

enum { MOST_OWN_RUNS = 16, DENSE_SHARE = 8 /* of the way, one over */ };

/* Lines of the region change at a slot inside a run of reused lines. */
typedef struct step {
  int64_t slot;
  int change;
} step;

typedef struct steps {
  int count;
  int64_t before; /* lines at the first slot of the run */
  step items[PME__SET_OCCUPANCY_SPARSE_MOST_STEPS];
} steps;

static int64_t first_slot(int64_t position, int64_t alignment) {
  return position / alignment + (position % alignment > 0);
}

static bool add_step(steps *s, int64_t slot, int change) {
  if (s->count == PME__SET_OCCUPANCY_SPARSE_MOST_STEPS)
    return false;
  int at = s->count++;
  for (; at > 0 && s->items[at - 1].slot > slot; at--)
    s->items[at] = s->items[at - 1];
  s->items[at] = (step){slot, change};
  return true;
}

/* The run [low, low + length) of the region, seen from slot 0 of a run of `own_length` reused slots. */
static bool add_run(steps *s, int64_t low, int64_t length, int64_t own_length, int64_t slots) {
  s->before += length / slots;
  length %= slots;
  if (low < own_length && length > 0) {
    if (!add_step(s, low, 1) || (low + length < own_length && !add_step(s, low + length, -1)))
      return false;
  }
  int64_t wrapped = low + length - slots;
  if (wrapped <= 0)
    return true;
  s->before++;
  return wrapped >= own_length || add_step(s, wrapped, -1);
}

static void read_steps(const steps *s, int64_t own_length, double total, int ways, double *others) {
  int64_t lines = s->before, at = 0;
  for (int i = 0; i <= s->count; i++) {
    int64_t next = i < s->count ? s->items[i].slot : own_length;
    int64_t shown = lines <= ways ? lines : ways + 1;
    if (next > at)
      others[shown > 0 ? shown - 1 : 0] += (double)(next - at) / total;
    at = next;
    lines += i < s->count ? s->items[i].change : 0;
  }
}

bool pme__set_occupancy_sparse_others(const pme__interval *runs, int count, const pme__strided_region *own,
                                      const pme__way_positions *way, double *others) {
  int64_t alignment = way->alignment;
  pme__interval own_runs[MOST_OWN_RUNS];
  steps found[MOST_OWN_RUNS];
  int64_t slots = way->span / alignment, total = 0;
  if (pme__strided_region_runs(own) > MOST_OWN_RUNS)
    return false;
  int own_count = pme__strided_region_expand(own, own_runs, 0);
  for (int i = 0; i < own_count; i++) {
    own_runs[i] = (pme__interval){first_slot(own_runs[i].low, alignment), first_slot(own_runs[i].high, alignment)};
    total += own_runs[i].high - own_runs[i].low;
    found[i].count = 0;
    found[i].before = 0;
  }
  if (total == 0 || total > slots / DENSE_SHARE)
    return false;
  for (int k = 0; k < count; k++) {
    int64_t low = pme__floor_mod(first_slot(runs[k].low, alignment), slots);
    int64_t length = first_slot(runs[k].high, alignment) - first_slot(runs[k].low, alignment);
    for (int i = 0; i < own_count; i++) {
      int64_t apart = low - pme__floor_mod(own_runs[i].low, slots);
      if (!add_run(&found[i], apart < 0 ? apart + slots : apart, length, own_runs[i].high - own_runs[i].low, slots))
        return false;
    }
  }
  for (int i = 0; i < own_count; i++)
    read_steps(&found[i], own_runs[i].high - own_runs[i].low, (double)total, way->ways, others);
  return true;
}
