/* What windows of residues say of all of the program. */
#include <math.h>

#include "residue_run.h"

enum { MOST_WINDOWS = PME__MOST_RESIDUE_WINDOWS };
/* Of what stretches count: that where they begin and end, and the first lines that they do not know, may make; misses of
 * those that were late, at most. */
static const double EDGES = 0.002, MOST_LATE = 0.02;
/* Of a mean of n results: 95%. */
static const double STUDENT[] = {0, 0, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31}, STUDENT_OF_MANY = 2.1;

typedef pme__residue_run run;
typedef pme__residue_sums sums;
typedef pme__residue_part part;
typedef pme__residue_window window;

static double student_of(int results) {
  return results < (int)(sizeof STUDENT / sizeof *STUDENT) ? STUDENT[results] : STUDENT_OF_MANY;
}

/* Results of windows, for as many accesses as there are of the program. */
typedef struct scatter {
  double sum, squares;
  int count;
} scatter;

static void note(scatter *s, double value) {
  s->sum += value;
  s->squares += value * value;
  s->count++;
}

/* Half-width of the mean, and of one more result around it. */
static double half_width_of(const scatter *s, bool is_of_one) {
  double n = s->count, mean = s->sum / n, variance = n > 1 ? fmax(s->squares / n - mean * mean, 0) * n / (n - 1) : 0;
  return n > 1 ? student_of(s->count) * sqrt(variance * (1 / n + (is_of_one ? 1 : 0))) : INFINITY;
}

/* A run has one frame for each page: its misses are one result of those that there may be. */
static void find_half_widths(const run *r, pme__policy_windows *out) {
  double all = 0;
  for (int i = 0; i < r->program->reference_count; i++)
    all += pme__residue_executions(r, i);
  for (int l = r->first; l < r->levels; l++) {
    scatter own = {0}, more = {0};
    int draws = r->draws[l];
    for (int k = 0; k < r->count; k++) {
      const window *w = &r->windows[k];
      double scale = w->all.accesses > 0 ? all / w->all.accesses : 0;
      for (int d = 0; d < draws; d++)
        note(&own, scale * w->drawn[l][d]);
      for (int d = 0; d < draws; d++)
        note(&more, scale * (w->drawn[l][d] - w->all.lru[l]));
    }
    out->own_half_width[l] = own.count ? half_width_of(&own, draws > 1) : INFINITY;
    out->half_width[l] = more.count ? half_width_of(&more, draws > 1) : 0;
  }
}

/* How much a window has more than its accesses to each reference let expect, of the sum over all of the program. */
static void add_residuals(const run *r, int level, int reference, double *own, double *lru) {
  double accesses = r->references[reference].accesses, scale = pme__residue_executions(r, reference) / accesses;
  double all_own = 0, all_lru = 0;
  for (int k = 0; k < r->count; k++) {
    all_own += r->windows[k].references[reference].own[level];
    all_lru += r->windows[k].references[reference].lru[level];
  }
  for (int k = 0; k < r->count; k++) {
    const part *p = &r->windows[k].references[reference];
    own[k] += scale * (p->own[level] - all_own / accesses * p->accesses);
    lru[k] += scale * (p->lru[level] - all_lru / accesses * p->accesses);
  }
}

static double all_of(const run *r, int level) {
  double all = 0;
  for (int i = 0; i < r->program->reference_count; i++)
    if (r->references[i].accesses > 0)
      all += pme__residue_executions(r, i) / r->references[i].accesses * r->references[i].own[level];
  return all;
}

/* Whether bounds of loops never vary. */
static bool is_even(const pme__tree_node *node) {
  bool even = node->is_body || node->constant;
  for (const pme__tree_node *child = node->is_body ? NULL : node->first_child; child && even; child = child->next)
    even = is_even(child);
  return even;
}

