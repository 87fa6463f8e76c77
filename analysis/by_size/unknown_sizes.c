/* Which symbols of a program have no value, what each is for, and the program with values for them. */
#include "unknown_sizes.h"

#include <string.h>

#include "excerpt.h"
#include "symbols/blocks.h"
#include "symbols/declared.h"
#include "symbols/expressions.h"
#include "symbols/pitches.h"
#include "symbols/windows.h"

/* Where symbols stand: bits of a mask for each. */
enum {
  IN_THREADS = 1,
  IN_CHUNK = 2,
  IN_STEP = 4,
  IN_FIRST = 8,
  IN_LAST = 16,
  IN_REPETITIONS = 32,
  IN_GUARD = 64,
  ELSEWHERE = 128,
  IN_DATA = 2048,
  IN_EXTENT = 65536,
  /* How: */
  IN_PRODUCT = 256, /* with other symbols, or loops */
  LASTS = IN_LAST | IN_REPETITIONS,
  TAKEN_OFF = 512,        /* loops have fewer iterations the more it is ... */
  ADDED = 1024,           /* ... or more */
  IN_BORDER = 4096,       /* a loop begins there and ends elsewhere */
  IN_TEAM_PRODUCT = 8192, /* a team of teams */
  ONLY_END = 16384,       /* a loop ends there, and no other symbol has to do with it */
  DIVIDES = 32768         /* what others are divided by */
};
enum { TAKEN_CHUNK = 16, TAKEN_STEP = 1, TAKEN_FIRST = 0, TAKEN_MARGIN = 2, TAKEN_REPETITIONS = 10, TAKEN_DATA = 16 };
enum { SHORT_EXTENT = 8 };
enum { TAKEN_PARTS = 8, PARTS_OF_BORDER = 4, PARTS_OF_WIDTH = 8 };
static const char of_repetitions[] = "taken: repetitions", of_data[] = "taken: trips that data decide",
                  of_parts[] = "taken: so many parts";

typedef struct reading {
  const pme_program *program;
  unsigned *uses;     /* of each parameter */
  bool *is_loop_used; /* of each node: its variable stands in some expression */
  int *ends;          /* of each parameter: a loop that has the more iterations the more it is, the last one read */
  int loop;           /* that is read */
  bool repeats;       /* its variable stands nowhere */
} reading;

/* ---- what symbols are for ---- */

static void note(reading *r, pme_expr expr, unsigned use);

static const pme_expr_node *constant_of(const reading *r, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  return e->kind == PME_EXPR_CONSTANT ? e : NULL;
}

static void note_product(reading *r, const pme_expr_node *e, unsigned use) {
  const pme_expr_node *left = constant_of(r, e->left), *right = constant_of(r, e->right), *factor = left ? left : right;
  if (!factor)
    use |= use & IN_THREADS ? IN_PRODUCT | IN_TEAM_PRODUCT : IN_PRODUCT;
  else if (factor->value < 0 && (use & LASTS))
    use ^= TAKEN_OFF | ADDED;
  else if (factor->value < 0 && (use & IN_FIRST)) /* -n .. n */
    use = (r->repeats ? IN_REPETITIONS : IN_LAST) | ADDED;
  note(r, e->left, use);
  note(r, e->right, use);
}

static void note_parameter(reading *r, int parameter, unsigned use) {
  if ((use & LASTS) && (use & ADDED))
    r->ends[parameter] = r->loop;
  if ((use & IN_FIRST) && r->ends[parameter] != r->loop)
    use |= IN_BORDER;
  r->uses[parameter] |= use;
}

/* `max(0, min(n - 1000, 1))`: from some size on there is a team. */
static bool decides_team(const reading *r, const pme_expr_node *e) {
  const pme_expr_node *left = constant_of(r, e->left), *right = constant_of(r, e->right);
  return e->kind == PME_EXPR_MAXIMUM && ((left && left->value == 0) || (right && right->value == 0));
}

