/* Accesses are counted exactly, misses behind guards are scaled by what is left of lines and visits. */
#include "settle_guards.h"

#include <math.h>

static double between(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

/* Accesses are counted exactly; misses were estimated for as many accesses as the model saw, which takes all behind
 * guards as executed: what is left of them are the visits that the guards leave (guard_share.h). The interval reaches
 * half way to what sets with one way more or less would give, and a few percent of what is not cold for all else.
 * Behind guards it is wider: what they take away (all but `share` of the accesses) leaves room in the cache, more or
 * less than the thinned windows say, and neighbours that share a line at their ends may be taken apart. */
static void settle(pme_misses *m, double accesses, double share, pme__guard_share left, double most_lines,
                   double most) {
  double scale = m->accesses > 0 && share > 0 ? accesses / (share * m->accesses) : 0;
  double cold = between(m->cold * scale * left.lines, 0, most);
  double misses = between(cold + (m->misses - m->cold) * scale * left.visits, cold, most);
  double way = (share < 1 ? 1 : 0.5) * scale * left.visits;
  double below = way * (m->misses - m->low), above = way * (m->high - m->misses);
  double slack = 0.03 * misses + 0.02 * (misses - cold) + 1;
  double spared = (1 - share) * (misses - cold), parted = 0.5 * (1 - share) * misses;
  parted = fmax(parted, left.lines > 0 ? cold * (most_lines / left.lines - 1) : 0);
  *m = (pme_misses){.accesses = accesses,
                    .misses = misses,
                    .cold = cold,
                    .other_threads = between(m->other_threads * scale * left.visits, 0, misses - cold),
                    .low = between(misses - below - slack - spared, 0, misses),
                    .high = between(misses + above + slack + parted, misses, most > misses ? most : misses),
                    .doubt = scale * left.visits * m->doubt,
                    .precision = PME_PRECISION_ESTIMATE,
                    .engine = PME_ENGINE_CLOSED_FORM};
  m->self = m->misses - m->cold - m->other_threads;
}

/* What guards leave of references is found out as far as this share of the effort of all levels goes, beside what the
 * equations found out; of others nothing is taken away but from the lower end. */
static const double share_for_guards = 0.1;

/* Whether two accesses go along the same lines. */
static bool go_alike(const pme_concrete_access *one, const pme_concrete_access *other, int line_bytes) {
  const pme_affine *a = &one->offset_bytes, *b = &other->offset_bytes;
  int64_t distance = a->constant - b->constant;
  bool alike = one->array == other->array && a->depth == b->depth && a->div_count == 0 && b->div_count == 0 &&
               distance < line_bytes && distance > -line_bytes;
  for (int d = 0; alike && d < a->depth; d++)
    alike = a->coefficients[d] == b->coefficients[d];
  return alike;
}

/* What guards leave of the visits and lines of an access. Where another one goes along the same lines, in the same body
 * or around it, and is executed twice as often or more, that one has brought the line, unless the guarded one comes at
 * the very start of the visit. *most_lines: what those who go alike leave together, since lines of a union are shared
 * out to them. */
static pme__guard_share share_left(const pme__settling *q, const pme_prediction *formed, int node, int line_bytes,
                                   double *most_lines) {
  const pme_concrete *concrete = formed->concrete;
  const pme__count *counts = q->counts;
  const pme_concrete_access *access = &pme_concrete_node_at(concrete, node)->u.access;
  pme__guard_share left = pme__guard_share_of(q->guard_shares, node, line_bytes);
  double share = pme__count_share(concrete, counts, node);
  int parent = pme_concrete_node_at(concrete, node)->parent, last = parent;
  *most_lines = left.lines;
  for (int i = 0; i < formed->reference_count; i++) {
    int other = formed->references[i].node, around = pme_concrete_node_at(concrete, other)->parent;
    if (!formed->references[i].modelled || around == parent ||
        !go_alike(access, &pme_concrete_node_at(concrete, other)->u.access, line_bytes))
      continue;
    if (counts[other].executions >= 2 * counts[node].executions && pme__guard_holds_with(concrete, other, node))
      return (pme__guard_share){share, share};
    if (around != last && *most_lines < 1)
      *most_lines += pme__guard_share_of(q->guard_shares, other, line_bytes).lines;
    last = around;
  }
  *most_lines = *most_lines < 1 ? *most_lines : 1;
  return left;
}

void pme__settle_references(const pme__settling *q, int level, pme_prediction *formed) {
  int line_bytes = formed->machine->levels[level].line_bytes;
  double before = pme__guard_shares_effort(q->guard_shares), most = share_for_guards * q->effort;
  for (int i = 0; i < formed->reference_count; i++) {
    pme_reference_prediction *row = &formed->references[i];
    if (!row->modelled)
      continue;
    double share = pme__count_share(formed->concrete, q->counts, row->node);
    double accesses = q->counts[row->node].executions;
    int64_t size_bytes = pme_concrete_node_at(formed->concrete, row->node)->u.access.size_bytes;
    pme__guard_share left = {1, 1};
    double most_lines = 1;
    if (share < 1 && pme__guard_shares_effort(q->guard_shares) - before < most)
      left = share_left(q, formed, row->node, line_bytes, &most_lines);
    settle(&row->levels[level], accesses, share, left, most_lines,
           accesses * (double)(1 + (size_bytes + line_bytes - 2) / line_bytes));
  }
  formed->effort += pme__guard_shares_effort(q->guard_shares) - before;
}
