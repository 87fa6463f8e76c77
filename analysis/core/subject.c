/* The loops and references that a prediction speaks of: reading them, and making them of what was recorded. */
#include "pmecache/subject.h"

#include <stdio.h>
#include <string.h>

#include "assumed_text.h"

bool pme_subject_is_below(const pme_subject *subject, int node, int ancestor) {
  while (node != PME_NONE && node != ancestor)
    node = pme_subject_at(subject, node)->parent;
  return node == ancestor;
}

static int team_at(const pme_subject_node *node) {
  if (!node->modelled)
    return 1;
  return node->kind == PME_NODE_REGION ? node->u.region.threads
         : node->kind == PME_NODE_LOOP ? node->u.loop.threads
                                       : 1;
}

int pme_subject_largest_team(const pme_subject *subject) {
  int threads = 1;
  for (int id = 0; id < subject->node_count; id++) {
    int team = team_at(pme_subject_at(subject, id));
    threads = team > threads ? team : threads;
  }
  return threads;
}

int pme_subject_asked_team(const pme_subject *subject) {
  int threads = pme_subject_largest_team(subject);
  for (int id = 0; id < subject->node_count; id++) {
    const pme_subject_node *node = pme_subject_at(subject, id);
    if (node->kind == PME_NODE_LOOP && node->u.loop.parallel && node->u.loop.threads > threads)
      threads = node->u.loop.threads;
  }
  return threads;
}

/* ---- making one ---- */

pme_subject *pme_subject_create(pme_arena *arena, int most_nodes) {
  pme_subject *subject = PME_ARENA_NEW(arena, pme_subject, 1);
  if (!subject)
    return NULL;
  *subject = (pme_subject){.function = "", .file = ""};
  subject->nodes = PME_ARENA_NEW(arena, pme_subject_node, most_nodes);
  subject->arrays = PME_ARENA_NEW(arena, const char *, most_nodes);
  return subject->nodes && subject->arrays ? subject : NULL;
}

static int depth_of(const pme_subject *subject, int node) {
  int depth = 0;
  for (; node != PME_NONE; node = pme_subject_at(subject, node)->parent)
    depth++;
  return depth;
}

static pme_status add_node(pme_subject *subject, const pme_subject_node *node, int *id) {
  if (depth_of(subject, node->parent) >= PME_MAX_DEPTH)
    return PME_BAD_ARGUMENT;
  subject->nodes[subject->node_count] = *node;
  *id = subject->node_count++;
  return PME_OK;
}

static bool is_taken(const pme_subject *subject, int parent, const char *name) {
  for (int id = parent; id != PME_NONE; id = pme_subject_at(subject, id)->parent)
    if (pme_subject_at(subject, id)->kind == PME_NODE_LOOP &&
        !strcmp(pme_subject_at(subject, id)->u.loop.variable, name))
      return true;
  return false;
}

/* Nested loops of one name are told apart, as in programs. */
static const char *distinct_name(const pme_subject *subject, pme_arena *arena, int parent, const char *wanted) {
  char name[256];
  snprintf(name, sizeof name, "%.200s", wanted);
  for (int suffix = 2; is_taken(subject, parent, name); suffix++)
    snprintf(name, sizeof name, "%.200s_%d", wanted, suffix);
  return pme_arena_copy_text(arena, name);
}

pme_status pme_subject_add_loop(pme_subject *subject, pme_arena *arena, int parent, const pme_subject_loop *loop,
                                int *node) {
  pme_subject_node row = {.kind = PME_NODE_LOOP, .parent = parent, .modelled = true};
  row.u.loop = *loop;
  row.u.loop.variable = distinct_name(subject, arena, parent, loop->variable);
  return row.u.loop.variable ? add_node(subject, &row, node) : PME_NO_MEMORY;
}

static int array_of(pme_subject *subject, const char *name) {
  for (int i = 0; i < subject->array_count; i++)
    if (!strcmp(subject->arrays[i], name))
      return i;
  subject->arrays[subject->array_count] = name;
  return subject->array_count++;
}

pme_status pme_subject_add_access(pme_subject *subject, int parent, const char *array, bool is_write, int *node) {
  pme_subject_node row = {.kind = PME_NODE_ACCESS, .parent = parent, .modelled = true};
  row.u.access = (pme_subject_access){.array = array_of(subject, array), .is_write = is_write};
  return add_node(subject, &row, node);
}

/* ---- teams ---- */

typedef struct settling {
  pme_subject *subject;
  pme_arena *arena;
  int default_threads;
  pme_assumption *assumptions;
  bool no_memory, team_is_told;
} settling;

static void assume(settling *s, pme_assumption_code code, int node, const char *text) {
  const char *copy = pme_arena_copy_text(s->arena, text);
  if (!copy)
    s->no_memory = true;
  else
    s->assumptions[s->subject->assumption_count++] = (pme_assumption){code, node, copy};
}

/* The nearest parallel loop around; NULL: none. */
static const pme_subject_loop *team_loop_around(const pme_subject *subject, int node) {
  for (int id = pme_subject_at(subject, node)->parent; id != PME_NONE; id = pme_subject_at(subject, id)->parent)
    if (pme_subject_at(subject, id)->kind == PME_NODE_LOOP && pme_subject_at(subject, id)->u.loop.parallel)
      return &pme_subject_at(subject, id)->u.loop;
  return NULL;
}

static void settle_size(settling *s, int node, pme_subject_loop *loop) {
  const pme_subject_loop *around = team_loop_around(s->subject, node);
  if (!loop->parallel)
    loop->threads = around ? around->threads : 1;
  else if (around)
    loop->threads = 1;
  else if (loop->threads <= 0) {
    char text[120];
    loop->threads = s->default_threads > 0 ? s->default_threads : 1;
    snprintf(text, sizeof text, PME__TEAM_NOT_SAID, loop->threads);
    if (!s->team_is_told)
      assume(s, PME_ASSUMPTION_TEAM_SIZE, PME_NONE, text);
    s->team_is_told = true;
  }
}

static void settle_schedule(settling *s, int node, pme_subject_loop *loop) {
  if (loop->schedule == PME_SCHEDULE_AUTO || loop->schedule == PME_SCHEDULE_RUNTIME) {
    char text[80];
    snprintf(text, sizeof text, PME__SCHEDULE_AS_STATIC, pme_schedule_name(loop->schedule));
    assume(s, PME_ASSUMPTION_SCHEDULE, node, text);
    loop->schedule = PME_SCHEDULE_STATIC;
    loop->chunk = 0;
  }
  if (loop->schedule != PME_SCHEDULE_STATIC && loop->chunk == 0)
    loop->chunk = 1;
}

pme_status pme_subject_settle_teams(pme_subject *subject, pme_arena *arena, int default_threads) {
  settling s = {.subject = subject, .arena = arena, .default_threads = default_threads};
  s.assumptions = PME_ARENA_NEW(arena, pme_assumption, subject->node_count + 1);
  if (!s.assumptions)
    return PME_NO_MEMORY;
  subject->assumptions = s.assumptions;
  for (int id = 0; id < subject->node_count && !s.no_memory; id++) {
    pme_subject_node *node = &subject->nodes[id];
    if (node->kind != PME_NODE_LOOP)
      continue;
    settle_size(&s, id, &node->u.loop);
    if (node->u.loop.parallel)
      settle_schedule(&s, id, &node->u.loop);
    else
      node->u.loop.schedule = PME_SCHEDULE_STATIC, node->u.loop.chunk = 0;
  }
  return s.no_memory ? PME_NO_MEMORY : PME_OK;
}