/* What work is divided by for the size of a team (`num_threads(n / 4096)`) is a size. What divides symbols (heads of a
 * layer) is how many parts there are; what divides the variable of a loop is the length of a row. */
static void note_division(reading *r, const pme_expr_node *e, unsigned use) {
  note(r, e->left, use & IN_THREADS ? ELSEWHERE : use);
  note(r, e->right, pme__has_loop(r->program, e->left) ? use : use | DIVIDES);
}

/* `num_threads(min(n, omp_get_max_threads()))`: no more threads than there is work for. */
static bool is_largest_team(const reading *r, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  return e->kind == PME_EXPR_PARAMETER &&
         !strcmp(pme_program_parameter(r->program, (int)e->value)->name, PME_LARGEST_TEAM);
}

static bool is_work_of_team(const reading *r, const pme_expr_node *e) {
  return e->kind == PME_EXPR_MINIMUM && (is_largest_team(r, e->left) || is_largest_team(r, e->right));
}

static void note(reading *r, pme_expr expr, unsigned use) {
  if (expr == PME_NONE)
    return;
  const pme_expr_node *e = pme_program_expr(r->program, expr);
  if (e->kind == PME_EXPR_PARAMETER)
    note_parameter(r, (int)e->value, use);
  else if (e->kind == PME_EXPR_LOOP)
    r->is_loop_used[e->value] = true;
  else if (e->kind == PME_EXPR_MULTIPLY)
    note_product(r, e, use);
  else if (e->kind == PME_EXPR_FLOOR_DIVIDE)
    note_division(r, e, use);
  else if (e->kind >= PME_EXPR_ADD) {
    if ((use & IN_THREADS) && decides_team(r, e))
      use = IN_GUARD;
    else if ((use & IN_THREADS) && is_work_of_team(r, e))
      use = ELSEWHERE;
    note(r, e->left, use);
    note(r, e->right, use);
  }
}

static void note_all(reading *r, const pme_expr *expressions, int count, unsigned use) {
  for (int i = 0; i < count; i++)
    note(r, expressions[i], use);
}

static void note_loop(reading *r, const pme_loop *loop) {
  note(r, loop->step, IN_STEP);
  note(r, loop->chunk, IN_CHUNK);
  note(r, loop->threads, IN_THREADS);
}

static void note_node(reading *r, const pme_node *node) {
  switch (node->kind) {
  case PME_NODE_LOOP:
    note_loop(r, &node->u.loop);
    break;
  case PME_NODE_REGION:
    note(r, node->u.region.threads, IN_THREADS);
    break;
  case PME_NODE_GUARD:
    note_all(r, node->u.guard.conditions, node->u.guard.condition_count, IN_GUARD);
    break;
  case PME_NODE_ACCESS:
    note(r, node->u.access.offset_bytes, ELSEWHERE);
    break;
  }
}

/* Trips that data decide (rows of a sparse matrix): neither as many as there are rows, nor as often as anything else. */
static void note_data(reading *r, const pme_assumption *assumption) {
  const pme_node *node = assumption->node == PME_NONE ? NULL : pme_program_node(r->program, assumption->node);
  if (assumption->code == PME_ASSUMPTION_TRIPS_ALIKE && node && node->kind == PME_NODE_LOOP && !node->u.loop.parallel)
    note_all(r, node->u.loop.lasts, node->u.loop.last_count, IN_DATA);
}

/* After all else: a loop whose variable stands nowhere repeats what is in it. One that counts down has its end first. */
static void note_range(reading *r, int id) {
  const pme_node *node = pme_program_node(r->program, id);
  if (node->kind != PME_NODE_LOOP)
    return;
  const pme_loop *loop = &node->u.loop;
  r->loop = id;
  r->repeats = !loop->parallel && !r->is_loop_used[id];
  const pme_expr_node *step = constant_of(r, loop->step);
  bool down = step && step->value < 0;
  unsigned end = r->repeats ? IN_REPETITIONS : IN_LAST;
  note_all(r, loop->lasts, loop->last_count, end | (down ? TAKEN_OFF : ADDED));
  note_all(r, loop->firsts, loop->first_count, down ? end | ADDED : IN_FIRST);
}

