/* What a remark says of lines that a loop loses to writes of other threads, and what ends that. */
#include "remark_parts.h"

#include <stdlib.h>

/* A line of another core takes about 100 cycles: fewer of them than starting the team takes (12 each time), or that take
 * less than 1% of a cycle for each access, are not felt. */
static bool is_worth_a_word(const pme_loop_prediction *loop, const pme_misses *m) {
  static const double lines_of_a_start = 12, least_of_accesses = 1e-4;
  return m->coherence >= lines_of_a_start * loop->executions && m->coherence >= least_of_accesses * m->accesses;
}

/* The level of the loop that loses most, or -1: none that is worth a word. */
static int most_coherent_level(const pme__remark_builder *b, const pme_loop_prediction *loop) {
  int most = -1;
  for (int l = 0; l < b->prediction->level_count; l++) {
    const pme_misses *m = &loop->levels[l];
    if (m->coherence > 0 && m->coherence >= PME__NOTABLE_SHARE * m->misses && is_worth_a_word(loop, m) &&
        (most < 0 || m->coherence > loop->levels[most].coherence))
      most = l;
  }
  return most;
}

static const pme_reference_prediction *most_coherent_reference(const pme__remark_builder *b,
                                                               const pme_loop_prediction *loop, int level) {
  const pme_reference_prediction *most = NULL;
  for (int i = 0; i < b->prediction->reference_count; i++) {
    const pme_reference_prediction *reference = &b->prediction->references[i];
    if (pme__is_counted(b, loop, reference) &&
        reference->levels[level].coherence > (most ? most->levels[level].coherence : 0))
      most = reference;
  }
  return most;
}

/* for (i = thread; i < n; i += threads): the next iteration of a loop belongs to the next thread. */
static bool goes_round(const pme__remark_builder *b, int node, const pme_concrete_loop *team) {
  int id = pme_subject_at(b->subject, node)->parent;
  for (; team->is_team && id != PME_NONE; id = pme_subject_at(b->subject, id)->parent) {
    const pme_concrete_node *around = pme_concrete_node_at(b->prediction->concrete, id);
    if (around->kind != PME_NODE_LOOP || around->u.loop.depth <= team->depth)
      continue;
    const pme_affine *first = &around->u.loop.firsts[0];
    if (first->depth > team->depth && first->coefficients[team->depth] == 1 && around->u.loop.step == team->threads)
      return true;
  }
  return false;
}

/* out[n][c] of a loop over c: elements of different iterations take turns. */
static bool alternates(const pme_concrete_node *access, const pme_concrete_loop *shared, int64_t stride) {
  const pme_affine *offset = &access->u.access.offset_bytes;
  for (int d = shared->depth + 1; d < offset->depth; d++)
    if (llabs(offset->coefficients[d]) > stride)
      return true;
  return false;
}

/* What ends false sharing of lines that neighbouring iterations of a worksharing loop write: chunks of a line. Where
 * there are too few iterations for that, elements of a line, or another layout. Where each thread has an element of its
 * own, that or no element at all. */
static void say_cure(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop, int node,
                     int level) {
  const pme_concrete_node *access = pme_concrete_node_at(b->prediction->concrete, node);
  const pme_concrete_loop *shared = &pme_concrete_node_at(b->prediction->concrete, loop->node)->u.loop;
  if (!shared->parallel || shared->depth >= access->u.access.offset_bytes.depth || shared->collapse > 1)
    return;
  bool by_number = access->u.access.thread_bytes != 0;
  int64_t stride = access->u.access.offset_bytes.coefficients[shared->depth] * shared->step;
  int64_t line_bytes = b->prediction->machine->levels[level].line_bytes;
  stride = llabs(by_number ? access->u.access.thread_bytes : stride);
  if (stride == 0 && goes_round(b, node, shared))
    pme__say(l, "; a block of neighbouring iterations for each thread ends that");
  if (stride == 0 || stride >= line_bytes)
    return;
  int64_t chunk = (line_bytes + stride - 1) / stride;
  if (by_number || shared->is_team)
    pme__say(l, "; a variable of each thread's own, or elements that are %d bytes apart, end that", (int)line_bytes);
  else if (2 * (double)chunk <= loop->trip_count && pme_subject_at(b->subject, loop->node)->u.loop.is_taskloop)
    pme__say(l, "; grainsize(%lld) or more ends most of that", (long long)chunk);
  else if (2 * (double)chunk <= loop->trip_count)
    pme__say(l, "; chunks of %lld or more iterations end most of that", (long long)chunk);
  else if (alternates(access, shared, stride))
    pme__say(l, "; what each iteration writes in a part of the array of its own ends that");
  else
    pme__say(l, "; elements that are %d bytes apart end that", (int)line_bytes);
}

void pme__say_race(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  int race = pme__race_in(b->prediction, loop->node);
  if (race == PME_NONE)
    return;
  pme__say(l, "; different threads write the same elements of '%.*s'", PME__REMARK_NAME_BYTES,
           pme__array_name(b->subject, race));
  pme__say_place(l, b, pme_subject_at(b->subject, race)->place);
  pme__say(l, ": a data race, unless a lock keeps them apart");
}

/* Behind how many there are. */
static void say_what_is_lost(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop, int level,
                             const pme_reference_prediction *worst) {
  const pme_misses *misses = &loop->levels[level];
  bool is_false =
      misses->false_sharing > 0.5 * misses->coherence && pme__race_in(b->prediction, loop->node) == PME_NONE;
  pme__say(l, " lines that other threads wrote%s", is_false ? ", most by false sharing" : "");
  if (!worst)
    return;
  pme__say(l, ": ");
  pme__say_access(l, b, worst->node);
  if (is_false)
    say_cure(l, b, loop, worst->node, level);
}

void pme__say_coherence(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  int level = most_coherent_level(b, loop);
  if (level < 0)
    return;
  const pme_reference_prediction *worst = most_coherent_reference(b, loop, level);
  bool is_open = loop->data_accesses > 0 && worst && pme__is_chosen_by_data(b, worst);
  pme__say(l, is_open ? "; up to " : "; ");
  pme__say_share(l, loop->levels[level].coherence, loop->levels[level].misses);
  pme__say(l, " of the misses of %s %s", b->prediction->level_info[level].name, is_open ? "may be" : "are");
  say_what_is_lost(l, b, loop, level, worst);
}

void pme__say_coherence_beside(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  int level = most_coherent_level(b, loop);
  if (level < 0)
    return;
  pme__say(l, "; beside them, which no single thread sees, about ");
  pme__say_count(l, loop->levels[level].coherence / (loop->executions > 0 ? loop->executions : 1));
  pme__say(l, " misses of %s in an execution are", b->prediction->level_info[level].name);
  say_what_is_lost(l, b, loop, level, most_coherent_reference(b, loop, level));
}
