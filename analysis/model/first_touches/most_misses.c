/* Intervals end at what accesses can miss. */
#include "most_misses.h"

#include <math.h>

static pme_alignment alignment_of(const pme_concrete_array *array) {
  return array->has_base ? (pme_alignment){0, (int64_t)array->base_bytes} : pme_concrete_alignment(array, 0);
}

static bool is_multiple(int64_t value, int64_t of) { return value % of == 0; }

/* Whether an access of a power of two of bytes begins at a multiple of them, always. */
static bool is_aligned(const pme_concrete *concrete, const pme_concrete_access *access) {
  int64_t size = access->size_bytes;
  const pme_affine *offset = &access->offset_bytes;
  pme_alignment base = alignment_of(pme_concrete_array_at(concrete, access->array));
  bool is = (size & (size - 1)) == 0 && offset->div_count == 0 && is_multiple(offset->constant, size) &&
            is_multiple(access->thread_bytes, size) && is_multiple(base.granule_bytes, size) &&
            is_multiple(base.phase_bytes, size);
  for (int d = 0; d < offset->depth && is; d++)
    is = is_multiple(offset->coefficients[d], size);
  return is;
}

/* What comes to a level behind others is an estimate; to the first one all comes. */
static double most_of(const pme_prediction *p, int reference, int level) {
  const pme_concrete_access *access = &pme_concrete_node_at(p->concrete, p->references[reference].node)->u.access;
  const pme_misses *m = &p->references[reference].levels[level];
  double line = p->machine->levels[level].line_bytes, size = (double)access->size_bytes;
  bool in_one = size <= 1 || (size <= line && is_aligned(p->concrete, access));
  double accesses = p->references[reference].levels[0].accesses;
  return fmax(accesses * (in_one ? 1 : floor((size - 2) / line) + 2), m->misses);
}

void pme__bound_unanswered(const bool *were_modelled, const pme__count *counts, pme_prediction *p) {
  for (int r = 0; r < p->reference_count; r++) {
    pme_reference_prediction *row = &p->references[r];
    for (int l = 0; l < p->level_count && were_modelled[r] && !row->modelled; l++) {
      row->levels[l] = (pme_misses){.accesses = counts[row->node].executions, .precision = PME_PRECISION_BOUND};
      row->levels[l].high = most_of(p, r, l);
    }
  }
}

static void cap(pme_misses *m, double most) { m->high = fmax(fmin(m->high, most), m->misses); }

/* `levels`: of a loop, or of all. Ends that are no more than all accesses stay, without a look at each of these. */
static void cap_sum(pme_prediction *p, int loop, int level, pme_misses *levels) {
  double most = levels[0].accesses;
  if (levels[level].high > most) {
    most = 0;
    for (int r = 0; r < p->reference_count; r++)
      if (loop == PME_NONE || pme_subject_is_below(p->subject, p->references[r].node, loop))
        most += p->references[r].modelled ? most_of(p, r, level) : p->references[r].levels[level].high;
  }
  cap(&levels[level], most);
}

void pme__cap_intervals(pme_prediction *p) {
  for (int l = 0; l < p->level_count; l++) {
    for (int i = 0; i < p->loop_count; i++)
      cap_sum(p, p->loops[i].node, l, p->loops[i].levels);
    cap_sum(p, PME_NONE, l, p->levels);
    for (int r = 0; r < p->reference_count; r++)
      if (p->references[r].modelled)
        cap(&p->references[r].levels[l], most_of(p, r, l));
  }
}
