/* Lines that a measured loop touches first in the run, though a loop of the model has touched them before in the same call: a
 * run of regions knows nothing of the code between them, which fills a matrix, say, whose rows a region then writes. */
#include "composer.h"

#include <string.h>

/* Of one measured loop. */
typedef struct scene {
  pme__composer *c;
  int loop;  /* its row */
  int first; /* the first reference of the model to the array; what stands before it goes by earlier */
} scene;

/* A vector that grows has another block, and the program an array for each: x, x.2, ... */
static size_t length_of_variable(const char *name) {
  size_t length = strlen(name), end = length;
  while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
    end--;
  return end < length && end > 1 && name[end - 1] == '.' ? end - 1 : length;
}

static bool is_of_same_variable(const pme_subject *subject, int a, int b) {
  const char *one = subject->arrays[a], *other = subject->arrays[b];
  size_t length = length_of_variable(one);
  bool is_named = strcmp(one, "memory") != 0 && strncmp(one, "memory.", 7) != 0;
  return a == b || (is_named && length == length_of_variable(other) && !strncmp(one, other, length));
}

static int array_of(const pme_prediction *p, int reference) {
  return pme_subject_at(p->subject, p->references[reference].node)->u.access.array;
}

static int loop_node(const scene *s) { return s->c->asked->loops[s->loop].node; }

static bool is_in_loop(const scene *s, int reference) {
  return pme_subject_is_below(s->c->asked->subject, s->c->asked->references[reference].node, loop_node(s));
}

/* A reference that the model counts, in a loop before this one that is not measured. */
static bool is_before(const scene *s, int reference) {
  const pme_prediction *p = s->c->asked;
  int node = p->references[reference].node, around = pme__loop_around(p->subject, node);
  if (node >= loop_node(s) || around == PME_NONE || !p->references[reference].modelled ||
      pme_concrete_node_at(p->concrete, node)->u.access.scattered != 0)
    return false;
  for (int i = 0; i < p->loop_count; i++)
    if (s->c->out->is_measured[i] && pme_subject_is_below(p->subject, node, p->loops[i].node))
      return false;
  return true;
}

/* How many instances of the level a reference of the team goes to. Of a level that each thread has for itself, what one
 * thread alone has touched is in one. */
static int instances(const scene *s, int level) {
  int count = s->c->asked->level_info[level].instances;
  return count > 1 ? count : 1;
}

static bool is_of_team(const scene *s, int reference) {
  const pme_prediction *p = s->c->asked;
  for (int up = p->references[reference].node; up != PME_NONE; up = pme_subject_at(p->subject, up)->parent)
    if (pme_subject_at(p->subject, up)->kind == PME_NODE_LOOP && pme_subject_at(p->subject, up)->u.loop.parallel)
      return true;
  return false;
}

/* First touches at the level before the loop: of the array's variable, or of all others since that was begun. */
static double touched_before(const scene *s, int array, bool of_others, int level) {
  const pme_prediction *p = s->c->asked;
  double sum = 0;
  for (int i = 0; i < p->reference_count; i++)
    if (is_before(s, i) && is_of_same_variable(p->subject, array_of(p, i), array) != of_others &&
        (!of_others || i > s->first))
      sum += p->references[i].levels[level].cold / (of_others || is_of_team(s, i) ? 1 : instances(s, level));
  return sum;
}

static double touched_in_loop(const scene *s, int array, int level) {
  const pme_prediction *p = &s->c->out->prediction;
  double sum = 0;
  for (int i = 0; i < p->reference_count; i++)
    if (is_in_loop(s, i) && is_of_same_variable(p->subject, array_of(p, i), array))
      sum += p->references[i].levels[level].cold;
  return sum;
}

static void find_first(scene *s, int array) {
  const pme_prediction *p = s->c->asked;
  for (int i = p->reference_count - 1; i >= 0; i--)
    if (is_before(s, i) && is_of_same_variable(p->subject, array_of(p, i), array))
      s->first = i;
}

