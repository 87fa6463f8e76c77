/* Loops of a function that is too large for all of them at once: each by itself. Many differ in names alone, and what
 * stands in one outermost loop is looked at together: there are fewer groups than loops. Where that is too much (a
 * main program's loop over time, which holds all others), what is beside a loop in it is left out, too. */
#include <math.h>

#include "analysis/core/tree.h"
#include "copies.h"
#include "loop_excerpt.h"
#include "search.h"

enum { ALONE_LOOKS = 9 };
/* Excerpts are kept to be compared, and built again where they are more than this. */
enum { MOST_KEPT_NODES = 20000 };

/* Loops that are answered by looks at one excerpt: those of a round. */
typedef struct group {
  int first;            /* of the search's loops */
  pme_program *program; /* NULL: not kept */
  int references;
  double factor;  /* of the effort of looks, found out */
  double last_ms; /* that the last one took: where it came to no end, the next one takes no less */
  bool is_beyond_reach;
} group;

typedef struct grouping {
  pme__size_search *search;
  const struct grouping *before; /* whose looks came to no end; NULL: there were none */
  bool leaves_beside;            /* excerpts have nothing of what is beside a loop in those around it */
  int *nodes;                    /* what the program's are in the excerpt that was built last */
  group *groups;
  int count, first_round, kept_nodes;
  double left_references;
} grouping;

/* What its excerpt has all of. */
static int top_of(const grouping *g, int loop) {
  int node = g->search->loops[loop].node;
  return g->leaves_beside ? node : pme__outermost_loop(g->search->program, node);
}

static pme_status build(grouping *g, int loop, pme_program **out) {
  return pme__excerpt_of_loop(g->search, top_of(g, loop), loop, out, g->nodes);
}

/* ---- groups ---- */

/* What looks at all loops together took more than usual, a part of them takes its part of. */
static double first_factor(const pme__size_search *s, int loop, int references) {
  return fmax(s->left_factor[loop] * references / fmax(s->walked, 1), 1);
}

static const group *find_same(const grouping *g, const pme_program *program) {
  for (int i = 0; g && i < g->count; i++)
    if (g->groups[i].program && pme__is_same_program(g->groups[i].program, program, PME__PLACES_ARE_SAME))
      return &g->groups[i];
  return NULL;
}

/* Where nothing is beside the loop that could be left out, looks go on where those before came to no end. */
static pme_status new_group(const grouping *g, int first, pme_program *program, group *out) {
  const group *same = find_same(g->before, program);
  *out = (group){.first = first, .program = program};
  pme_status status = pme__count_walked(g->search, program, &out->references);
  out->factor = same ? same->factor : first_factor(g->search, first, out->references);
  out->last_ms = same ? same->last_ms : 0;
  out->is_beyond_reach = same && same->is_beyond_reach;
  return status;
}

/* One that was kept, or a new one. */
static pme_status find_group(grouping *g, int first, pme_program *program, int *number) {
  const group *kept = find_same(g, program);
  if (kept) {
    pme_program_destroy(program);
    *number = (int)(kept - g->groups);
    return PME_OK;
  }
  group new;
  pme_status status = new_group(g, first, program, &new);
  g->kept_nodes += pme_program_node_count(program);
  if (g->kept_nodes > MOST_KEPT_NODES) {
    pme_program_destroy(program);
    new.program = NULL;
  }
  g->left_references += new.references;
  g->groups[g->count] = new;
  *number = g->count++;
  return status;
}

/* Loops that nobody has grouped yet; what looks at all of them have told of one is more than it has by itself. */
static bool is_wanted(const grouping *g, int loop) {
  const pme__size_search *s = g->search;
  return s->late[loop] && s->copy_of[loop] == PME_NONE && s->rounds[loop] < g->first_round &&
         !(g->leaves_beside && s->beside[loop].point_count > 0);
}

/* Of a round, the first loop that is the same one of the excerpt: looks tell of both what they tell of one. What all loops
 * together have told may differ. */
static int find_twin(const pme__size_search *s, int loop) {
  for (int i = 0; i < loop && s->beside[loop].point_count == 0; i++)
    if (s->rounds[i] == s->rounds[loop] && s->excerpt_loops[i] == s->excerpt_loops[loop] &&
        s->beside[i].point_count == 0)
      return i;
  return PME_NONE;
}

static void put_into_round(pme__size_search *s, int loop, int round, int excerpt_loop) {
  s->rounds[loop] = round;
  s->loops[loop].alone = true;
  s->excerpt_loops[loop] = excerpt_loop;
  s->copy_of[loop] = find_twin(s, loop);
  if (s->copy_of[loop] != PME_NONE)
    s->rounds[loop] = PME__ROUND_OF_COPIES;
}

/* The loop, and those later ones that run with the same choices in the same outermost loop. */
static pme_status add_loops(grouping *g, int first) {
  pme__size_search *s = g->search;
  int top = top_of(g, first);
  pme_program *program = NULL;
  pme_status status = build(g, first, &program);
  int number;
  if (status == PME_OK)
    status = find_group(g, first, program, &number);
  if (status != PME_OK)
    return status;
  int round = g->first_round + number;
  for (int i = first; i < s->out->loop_count; i++)
    if (is_wanted(g, i) && top_of(g, i) == top && pme__runs_alike(s, first, i))
      put_into_round(s, i, round, g->nodes[s->loops[i].node]);
  return PME_OK;
}

