/* Symbols that stand in conditions: with which values a loop runs. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/by_size/symbols/expressions.h"
#include "analysis/core/tree.h"
#include "chooser.h"
#include "other_arms.h"
#include "together.h"

/* Of a value: a condition around the loop that holds counts more than all inside it, of which loops are most of the work. */
enum { AROUND = 1000, WITH_LOOP = 4 };
/* Flags that are to be set at once are found one by one. */
enum { MOST_STEPS = 4 };
const char pme__as_asked[] = "taken: what the conditions ask for";
const char pme__as_asked_of_size[] = "taken: the size and so much, as the conditions ask for";
const char pme__not_asked[] = "a size";

/* ---- conditions around a loop, and inside it ---- */

static bool has_loop(const pme_program *program, int id) {
  const pme_node *node = pme_program_node(program, id);
  int child = node->kind == PME_NODE_ACCESS ? PME_NONE : node->first_child;
  bool has = node->kind == PME_NODE_LOOP;
  for (; child != PME_NONE && !has; child = pme_program_node(program, child)->next_sibling)
    has = has_loop(program, child);
  return has;
}

static void add_guard(pme__condition_list *list, int id, bool around) {
  const pme_node *node = pme_program_node(list->program, id);
  if (node->kind != PME_NODE_GUARD)
    return;
  int weight = around ? AROUND : has_loop(list->program, id) ? WITH_LOOP : 1;
  for (int i = 0; i < node->u.guard.condition_count; i++)
    if (list->count < PME__MOST_CONDITIONS)
      list->conditions[list->count++] = (pme__condition){node->u.guard.conditions[i], around, weight};
}

static void add_inside(pme__condition_list *list, int id) {
  for (int child = pme_program_node(list->program, id)->first_child; child != PME_NONE;
       child = pme_program_node(list->program, child)->next_sibling) {
    add_guard(list, child, false);
    add_inside(list, child);
  }
}

static void collect(pme__condition_list *list, int loop) {
  for (int up = loop; up != PME_NONE; up = pme_program_node(list->program, up)->parent)
    add_guard(list, up, true);
  add_inside(list, loop);
}

/* Those in which a symbol stands, or in the ends of whose loops it does: no other one tells its values apart. */
static pme__condition_list asking(const pme__condition_list *list, const char *symbol) {
  pme__condition_list own = {.program = list->program};
  pme__chooser c = {.program = list->program, .symbol = symbol};
  for (int i = 0; i < list->count; i++) {
    c.is_met = false;
    for (int way = 0; way < 3 && !c.is_met; way++) {
      c.takes_loops = way > 0;
      c.takes_last = way > 1;
      pme__evaluate_chosen(&c, list->conditions[i].expr);
    }
    if (c.is_met)
      own.conditions[own.count++] = list->conditions[i];
  }
  return own;
}

/* ---- values ---- */

/* Numbers that were tried beside one value: many conditions have the same ones, which come to nothing again. */
typedef struct tried_numbers {
  int count;
  int64_t numbers[16];
} tried_numbers;

static bool is_tried(tried_numbers *tried, int64_t number) {
  static const int most = sizeof tried->numbers / sizeof *tried->numbers;
  for (int i = 0; i < tried->count; i++)
    if (tried->numbers[i] == number)
      return true;
  if (tried->count < most)
    tried->numbers[tried->count++] = number;
  return false;
}

typedef struct best_value {
  int64_t value;
  int score;
} best_value;

static int score_of(pme__chooser *c, const pme__condition_list *list, int64_t value) {
  int score = 0;
  c->value = value;
  for (int i = 0; i < list->count; i++)
    score += pme__holds_with(c, list->conditions[i].expr) * list->conditions[i].weight;
  return score;
}

static void try_value(pme__chooser *c, const pme__condition_list *list, int64_t value, best_value *best) {
  int score = value < 0 && !c->may_be_negative ? INT_MIN : score_of(c, list, value);
  if (score > best->score || (c->takes_largest && score == best->score && value > best->value))
    *best = (best_value){value, score};
}