/* Where in an array that both go through from its begin to its end the cache has room for all that is touched between both
 * touches, from `at_begin` lines there to `at_end`: the part of it. */
static double part_with_room(double at_begin, double at_end, double room) {
  if (at_begin <= room && at_end <= room)
    return 1;
  if (at_begin > room && at_end > room)
    return 0;
  double crossing = (room - at_begin) / (at_end - at_begin);
  return at_begin <= room ? crossing : 1 - crossing;
}

/* At a place there are the rest that was touched before, what came between, and what the loop has touched. A thread that has
 * filled all goes through its part again; in a team each has a part from the beginning. */
static double part_in_cache(const scene *s, double own, double between, double loop, int level) {
  const pme_cache_level *cache = &s->c->asked->machine->levels[level];
  double room = (double)cache->size_bytes / (double)cache->line_bytes, of = instances(s, level);
  if (is_of_team(s, s->first))
    return part_with_room((own + between) / of, (between + loop) / of, room);
  double filled = own * of;
  return part_with_room(filled + between, filled * (1 - 1 / of) + between + loop / of, room);
}

static double at_least_0(double value) { return value > 0 ? value : 0; }

static void take(pme_misses *m, double known, double found) {
  m->cold = at_least_0(m->cold - known);
  m->self += known - found;
  m->misses = at_least_0(m->misses - found);
  m->low = at_least_0(m->low - found);
  m->high = at_least_0(m->high - found);
}

/* `known` first touches are none, `found` of them no misses. */
static void take_everywhere(const scene *s, int array, int level, double known, double found) {
  pme_prediction *p = &s->c->out->prediction;
  double all = touched_in_loop(s, array, level);
  for (int i = 0; i < p->reference_count; i++)
    if (is_in_loop(s, i) && is_of_same_variable(p->subject, array_of(p, i), array)) {
      pme_misses *m = &p->references[i].levels[level];
      double part = m->cold / all;
      take(m, known * part, found * part);
    }
  take(&p->loops[s->loop].levels[level], known, found);
  take(&p->levels[level], known, found);
}

static void look_at_array(scene *s, int array, double *left) {
  const pme_prediction *p = s->c->asked;
  find_first(s, array);
  for (int l = 0; l < p->level_count; l++) {
    double own = touched_in_loop(s, array, l), known = own < left[l] ? own : left[l];
    if (known <= 0)
      continue;
    double between = touched_before(s, array, true, l), loop = s->c->out->prediction.loops[s->loop].levels[l].cold;
    left[l] -= known;
    take_everywhere(s, array, l, known, known * part_in_cache(s, known, between, loop, l));
  }
}

static bool touches_first(const scene *s, int array) {
  for (int l = 0; l < s->c->asked->level_count; l++)
    if (touched_in_loop(s, array, l) > 0)
      return true;
  return false;
}

static bool is_first_of_variable(const pme_subject *subject, int array) {
  for (int a = 0; a < array; a++)
    if (is_of_same_variable(subject, a, array))
      return false;
  return true;
}

void pme__take_touched_before(pme__composer *c) {
  const pme_prediction *p = c->asked;
  for (int a = 0; a < p->subject->array_count; a++) {
    if (!is_first_of_variable(p->subject, a))
      continue;
    double taken[PME_MAX_LEVELS] = {0};
    for (int i = 0; i < p->loop_count; i++) {
      scene s = {.c = c, .loop = i};
      if (!c->out->is_measured[i] || pme__loop_around(p->subject, p->loops[i].node) != PME_NONE ||
          !touches_first(&s, a))
        continue;
      double left[PME_MAX_LEVELS], before[PME_MAX_LEVELS];
      for (int l = 0; l < p->level_count; l++)
        left[l] = before[l] = at_least_0(touched_before(&s, a, false, l) - taken[l]);
      look_at_array(&s, a, left);
      for (int l = 0; l < p->level_count; l++)
        taken[l] += before[l] - left[l];
    }
  }
}