/* The one symbol in the bounds of a loop. */
static void note_only_end(reading *r, int id) {
  const pme_node *node = pme_program_node(r->program, id);
  int count = 0, only = PME_NONE;
  for (int i = 0; i < pme_program_parameter_count(r->program) && node->kind == PME_NODE_LOOP; i++)
    if ((r->uses[i] & (LASTS | IN_FIRST)) && pme__bounds_mention(r->program, &node->u.loop, i)) {
      count++;
      only = i;
    }
  if (count == 1)
    r->uses[only] |= ONLY_END;
}

static void read_program(reading *r) {
  int nodes = pme_program_node_count(r->program);
  for (int i = 0; i < pme_program_array_count(r->program); i++) {
    const pme_array *array = pme_program_array(r->program, i);
    note_all(r, array->extents, array->extent_count, IN_EXTENT);
  }
  for (int id = 0; id < nodes; id++)
    note_node(r, pme_program_node(r->program, id));
  for (int id = nodes - 1; id >= 0; id--) /* bounds inside may use the variable of a loop around */
    note_range(r, id);
  for (int id = 0; id < nodes; id++)
    note_only_end(r, id);
  for (int i = 0; i < pme_program_assumption_count(r->program); i++)
    note_data(r, pme_program_assumption(r->program, i));
}

/* ---- values ---- */

static int team_of(const pme_what_if *what_if) {
  int team = what_if->threads > 0 ? what_if->threads : what_if->default_threads;
  return team > 0 ? team : 1;
}

/* Whether a symbol that stands in these places is no size; then its value. */
static bool is_taken(unsigned uses, const pme_what_if *what_if, pme_binding *out) {
  if (uses & IN_THREADS)
    *out = (pme_binding){.value = team_of(what_if), .origin = "taken: the size of a team"};
  else if (uses & IN_DATA)
    *out = (pme_binding){.value = TAKEN_DATA, .origin = of_data};
  else if (uses & DIVIDES)
    *out = (pme_binding){.value = TAKEN_PARTS, .origin = of_parts};
  else if (uses == IN_CHUNK)
    *out = (pme_binding){.value = TAKEN_CHUNK, .origin = "taken: a chunk"};
  else if (uses == IN_STEP)
    *out = (pme_binding){.value = TAKEN_STEP, .origin = "taken: a step"};
  else if ((uses & ~(unsigned)ADDED) == IN_REPETITIONS)
    *out = (pme_binding){.value = TAKEN_REPETITIONS, .origin = of_repetitions};
  else if ((uses & IN_FIRST) && !(uses & LASTS))
    *out = (pme_binding){.value = TAKEN_FIRST, .origin = "taken: a first iteration"};
  else if ((uses & TAKEN_OFF) && !(uses & (ADDED | IN_PRODUCT)))
    *out = (pme_binding){.value = TAKEN_MARGIN, .origin = "taken: a margin"};
  else
    return false;
  return true;
}

static bool has_value(const pme_what_if *what_if, const pme_parameter *parameter) {
  int64_t value;
  return pme__is_given(what_if, parameter, &value) || !strcmp(parameter->name, PME_LARGEST_TEAM);
}

/* Sizes where loops begin that end at others are less than these, else nothing would be left to do. */
static void divide_borders(pme__unknown_symbols *out) {
  int borders = 0;
  for (int i = 0; i < out->size_count; i++)
    borders += out->forms[i].parts > 1;
  for (int i = 0; borders == out->size_count && i < out->size_count; i++)
    out->forms[i].parts = 1;
}

/* Whether it is no more than this that is taken off: margins before what ends loops of its own. */
static bool may_be_width(unsigned uses, int round) {
  if (!(uses & TAKEN_OFF))
    return false;
  return round > 1 || (!(uses & ONLY_END) && (round > 0 || !(uses & ADDED)));
}