/* A number, or a symbol that is known to be one (`if (n <= tile)`, and all calls give 32). */
static bool is_number(const pme__chooser *c, const pme_expr_node *e, int64_t *value) {
  *value = e->value;
  if (e->kind == PME_EXPR_PARAMETER) {
    const pme_parameter *parameter = pme_program_parameter(c->program, (int)e->value);
    *value = parameter->value;
    return parameter->known && strcmp(parameter->name, c->symbol) != 0;
  }
  return e->kind == PME_EXPR_CONSTANT;
}

/* Conditions change where a symbol passes one of their constants. */
static void try_constants(pme__chooser *c, const pme__condition_list *list, pme_expr expr, int64_t from,
                          tried_numbers *tried, best_value *best) {
  const pme_expr_node *e = pme_program_expr(c->program, expr);
  int64_t number;
  if (e->kind >= PME_EXPR_ADD) {
    try_constants(c, list, e->left, from, tried, best);
    try_constants(c, list, e->right, from, tried, best);
  } else if (is_number(c, e, &number) && number > INT32_MIN && number < INT32_MAX && !is_tried(tried, llabs(number))) {
    for (int64_t value = llabs(number) - c->reach; value <= llabs(number) + c->reach; value++) {
      try_value(c, list, from + value, best);
      try_value(c, list, from - value, best);
    }
  }
}

static void try_all_constants(pme__chooser *c, const pme__condition_list *list, int64_t from, best_value *best) {
  tried_numbers tried = {.count = 0};
  for (int i = 0; i < list->count; i++)
    if (pme__holds_with(c, list->conditions[i].expr) != 0)
      try_constants(c, list, list->conditions[i].expr, from, &tried, best);
}

/* Of `if (i < limit)` where the first or the last iteration is let in. */
static void try_ends(pme__chooser *c, const pme__condition_list *list, best_value *best) {
  c->takes_loops = true;
  for (int i = 0; i < list->count; i++)
    for (int last = 0; last < 2; last++) {
      c->takes_last = last;
      c->value = 0;
      c->is_met = c->is_open = false;
      int64_t missing = pme__evaluate_chosen(c, list->conditions[i].expr);
      c->takes_loops = c->takes_last = false;
      if (c->is_met && !c->is_open && missing > INT32_MIN && missing < INT32_MAX) {
        try_value(c, list, -missing, best);
        try_value(c, list, missing, best);
      }
      c->takes_loops = true;
    }
  c->takes_loops = c->takes_last = false;
}

static void improve(pme__chooser *c, const pme__condition_list *list, best_value *best) {
  int score = INT_MIN;
  for (int step = 0; step < MOST_STEPS && best->score > score; step++) {
    score = best->score;
    try_all_constants(c, list, best->value, best);
  }
}

/* The best value that is found from the first one on; a negative one where nothing else does as well. */
static best_value value_from(pme__chooser *c, const pme__condition_list *list, int64_t first) {
  best_value best = {first, score_of(c, list, first)};
  try_value(c, list, first + 1, &best);
  try_ends(c, list, &best);
  int ways = c->is_never_negative ? 2 : 4;
  for (int way = 0; way < ways; way++) { /* flags as they are, before what is beside them */
    c->reach = way & 1;
    c->may_be_negative = way >= 2;
    improve(c, list, &best);
  }
  return best;
}

static void choose(pme__chooser *c, const pme__condition_list *list, const pme__unknown_symbols *unknown,
                   pme_binding *choice) {
  best_value alone = value_from(c, list, 0);
  c->sizes = unknown;
  best_value beside = value_from(c, list, pme__large_size);
  bool is_more = beside.score > score_of(c, list, alone.value);
  choice->value = is_more ? beside.value - pme__large_size : alone.value;
  choice->origin = is_more ? pme__as_asked_of_size : pme__as_asked;
}

/* Whether what the symbol decides of the conditions around the loop holds. */
static bool runs_with(pme__chooser *c, const pme__condition_list *list, int64_t value) {
  c->value = value;
  for (int i = 0; i < list->count; i++)
    if (list->conditions[i].around && pme__holds_with(c, list->conditions[i].expr) < 0)
      return false;
  return true;
}

/* `if (n > 2000)` around a loop that has no other n, as where the other arm is the loop over n without threads: were n the
 * size, no size below that would be looked at, and none at all where arrays of the square of another one are too large. */
