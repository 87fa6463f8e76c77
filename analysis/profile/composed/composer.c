/* Loops and references that a run and a compile have in common, by their places. */
#include "composer.h"

#include <string.h>

static pme_place place_in(const pme_prediction *p, int node) { return pme_subject_at(p->subject, node)->place; }

static const char *last_component(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool pme__is_of_same_file(const pme_prediction *a, int a_node, const pme_prediction *b, int b_node) {
  const char *one = place_in(a, a_node).file, *other = place_in(b, b_node).file;
  one = one ? one : a->subject->file;
  other = other ? other : b->subject->file;
  return !one || !other || !*one || !*other || !strcmp(last_component(one), last_component(other));
}

bool pme__is_shared_out(const pme_prediction *p, int node) { return pme_subject_at(p->subject, node)->u.loop.parallel; }

/* Of a loop around the run's, which the compile has, too: whether that is around this one. */
static bool is_in_same(const pme__composer *c, int node, int around) {
  const pme_prediction *p = c->asked;
  bool is_known = false;
  for (int i = 0; i < p->loop_count; i++) {
    bool is_it = pme__is_same_place(place_in(p, p->loops[i].node), place_in(c->measured, around));
    if (is_it && pme_subject_is_below(p->subject, node, p->loops[i].node))
      return true;
    is_known |= is_it;
  }
  return !is_known;
}

/* A function that is inlined in several places has the same loops there. */
static bool is_inlined_elsewhere(const pme__composer *c, int node, int row) {
  const pme_prediction *m = c->measured;
  for (int i = 0; i < m->loop_count; i++)
    if (m->loops[i].node != row && pme_subject_is_below(m->subject, row, m->loops[i].node) &&
        !is_in_same(c, node, m->loops[i].node))
      return true;
  return false;
}

static const pme_loop_prediction *loop_at(const pme__composer *c, int node, bool is_shared_out) {
  const pme_prediction *m = c->measured;
  for (int i = 0; i < m->loop_count; i++)
    if (pme__is_shared_out(m, m->loops[i].node) == is_shared_out &&
        pme__is_same_place(place_in(m, m->loops[i].node), place_in(c->asked, node)) &&
        !is_inlined_elsewhere(c, node, m->loops[i].node) &&
        (c->part == 0 || pme__is_of_same_file(m, m->loops[i].node, c->asked, node)))
      return &m->loops[i];
  return NULL;
}

/* What threads share out by their numbers is a worksharing loop to the run, and one of each thread to the model. */
const pme_loop_prediction *pme__measured_loop(const pme__composer *c, int node) {
  bool is_shared_out = pme__is_shared_out(c->asked, node);
  const pme_loop_prediction *found = loop_at(c, node, is_shared_out);
  return found || is_shared_out ? found : loop_at(c, node, true);
}

bool pme__is_around(const pme__composer *c, int loop, int other) {
  const pme_prediction *p = c->asked;
  return pme_subject_is_below(p->subject, p->loops[other].node, p->loops[loop].node);
}

bool pme__is_beside(const pme__composer *c, int loop) {
  const pme_prediction *p = c->asked;
  for (int i = 0; i < p->loop_count; i++) {
    if ((pme__is_shared_out(p, p->loops[i].node) && (pme__is_around(c, loop, i) || pme__is_around(c, i, loop))) ||
        (i != loop && c->out->is_measured[i] && pme__is_around(c, i, loop)))
      return false;
  }
  return true;
}

bool pme__is_same_code(double modelled, double run) { return run > 0.98 * modelled && run < 1.02 * modelled; }

double pme__share_in(double sum, double parts) { return parts > sum && sum >= 0 ? sum / parts : 1; }

void pme__add_misses(pme_misses *to, const pme_misses *m, double factor) {
  to->accesses += m->accesses * factor;
  to->misses += m->misses * factor;
  to->cold += m->cold * factor;
  to->self += m->self * factor;
  to->other_threads += m->other_threads * factor;
  to->coherence += m->coherence * factor;
  to->false_sharing += m->false_sharing * factor;
  to->low += m->low * factor;
  to->high += m->high * factor;
  to->least += m->least * factor;
  to->placement += m->placement * factor;
  if (m->precision > to->precision)
    to->precision = m->precision;
  to->engine = PME_ENGINE_PROFILE;
}