/* Squares of what single draws of frames have, less their mean. A run has one frame for each page, in all windows. */
static double squares_of_draws(const run *r, int level) {
  int draws = r->draws[level];
  double accesses = 0, squares = 0, all = 0;
  for (int i = 0; i < r->program->reference_count; i++) {
    all += pme__residue_executions(r, i);
    accesses += r->references[i].accesses;
  }
  for (int k = 0; k < r->count && draws > 1 && accesses > 0; k++) {
    const window *w = &r->windows[k];
    double scale = w->weight * all / accesses, sum = 0;
    for (int d = 0; d < draws; d++)
      sum += w->drawn[level][d];
    for (int d = 0; d < draws; d++)
      squares += pow(scale * (w->drawn[level][d] - sum / draws), 2) / (draws - 1);
  }
  return squares * r->count;
}

/* Of sums over all of the program. Where loops grow and shrink a part of the program that is as large as one of n windows
 * may be unlike the others, and have none: what they share then scatters by as much. */
static void find_half_widths_of_stretches(const run *r, pme__policy_windows *out) {
  for (int l = r->first; l < r->levels; l++) {
    double own[MOST_WINDOWS] = {0}, lru[MOST_WINDOWS] = {0}, own_squares = 0, lru_squares = 0, both = 0;
    double scale = STUDENT_OF_MANY * STUDENT_OF_MANY * r->count / fmax(r->count - 1, 1);
    if (r->draws[l] == 0)
      continue;
    for (int i = 0; i < r->program->reference_count; i++)
      if (r->references[i].accesses > 0)
        add_residuals(r, l, i, own, lru);
    double drawn = STUDENT_OF_MANY * STUDENT_OF_MANY * squares_of_draws(r, l);
    double unseen = all_of(r, l) * (is_even(r->program->root) ? EDGES : 1 / fmax(r->count, 1));
    for (int k = 0; k < r->count; k++) {
      own_squares += scale * own[k] * own[k];
      lru_squares += scale * lru[k] * lru[k];
      both += scale * own[k] * lru[k];
    }
    own_squares += drawn;
    out->own_half_width[l] = hypot(sqrt(own_squares), unseen);
    out->lru_half_width[l] = hypot(sqrt(lru_squares), unseen);
    out->half_width[l] = sqrt(fmax(own_squares + lru_squares - 2 * both, 0));
  }
}

double pme__part_of_walk(const pme__policy_windows *w, int level, double walked, double *half_width) {
  double own = w->own_half_width[level] * w->own_half_width[level], more = w->half_width[level] * w->half_width[level],
         lru = w->lru_half_width[level] * w->lru_half_width[level], both = (own + lru - more) / 2;
  double part = lru + walked * walked > 0 && !w->is_unsettled[level > 0] ? both / (lru + walked * walked) : 1;
  part = fmin(fmax(part, 0), 1);
  *half_width = sqrt(fmax(own - 2 * part * both + part * part * (lru + walked * walked), 0));
  return part;
}

void pme__residue_run_half_widths(const run *r, pme__policy_windows *out) {
  out->is_unsettled[r->first > 0] = r->missed_late > MOST_LATE * r->missed;
  if (r->is_stretch)
    find_half_widths_of_stretches(r, out);
  else
    find_half_widths(r, out);
}

void pme__residue_run_tell(const run *r, pme__policy_windows *out) {
  for (int i = 0; i < r->program->reference_count; i++) {
    const sums *s = &r->references[i];
    pme__policy_change *change = &out->changes[r->program->references[i].node];
    for (int l = r->first; l < r->levels && s->accesses > 0; l++) {
      change->is_seen[l] = true;
      double scale = pme__residue_executions(r, i) / s->accesses;
      change->own[l] = scale * s->own[l];
      change->more[l] = scale * (s->own[l] - s->lru[l]);
    }
  }
  pme__residue_run_half_widths(r, out);
  out->is_stretch[r->first > 0] = r->is_stretch;
}