static bool is_limit_alone(pme__chooser *c, const pme__condition_list *list, int loop) {
  static const int64_t first_size = 10;
  return !runs_with(c, list, first_size) && runs_with(c, list, pme__large_size) && pme__is_in_conditions_alone(c, loop);
}

/* A size stays one unless the loop runs with small values alone; with 0 alone (`if (box >= 1) return;`), unless it ends there. */
static void choose_size(pme__chooser *c, const pme__condition_list *list, int loop, pme_binding *choice) {
  const pme_loop *l = &pme_program_node(c->program, loop)->u.loop;
  bool may_be_0 = !pme__bounds_mention(c->program, l, pme__parameter_named(c->program, choice->name));
  best_value small = value_from(c, list, 0);
  c->takes_largest = true;
  try_all_constants(c, list, 0, &small);
  bool is_small = !runs_with(c, list, pme__large_size) && small.value >= !may_be_0 && runs_with(c, list, small.value);
  choice->value = is_small ? small.value : 0;
  choice->origin = is_small ? pme__as_asked : pme__not_asked;
}

/* What is usual, unless the loop does not run with it where sizes are large. */
static void choose_beside_usual(pme__chooser *c, const pme__condition_list *list, const pme__unknown_symbols *unknown,
                                const pme_binding *usual, pme_binding *choice) {
  c->sizes = unknown;
  if (runs_with(c, list, usual->value)) {
    *choice = *usual;
    return;
  }
  c->sizes = NULL;
  choose(c, list, unknown, choice);
}

/* ---- conditions that no symbol decides by itself ---- */

/* Inside the loop, beside something that is not known, though sizes are. */
static bool is_open_alone(const pme_program *program, const char *symbol, const pme__unknown_symbols *unknown,
                          const pme__condition_list *list) {
  pme__chooser alone = {.program = program, .symbol = symbol, .sizes = unknown, .takes_loops = true};
  for (int i = 0; i < list->count; i++) {
    alone.is_met = alone.is_open = false;
    pme__evaluate_chosen(&alone, list->conditions[i].expr);
    if (alone.is_met && alone.is_open && !list->conditions[i].around)
      return true;
  }
  return false;
}

/* Another value, if more conditions hold with it where all others have the values that were found for them. */
static void choose_beside(pme__chooser *c, const pme__condition_list *list, const pme__unknown_symbols *unknown,
                          pme_binding *choice) {
  pme__unknown_symbols others = *unknown;
  pme_binding next = *choice;
  others.size_count = 0; /* `sizes` says whether they are known */
  c->taken = &others;
  choose(c, list, unknown, &next);
  c->sizes = unknown;
  int64_t now = pme__value_at(choice, pme__large_size), then = pme__value_at(&next, pme__large_size);
  if (score_of(c, list, then) > score_of(c, list, now))
    *choice = next;
}

/* `if (i + shift < limit)`: none of both is found by itself. Negative ones where there is nothing else. */
static void choose_one_by_one(const pme_program *program, const pme__condition_list *list,
                              pme__unknown_symbols *unknown) {
  int first = unknown->taken_count - unknown->choice_count;
  for (int negative = 0; negative < 2; negative++)
    for (int i = first; i < unknown->taken_count; i++) {
      pme_binding *choice = &unknown->taken[i];
      bool is_found = choice->origin == pme__as_asked || choice->origin == pme__as_asked_of_size;
      pme__chooser c = {.program = program, .symbol = choice->name, .is_never_negative = !negative};
      if (is_found && !unknown->usual[i - first].origin && is_open_alone(program, choice->name, unknown, list)) {
        pme__condition_list own = asking(list, choice->name);
        choose_beside(&c, &own, unknown, choice);
      }
    }
}