/* The n and the offset of (n + team - offset - 1) / team stand alike: which one is less is what the loop runs with. */
static bool runs_with_margin(const reading *r, int id, pme__unknown_symbols *out, int size) {
  pme_size_form whole = out->forms[size];
  out->forms[size] = (pme_size_form){.parts = 1, .power = 0, .factor = TAKEN_MARGIN};
  bool runs = !pme__is_empty_loop(r->program, id, out);
  out->forms[size] = whole;
  return runs;
}

static void make_width(const reading *r, int parameter, pme__unknown_symbols *out, int size) {
  if (r->uses[parameter] & ONLY_END) {
    out->forms[size].parts = PARTS_OF_WIDTH;
    return;
  }
  pme__take_size(out, size, TAKEN_MARGIN, "taken: a margin");
}

int64_t pme_size_form_value(pme_size_form form, int64_t size) {
  static const int64_t most = (int64_t)1 << 60;
  int64_t base = size / form.parts, value = form.factor;
  for (int i = 0; i < form.power; i++)
    if (__builtin_mul_overflow(value, base, &value) || value > most)
      return most;
  return value;
}

bool pme__is_given(const pme_what_if *what_if, const pme_parameter *parameter, int64_t *value) {
  bool given = parameter->known;
  *value = parameter->value;
  for (int i = 0; i < what_if->binding_count; i++)
    if (!strcmp(what_if->bindings[i].name, parameter->name)) {
      given = true;
      *value = what_if->bindings[i].value;
    }
  return given;
}

void pme__take_size(pme__unknown_symbols *unknown, int size, int64_t value, const char *origin) {
  unknown->taken[unknown->taken_count++] = (pme_binding){unknown->sizes[size], value, origin};
  unknown->size_count--;
  for (int i = size; i < unknown->size_count; i++) {
    unknown->sizes[i] = unknown->sizes[i + 1];
    unknown->forms[i] = unknown->forms[i + 1];
  }
}

int pme__size_named(const pme__unknown_symbols *unknown, const char *name) {
  for (int i = 0; i < unknown->size_count; i++)
    if (!strcmp(unknown->sizes[i], name))
      return i;
  return PME_NONE;
}

/* Were all sizes equal, `n - 2 * halo` would leave nothing to do: what is taken off is less. */
static void find_widths_of(const reading *r, int id, pme__unknown_symbols *out) {
  const pme_loop *loop = &pme_program_node(r->program, id)->u.loop;
  enum { KINDS = 3 }; /* of those with which the loop runs, then of any */
  for (int round = 0; round < 2 * KINDS; round++)
    for (int i = 0; i < pme_program_parameter_count(r->program); i++) {
      int size = pme__size_named(out, pme_program_parameter(r->program, i)->name);
      if (size != PME_NONE && out->forms[size].parts == 1 && out->size_count > 1 &&
          may_be_width(r->uses[i], round % KINDS) && pme__bounds_mention(r->program, loop, i) &&
          pme__is_empty_loop(r->program, id, out) && (round >= KINDS || runs_with_margin(r, id, out, size)))
        make_width(r, i, out, size);
    }
}

static void find_widths(const reading *r, pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(r->program); id++)
    if (pme_program_node(r->program, id)->kind == PME_NODE_LOOP && pme__is_empty_loop(r->program, id, out))
      find_widths_of(r, id, out);
}

static bool is_choice(unsigned uses) { return (uses & ~(unsigned)IN_PRODUCT) == IN_GUARD; }

/* A size that conditions may keep small. */
static bool may_be_choice(unsigned uses) { return (uses & IN_GUARD) && !is_choice(uses); }

static bool is_asked_for(const reading *r, const pme_what_if *what_if, int parameter) {
  return r->uses[parameter] != 0 && !has_value(what_if, pme_program_parameter(r->program, parameter));
}

