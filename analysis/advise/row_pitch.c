/* Rows that only the strides of accesses show: p[i * n + j]. */
#include "row_pitch.h"

#include <stdlib.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/base/integer.h"
#include "analysis/core/tree.h"

/* A column falls into one in so many sets, or fewer. */
enum { CROWDED = 8 };

typedef struct rows {
  const pme_prediction *prediction;
  int64_t pitch;
  bool is_broken; /* some access does not keep to them */
} rows;

/* Whole rows, or inside of a row. */
static void check(rows *r, int64_t stride, double trips) {
  bool fits = stride >= r->pitch ? stride % r->pitch == 0 : (trips - 1) * (double)stride < (double)r->pitch;
  r->is_broken = r->is_broken || !fits;
}

/* Along each loop around it. */
static void check_access(rows *r, int access) {
  const pme_prediction *p = r->prediction;
  for (int loop = pme__loop_around(p->subject, access); loop != PME_NONE; loop = pme__loop_around(p->subject, loop)) {
    const pme_loop_prediction *row = pme__loop_row(p, loop);
    int64_t stride = llabs((long long)pme__stride_along(p->concrete, access, loop));
    if (stride > 0)
      check(r, stride, row ? row->trip_count : 1);
  }
}

static void check_array(rows *r, int array) {
  const pme_prediction *p = r->prediction;
  for (int i = 0; i < p->reference_count; i++) {
    int node = p->references[i].node;
    if (p->subject->nodes[node].u.access.array != array)
      continue;
    if (!p->references[i].modelled || pme_concrete_node_at(p->concrete, node)->u.access.offset_bytes.div_count > 0)
      r->is_broken = true;
    else
      check_access(r, node);
  }
}

static bool is_crowded(const pme_machine *machine, int64_t pitch) {
  for (int l = 0; l < machine->level_count; l++) {
    int64_t line_bytes = machine->levels[l].line_bytes, sets = pme_cache_sets(&machine->levels[l]);
    if (pitch % line_bytes == 0 && sets > 1 && pme__gcd(pitch / line_bytes, sets) >= (sets < CROWDED ? sets : CROWDED))
      return true;
  }
  return false;
}

int64_t pme__crowded_row_pitch(const pme_prediction *prediction, int access) {
  rows r = {.prediction = prediction, .pitch = llabs((long long)pme__stride_of(prediction->concrete, access))};
  if (r.pitch <= 0 || !is_crowded(prediction->machine, r.pitch))
    return 0;
  check_array(&r, prediction->subject->nodes[access].u.access.array);
  return r.is_broken ? 0 : r.pitch;
}

/* Along some loop around it: steps of less than a row, more of them than a row holds. */
static bool runs_over(const pme_prediction *p, int access, int64_t row_bytes) {
  for (int loop = pme__loop_around(p->subject, access); loop != PME_NONE; loop = pme__loop_around(p->subject, loop)) {
    const pme_loop_prediction *row = pme__loop_row(p, loop);
    int64_t stride = llabs((long long)pme__stride_along(p->concrete, access, loop));
    if (row && stride < row_bytes && (row->trip_count - 1) * (double)stride >= (double)row_bytes)
      return true;
  }
  return false;
}

bool pme__runs_over_rows(const pme_prediction *prediction, int array) {
  int64_t row_bytes = pme_concrete_array_at(prediction->concrete, array)->row_bytes;
  for (int i = 0; i < prediction->reference_count && row_bytes > 0; i++) {
    int node = prediction->references[i].node;
    if (prediction->subject->nodes[node].u.access.array == array && runs_over(prediction, node, row_bytes))
      return true;
  }
  return false;
}