void pme__choose_for(const pme_program *program, int loop, pme__unknown_symbols *unknown) {
  pme__condition_list list = {.program = program};
  if (unknown->choice_count > 0)
    collect(&list, loop);
  int first = unknown->taken_count - unknown->choice_count;
  for (int i = first; i < unknown->taken_count; i++) {
    pme_binding *choice = &unknown->taken[i];
    pme__chooser c = {.program = program, .symbol = choice->name};
    pme__condition_list own = asking(&list, choice->name);
    if (unknown->usual[i - first].origin)
      choose_beside_usual(&c, &own, unknown, &unknown->usual[i - first], choice);
    else if (pme__size_named(unknown, choice->name) != PME_NONE && !is_limit_alone(&c, &own, loop))
      choose_size(&c, &own, loop, choice);
    else
      choose(&c, &own, unknown, choice);
  }
  pme__choose_together(program, &list, unknown);
  choose_one_by_one(program, &list, unknown);
}

static bool is_empty_with(pme__chooser *c, const pme_loop *l) {
  const pme_expr_node *step = pme_program_expr(c->program, l->step);
  int way = step->kind == PME_EXPR_CONSTANT && step->value < 0 ? -1 : 1;
  for (int i = 0; i < l->first_count; i++)
    for (int k = 0; k < l->last_count; k++) {
      c->is_open = false;
      int64_t first = pme__evaluate_chosen(c, l->firsts[i]), last = pme__evaluate_chosen(c, l->lasts[k]);
      if (!c->is_open && (last - first) * way < 1)
        return true;
    }
  return false;
}

/* No iteration, or one; by itself, or in the first and in the last iterations of the loops around it. */
bool pme__is_empty_loop(const pme_program *program, int loop, const pme__unknown_symbols *unknown) {
  const pme_loop *l = &pme_program_node(program, loop)->u.loop;
  pme__chooser c = {.program = program, .symbol = "", .taken = unknown};
  if (is_empty_with(&c, l))
    return true;
  c.takes_loops = true;
  if (!is_empty_with(&c, l))
    return false;
  c.takes_last = true;
  return is_empty_with(&c, l);
}

bool pme__is_number(const pme_binding *choice) {
  return choice->origin != pme__not_asked && choice->origin != pme__as_asked_of_size;
}

/* Of a power of two that is a size: what it was taken for is none of its values. */
static bool is_exponent_of_size(const pme__unknown_symbols *unknown, const char *name) {
  size_t length = strlen(PME__POWER_OF_TWO);
  for (int i = 0; i < unknown->size_count; i++)
    if (!strncmp(unknown->sizes[i], PME__POWER_OF_TWO, length) && !strcmp(unknown->sizes[i] + length, name))
      return true;
  return false;
}

const pme_binding *pme__said_choices(const pme__unknown_symbols *unknown, pme_arena *arena, int *count) {
  pme_binding *said = PME_ARENA_NEW(arena, pme_binding, unknown->taken_count + 1);
  *count = 0;
  for (int i = 0; i < unknown->taken_count && said; i++)
    if (pme__is_number(&unknown->taken[i]) && !is_exponent_of_size(unknown, unknown->taken[i].name))
      said[(*count)++] = unknown->taken[i];
  return said;
}

const pme_binding *pme__moved_choices(const pme__unknown_symbols *unknown, pme_arena *arena, int *count) {
  pme_binding *moved = PME_ARENA_NEW(arena, pme_binding, unknown->taken_count + 1);
  *count = 0;
  for (int i = 0; i < unknown->taken_count && moved; i++)
    if (unknown->taken[i].origin == pme__as_asked_of_size && unknown->taken[i].value != 0)
      moved[(*count)++] = unknown->taken[i];
  return moved;
}

pme_binding *pme__own_choices(const pme_program *program, int loop, const pme__unknown_symbols *unknown,
                              pme_arena *arena) {
  pme__unknown_symbols own = *unknown;
  own.taken = PME_ARENA_NEW(arena, pme_binding, own.taken_count + 1);
  if (own.taken && own.taken_count > 0)
    memcpy(own.taken, unknown->taken, (size_t)own.taken_count * sizeof *own.taken);
  if (own.taken)
    pme__choose_for(program, loop, &own);
  return own.taken;
}

bool pme__is_same_choice(const pme__unknown_symbols *unknown, const pme_binding *a, const pme_binding *b) {
  for (int i = 0; i < unknown->taken_count; i++)
    if (a[i].value != b[i].value || a[i].origin != b[i].origin)
      return false;
  return true;
}