static pme_status find_groups(grouping *g) {
  pme__size_search *s = g->search;
  int loops = s->out->loop_count;
  g->nodes = PME_ARENA_NEW(s->arena, int, pme_program_node_count(s->program));
  g->groups = PME_ARENA_NEW(s->arena, group, loops);
  s->excerpt_loops = PME_ARENA_NEW(s->arena, int, loops);
  pme_status status = g->nodes && g->groups && s->excerpt_loops ? PME_OK : PME_NO_MEMORY;
  for (int i = 0; i < loops && status == PME_OK; i++)
    if (is_wanted(g, i))
      status = add_loops(g, i);
  return status;
}

/* ---- looks ---- */

static bool is_late(const grouping *g, int number) {
  const pme__size_search *s = g->search;
  for (int i = 0; i < s->out->loop_count; i++)
    if (s->late[i] && s->rounds[i] == g->first_round + number)
      return true;
  return false;
}

/* One group, if there is effort for it, which gets less. */
static pme_status run_group(grouping *g, int number, double most_ms, double *left_ms) {
  pme__size_search *s = g->search;
  group *now = &g->groups[number];
  pme__look_at_references(s, now->references);
  double least_ms = PME__LEAST_LOOKS * s->look_budget_ms;
  s->budget_ms = fmin(fmax(most_ms, least_ms), ALONE_LOOKS * s->look_budget_ms);
  if (s->budget_ms > *left_ms || now->last_ms > *left_ms || now->is_beyond_reach)
    return PME_OK;
  pme_status status = now->program ? PME_OK : build(g, now->first, &now->program);
  if (status != PME_OK)
    return status;
  s->most_ms = fmax(most_ms, s->budget_ms);
  s->excerpt = now->program;
  s->first_factor = now->factor;
  status = pme__search_round(s, g->first_round + number, 1);
  now->factor = s->effort_factor;
  now->last_ms = s->last_ms;
  now->is_beyond_reach = s->is_beyond_reach;
  s->excerpt = NULL;
  *left_ms -= s->spent_ms;
  return status;
}

static double least_ms_of(pme__size_search *s, const group *of) {
  pme__look_at_references(s, of->references);
  return PME__LEAST_LOOKS * s->look_budget_ms;
}

/* Looks take more than they are given; where there is not so much, some loops get none. */
static bool is_scarce(const grouping *g, double left_ms) {
  static const double usual_excess = 1.4;
  double least_ms = 0;
  for (int i = 0; i < g->count; i++)
    least_ms += least_ms_of(g->search, &g->groups[i]);
  return usual_excess * least_ms > left_ms;
}

/* In the order of the program; where effort is scarce those that take least come first, so that most are answered. */
static void order_groups(const grouping *g, bool cheap_first, int *order) {
  for (int i = 0; i < g->count; i++) {
    int at = i;
    for (; cheap_first && at > 0 && g->groups[order[at - 1]].references > g->groups[i].references; at--)
      order[at] = order[at - 1];
    order[at] = i;
  }
}

/* By weight: accesses take effort. */
static pme_status run_in_order(grouping *g, const int *order, double *left_ms) {
  pme_status status = PME_OK;
  for (int i = 0; i < g->count && status == PME_OK; i++) {
    double share_ms = *left_ms * g->groups[order[i]].references / g->left_references;
    g->left_references -= g->groups[order[i]].references;
    status = run_group(g, order[i], share_ms, left_ms);
  }
  return status;
}

/* What the others leave goes to those that came to no end: the first takes what it can use, or each gets a share. */
static pme_status run_late(grouping *g, const int *order, bool is_scarce, double left_ms) {
  pme_status status = PME_OK;
  double late_references = 0;
  for (int i = 0; i < g->count; i++)
    late_references += is_late(g, i) ? g->groups[i].references : 0;
  for (int i = 0; i < g->count && status == PME_OK; i++)
    if (is_late(g, order[i])) {
      int own = g->groups[order[i]].references;
      status = run_group(g, order[i], is_scarce ? left_ms * own / late_references : left_ms, &left_ms);
      late_references -= own;
    }
  return status;
}

static pme_status run_groups(grouping *g, double left_ms, double late_ms) {
  bool scarce = is_scarce(g, left_ms + late_ms);
  int *order = PME_ARENA_NEW(g->search->arena, int, g->count);
  if (!order)
    return PME_NO_MEMORY;
  order_groups(g, scarce, order);
  pme_status status = run_in_order(g, order, &left_ms);
  left_ms = fmax(left_ms, 0) + late_ms; /* looks may have taken more than their shares */
  return status == PME_OK ? run_late(g, order, scarce, left_ms) : status;
}

static pme_status search(grouping *g, double most_ms, double late_ms) {
  pme_status status = find_groups(g);
  return status == PME_OK ? run_groups(g, most_ms, late_ms) : status;
}

static void forget(grouping *g) {
  for (int i = 0; i < g->count; i++)
    pme_program_destroy(g->groups[i].program);
}

pme_status pme__search_alone(pme__size_search *s, double most_ms, double late_ms, double beside_ms) {
  pme__look_at_references(s, 1);
  if (most_ms < PME__LEAST_LOOKS * s->look_budget_ms)
    return PME_OK;
  grouping outermost = {.search = s, .first_round = s->out->loop_count}; /* there are no more rounds of all together */
  pme_status status = search(&outermost, most_ms, late_ms);
  grouping apart = {
      .search = s, .before = &outermost, .leaves_beside = true, .first_round = outermost.first_round + outermost.count};
  if (status == PME_OK)
    status = search(&apart, beside_ms, 0);
  forget(&outermost);
  forget(&apart);
  return status;
}