static void sort_out(const reading *r, const pme_what_if *what_if, pme__unknown_symbols *out) {
  bool has_team = false; /* that others multiply */
  for (int i = 0; i < pme_program_parameter_count(r->program); i++) {
    pme_binding taken;
    if (!is_asked_for(r, what_if, i) || is_choice(r->uses[i]))
      continue;
    const char *name = pme_program_parameter(r->program, i)->name;
    if (is_taken(r->uses[i] & ~(unsigned)ONLY_END, what_if, &taken)) {
      taken.name = name;
      taken.value = has_team && (r->uses[i] & IN_TEAM_PRODUCT) ? 1 : taken.value;
      has_team = has_team || (r->uses[i] & IN_TEAM_PRODUCT);
      out->taken[out->taken_count++] = taken;
    } else {
      out->forms[out->size_count] = pme__whole_size;
      out->forms[out->size_count].parts = r->uses[i] & IN_BORDER ? PARTS_OF_BORDER : 1;
      out->sizes[out->size_count++] = name;
    }
  }
}

static void add_choices(const reading *r, const pme_what_if *what_if, pme__unknown_symbols *out) {
  for (int i = 0; i < pme_program_parameter_count(r->program); i++) {
    const char *name = pme_program_parameter(r->program, i)->name;
    bool may_be = may_be_choice(r->uses[i]) && pme__size_named(out, name) != PME_NONE;
    if (is_asked_for(r, what_if, i) && (may_be || is_choice(r->uses[i]))) {
      out->taken[out->taken_count++] = (pme_binding){name, 0, may_be ? pme__not_asked : pme__as_asked};
      out->choice_count++;
    }
  }
  int count = pme_program_node_count(r->program), first = 0;
  while (first < count && !pme__has_own_team(r->program, first))
    first++;
  for (int id = 0; first == count && id < count; id++)
    if (pme__is_sequential_nest(r->program, id))
      first = id;
  if (first < count)
    pme__choose_for(r->program, first, out);
}

/* Repetitions, or trips that data decide, are what grows where nothing else does. */
static void promote(pme__unknown_symbols *out, const char *origin) {
  int kept = 0;
  for (int i = 0; i < out->taken_count; i++)
    if (out->taken[i].origin == origin) {
      out->forms[out->size_count] = pme__whole_size;
      out->sizes[out->size_count++] = out->taken[i].name;
    } else {
      out->taken[kept++] = out->taken[i];
    }
  out->taken_count = kept;
}

static pme__where where_stands(unsigned uses) {
  return uses == ELSEWHERE                ? PME__IN_ADDRESSES
         : uses == (ELSEWHERE | IN_GUARD) ? PME__IN_ADDRESSES_AND_CONDITIONS
                                          : PME__ANYWHERE;
}

/* Windows first: pitches rest on how far they go. A short extent that is declared (`a[n][5]`) is no window. */
static pme_status find_by_addresses(const reading *r, const pme_what_if *what_if, pme_arena *arena,
                                    pme__unknown_symbols *out) {
  int parameters = pme_program_parameter_count(r->program);
  bool *may_be_width = PME_ARENA_NEW(arena, bool, parameters + 1);
  pme__where *where = PME_ARENA_NEW(arena, pme__where, parameters + 1);
  const pme__address_terms *terms = pme__read_address_terms(r->program, arena);
  const int64_t *limits = terms ? pme__declared_limits(r->program, terms, arena, out) : NULL;
  if (!may_be_width || !where || !limits)
    return PME_NO_MEMORY;
  for (int i = 0; i < parameters; i++) {
    may_be_width[i] = !(r->uses[i] & (IN_THREADS | IN_CHUNK | IN_STEP | IN_FIRST)) && limits[i] > SHORT_EXTENT;
    where[i] = where_stands(r->uses[i] & ~(unsigned)IN_PRODUCT);
  }
  pme_status status = pme__find_windows(r->program, terms, may_be_width, arena, out);
  if (status == PME_OK)
    status = pme__find_pitches(r->program, what_if, where, terms, arena, out);
  return status == PME_OK ? pme__find_declared(r->program, where, terms, arena, out) : status;
}

pme_status pme__find_unknown_symbols(const pme_program *program, const pme_what_if *what_if, pme_arena *arena,
                                     pme__unknown_symbols *out) {
  int parameters = pme_program_parameter_count(program);
  reading r = {.program = program,
               .uses = PME_ARENA_NEW(arena, unsigned, parameters),
               .ends = PME_ARENA_NEW(arena, int, parameters),
               .is_loop_used = PME_ARENA_NEW(arena, bool, pme_program_node_count(program))};
  *out = (pme__unknown_symbols){.limit = INT64_MAX,
                                .sizes = PME_ARENA_NEW(arena, const char *, parameters),
                                .forms = PME_ARENA_NEW(arena, pme_size_form, parameters),
                                .taken = PME_ARENA_NEW(arena, pme_binding, parameters)};
  if (!r.uses || !r.ends || !r.is_loop_used || !out->sizes || !out->forms || !out->taken)
    return PME_NO_MEMORY;
  for (int i = 0; i < parameters; i++)
    r.ends[i] = PME_NONE;
  read_program(&r);
  sort_out(&r, what_if, out);
  if (find_by_addresses(&r, what_if, arena, out) != PME_OK)
    return PME_NO_MEMORY;
  if (out->size_count == 0)
    promote(out, of_repetitions);
  if (out->size_count == 0)
    promote(out, of_data);
  if (out->size_count == 0)
    promote(out, of_parts);
  divide_borders(out);
  find_widths(&r, out);
  pme__find_blocks(program, out);
  add_choices(&r, what_if, out);
  return PME_OK;
}

/* ---- loops, bindings ---- */

static bool is_dealt(const pme_node *node) { return node->kind == PME_NODE_LOOP && node->u.loop.parallel; }

bool pme__has_own_team(const pme_program *program, int node) {
  if (!is_dealt(pme_program_node(program, node)))
    return false;
  for (int up = pme_program_node(program, node)->parent; up != PME_NONE; up = pme_program_node(program, up)->parent)
    if (is_dealt(pme_program_node(program, up)))
      return false;
  return true;
}

bool pme__is_sequential_nest(const pme_program *program, int node) {
  if (pme_program_node(program, node)->kind != PME_NODE_LOOP || pme__outermost_loop(program, node) != node)
    return false;
  for (int id = node; id < pme_program_node_count(program); id++) {
    int up = is_dealt(pme_program_node(program, id)) ? id : PME_NONE;
    while (up != PME_NONE && up != node)
      up = pme_program_node(program, up)->parent;
    if (up == node)
      return false;
  }
  return true;
}

pme_status pme__bind_size(const pme_what_if *what_if, const pme__unknown_symbols *unknown, int64_t size,
                          pme_arena *arena, pme_what_if *out) {
  int given = what_if->binding_count, count = given + unknown->taken_count + unknown->size_count;
  pme_binding *bindings = PME_ARENA_NEW(arena, pme_binding, count);
  if (!bindings)
    return PME_NO_MEMORY;
  if (given)
    memcpy(bindings, what_if->bindings, (size_t)given * sizeof *bindings);
  for (int i = 0; i < unknown->size_count; i++)
    bindings[given + i] = (pme_binding){unknown->sizes[i], pme_size_form_value(unknown->forms[i], size), "tried"};
  count = given + unknown->size_count;
  for (int i = 0; i < unknown->taken_count; i++) { /* later ones win */
    if (unknown->taken[i].origin == pme__not_asked)
      continue;
    bindings[count] = unknown->taken[i];
    bindings[count++].value += unknown->taken[i].origin == pme__as_asked_of_size ? size : 0;
  }
  *out = *what_if;
  out->bindings = bindings;
  out->binding_count = count;
  return PME_OK;
}
