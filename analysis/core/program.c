/* The program: tables of parameters, arrays, expressions and nodes, and their builder. */
#include "pmecache/program.h"

#include <stdio.h>
#include <string.h>

#include "pmecache/arena.h"

/* A growing table. Its items are copied when it grows, so nobody keeps pointers into it while building. */
typedef struct table {
  void *items;
  int count, capacity;
} table;

struct pme_program {
  pme_arena *arena;
  pme_status status;
  const char *function, *file;
  int line;
  int64_t effort_us;
  int first_node, last_node;
  table parameters, arrays, expressions, nodes, reasons, assumptions;
};

static const char *const schedule_names[] = {"static", "dynamic", "guided", "auto", "runtime"};

const char *pme_schedule_name(pme_schedule_kind kind) {
  return (unsigned)kind < sizeof schedule_names / sizeof *schedule_names ? schedule_names[kind] : "unknown";
}

bool pme_schedule_from_name(const char *name, pme_schedule_kind *out) {
  for (int i = 0; i < (int)(sizeof schedule_names / sizeof *schedule_names); i++) {
    if (strcmp(schedule_names[i], name) == 0) {
      *out = (pme_schedule_kind)i;
      return true;
    }
  }
  return false;
}

/* ---- life ---- */

pme_program *pme_program_create(void) {
  pme_arena *arena = pme_arena_create();
  if (!arena)
    return NULL;
  pme_program *program = PME_ARENA_NEW(arena, pme_program, 1);
  if (!program) {
    pme_arena_destroy(arena);
    return NULL;
  }
  program->arena = arena;
  program->function = program->file = "";
  program->first_node = program->last_node = PME_NONE;
  return program;
}

void pme_program_destroy(pme_program *program) {
  if (!program)
    return;
  pme_reallocate(program->parameters.items, 0);
  pme_reallocate(program->arrays.items, 0);
  pme_reallocate(program->expressions.items, 0);
  pme_reallocate(program->nodes.items, 0);
  pme_reallocate(program->reasons.items, 0);
  pme_reallocate(program->assumptions.items, 0);
  pme_arena_destroy(program->arena);
}

pme_status pme_program_status(const pme_program *program) { return program->status; }

/* The first failure sticks. */
static int fail(pme_program *program, pme_status status) {
  if (program->status == PME_OK)
    program->status = status;
  return PME_NONE;
}

/* Room for one more item at the end, zeroed; NULL (and a sticking failure) when memory is exhausted. */
static void *append(pme_program *program, table *t, size_t item_bytes) {
  if (t->count == t->capacity) {
    int capacity = t->capacity ? 2 * t->capacity : 16;
    void *items = t->capacity > 1 << 28 ? NULL : pme_reallocate(t->items, (size_t)capacity * item_bytes);
    if (!items) {
      fail(program, PME_NO_MEMORY);
      return NULL;
    }
    t->items = items;
    t->capacity = capacity;
  }
  return memset((char *)t->items + (size_t)t->count++ * item_bytes, 0, item_bytes);
}

static const char *keep_text(pme_program *program, const char *text) {
  const char *copy = pme_arena_copy_text(program->arena, text ? text : "");
  if (!copy)
    fail(program, PME_NO_MEMORY);
  return copy ? copy : "";
}

static const pme_expr *keep_exprs(pme_program *program, const pme_expr *exprs, int count) {
  pme_expr *copy = PME_ARENA_NEW(program->arena, pme_expr, count);
  if (!copy) {
    fail(program, PME_NO_MEMORY);
    return NULL;
  }
  if (count)
    memcpy(copy, exprs, (size_t)count * sizeof *copy);
  return copy;
}

static pme_place keep_place(pme_program *program, pme_place place) {
  if (place.file)
    place.file = keep_text(program, place.file);
  return place;
}

/* ---- parameters and arrays ---- */

static void rename_loops(pme_program *program, const char *name);

void pme_program_set_function(pme_program *program, const char *name, const char *file, int line) {
  program->function = keep_text(program, name);
  program->file = keep_text(program, file);
  program->line = line;
}

static pme_parameter *parameter_at(const pme_program *program, int id) {
  return &((pme_parameter *)program->parameters.items)[id];
}

int pme_program_add_parameter(pme_program *program, const char *name) {
  for (int i = 0; i < program->parameters.count; i++)
    if (strcmp(parameter_at(program, i)->name, name) == 0)
      return i;
  pme_parameter *parameter = (pme_parameter *)append(program, &program->parameters, sizeof *parameter);
  if (!parameter)
    return PME_NONE;
  parameter->name = keep_text(program, name);
  int id = program->parameters.count - 1;
  rename_loops(program, name);
  return id;
}

void pme_program_set_parameter(pme_program *program, int parameter, int64_t value) {
  if (parameter < 0 || parameter >= program->parameters.count) {
    fail(program, PME_BAD_ARGUMENT);
    return;
  }
  parameter_at(program, parameter)->known = true;
  parameter_at(program, parameter)->value = value;
}

int pme_program_add_array(pme_program *program, const pme_array *array) {
  if (array->element_bytes <= 0 || array->alignment_bytes < 0 || array->extent_count < 0)
    return fail(program, PME_BAD_ARGUMENT);
  pme_array *copy = (pme_array *)append(program, &program->arrays, sizeof *copy);
  if (!copy)
    return PME_NONE;
  *copy = *array;
  copy->name = keep_text(program, array->name);
  copy->extents = keep_exprs(program, array->extents, array->extent_count);
  if (copy->alignment_bytes == 0)
    copy->alignment_bytes = 1;
  return program->arrays.count - 1;
}

/* ---- nodes ---- */

static pme_node *node_at(const pme_program *program, int id) { return &((pme_node *)program->nodes.items)[id]; }

static int node_depth(const pme_program *program, int id) {
  int depth = 0;
  for (; id != PME_NONE; id = node_at(program, id)->parent)
    depth++;
  return depth;
}

static void link_last(pme_program *program, int parent, int id) {
  int *first = parent == PME_NONE ? &program->first_node : &node_at(program, parent)->first_child;
  int *last = parent == PME_NONE ? &program->last_node : &node_at(program, parent)->last_child;
  if (*last == PME_NONE)
    *first = id;
  else
    node_at(program, *last)->next_sibling = id;
  *last = id;
}

/* A new node at the end of its parent's children, or PME_NONE. */
static int add_node(pme_program *program, int parent, pme_node_kind kind, pme_place place) {
  if (parent < PME_NONE || parent >= program->nodes.count)
    return fail(program, PME_BAD_ARGUMENT);
  if (parent != PME_NONE && node_at(program, parent)->kind == PME_NODE_ACCESS)
    return fail(program, PME_BAD_ARGUMENT);
  if (node_depth(program, parent) >= PME_MAX_DEPTH)
    return fail(program, PME_BAD_ARGUMENT);
  place = keep_place(program, place);
  pme_node *node = (pme_node *)append(program, &program->nodes, sizeof *node);
  if (!node)
    return PME_NONE;
  int id = program->nodes.count - 1;
  node->kind = kind;
  node->parent = parent;
  node->first_child = node->last_child = node->next_sibling = PME_NONE;
  node->place = place;
  link_last(program, parent, id);
  return id;
}

static bool parameter_has_name(const pme_program *program, const char *name) {
  for (int i = 0; i < program->parameters.count; i++)
    if (strcmp(parameter_at(program, i)->name, name) == 0)
      return true;
  return false;
}

static bool loop_has_name(const pme_program *program, int id, const char *name) {
  const pme_node *node = node_at(program, id);
  return node->kind == PME_NODE_LOOP && strcmp(node->u.loop.variable, name) == 0;
}

/* By a parameter or an enclosing loop; `anywhere`: by any loop. */
static bool name_is_taken(const pme_program *program, int parent, bool anywhere, const char *name) {
  if (parameter_has_name(program, name))
    return true;
  for (int id = 0; anywhere && id < program->nodes.count; id++)
    if (loop_has_name(program, id, name))
      return true;
  for (int id = parent; id != PME_NONE; id = node_at(program, id)->parent)
    if (loop_has_name(program, id, name))
      return true;
  return false;
}

static const char *unique_variable(pme_program *program, int parent, bool anywhere, const char *wanted) {
  if (!wanted || !*wanted)
    wanted = "i";
  char name[256];
  snprintf(name, sizeof name, "%.200s", wanted);
  for (int suffix = 2; name_is_taken(program, parent, anywhere, name); suffix++)
    snprintf(name, sizeof name, "%.200s_%d", wanted, suffix);
  return keep_text(program, name);
}

/* A parameter that comes late takes its name away from loops. */
static void rename_loops(pme_program *program, const char *name) {
  for (int id = 0; id < program->nodes.count; id++)
    if (loop_has_name(program, id, name))
      node_at(program, id)->u.loop.variable = unique_variable(program, node_at(program, id)->parent, true, name);
}

int pme_program_add_loop(pme_program *program, int parent, const pme_loop *loop, pme_place place) {
  if (loop->first_count < 1 || loop->last_count < 1 || loop->collapse < 0 || loop->step == PME_NONE)
    return fail(program, PME_BAD_ARGUMENT);
  pme_loop copy = *loop;
  copy.variable = unique_variable(program, parent, false, loop->variable);
  copy.firsts = keep_exprs(program, loop->firsts, loop->first_count);
  copy.lasts = keep_exprs(program, loop->lasts, loop->last_count);
  if (copy.collapse == 0)
    copy.collapse = 1;
  int id = add_node(program, parent, PME_NODE_LOOP, place);
  if (id != PME_NONE)
    node_at(program, id)->u.loop = copy;
  return id;
}

int pme_program_add_region(pme_program *program, int parent, const pme_region *region, pme_place place) {
  int id = add_node(program, parent, PME_NODE_REGION, place);
  if (id != PME_NONE)
    node_at(program, id)->u.region = *region;
  return id;
}

int pme_program_add_guard(pme_program *program, int parent, const pme_guard *guard, pme_place place) {
  pme_guard copy = *guard;
  copy.conditions = keep_exprs(program, guard->conditions, guard->condition_count);
  int id = add_node(program, parent, PME_NODE_GUARD, place);
  if (id != PME_NONE)
    node_at(program, id)->u.guard = copy;
  return id;
}

int pme_program_add_access(pme_program *program, int parent, const pme_access *access, pme_place place) {
  if (access->array < 0 || access->array >= program->arrays.count || access->size_bytes <= 0 ||
      access->offset_bytes == PME_NONE || access->kept_loops < 0 || access->kept_loops > PME_MAX_DEPTH)
    return fail(program, PME_BAD_ARGUMENT);
  int id = add_node(program, parent, PME_NODE_ACCESS, place);
  if (id != PME_NONE)
    node_at(program, id)->u.access = *access;
  return id;
}

void pme_program_add_reason(pme_program *program, const pme_reason *reason) {
  pme_reason *copy = (pme_reason *)append(program, &program->reasons, sizeof *copy);
  if (!copy)
    return;
  copy->code = reason->code;
  copy->node = reason->node;
  copy->place = keep_place(program, reason->place);
  copy->text = keep_text(program, reason->text);
  copy->hint = keep_text(program, reason->hint);
}

void pme_program_add_assumption(pme_program *program, const pme_assumption *assumption) {
  pme_assumption *copy = (pme_assumption *)append(program, &program->assumptions, sizeof *copy);
  if (!copy)
    return;
  copy->code = assumption->code;
  copy->node = assumption->node;
  copy->text = keep_text(program, assumption->text);
}

/* ---- reading ---- */

const char *pme_program_function(const pme_program *program) { return program->function; }
const char *pme_program_file(const pme_program *program) { return program->file; }
int pme_program_line(const pme_program *program) { return program->line; }

void pme_program_set_effort_us(pme_program *program, int64_t effort_us) { program->effort_us = effort_us; }

int64_t pme_program_effort_us(const pme_program *program) { return program->effort_us; }
int pme_program_parameter_count(const pme_program *program) { return program->parameters.count; }
const pme_parameter *pme_program_parameter(const pme_program *program, int id) { return parameter_at(program, id); }
int pme_program_array_count(const pme_program *program) { return program->arrays.count; }
const pme_array *pme_program_array(const pme_program *program, int id) {
  return &((const pme_array *)program->arrays.items)[id];
}
int pme_program_node_count(const pme_program *program) { return program->nodes.count; }
const pme_node *pme_program_node(const pme_program *program, int id) { return node_at(program, id); }
int pme_program_first_node(const pme_program *program) { return program->first_node; }
int pme_program_reason_count(const pme_program *program) { return program->reasons.count; }
const pme_reason *pme_program_reason(const pme_program *program, int index) {
  return &((const pme_reason *)program->reasons.items)[index];
}
int pme_program_assumption_count(const pme_program *program) { return program->assumptions.count; }
const pme_assumption *pme_program_assumption(const pme_program *program, int index) {
  return &((const pme_assumption *)program->assumptions.items)[index];
}

/* ---- expressions ---- */

const pme_expr_node *pme_program_expr(const pme_program *program, pme_expr expr) {
  return &((const pme_expr_node *)program->expressions.items)[expr];
}

static pme_expr add_expr(pme_program *program, pme_expr_kind kind, int64_t value, pme_expr left, pme_expr right) {
  pme_expr_node *node = (pme_expr_node *)append(program, &program->expressions, sizeof *node);
  if (!node)
    return PME_NONE;
  *node = (pme_expr_node){kind, value, left, right};
  return program->expressions.count - 1;
}

pme_expr pme_expr_constant(pme_program *program, int64_t value) {
  return add_expr(program, PME_EXPR_CONSTANT, value, PME_NONE, PME_NONE);
}

pme_expr pme_expr_parameter(pme_program *program, int parameter) {
  if (parameter < 0 || parameter >= program->parameters.count)
    return fail(program, PME_BAD_ARGUMENT);
  return add_expr(program, PME_EXPR_PARAMETER, parameter, PME_NONE, PME_NONE);
}

pme_expr pme_expr_loop(pme_program *program, int loop_node) {
  if (loop_node < 0 || loop_node >= program->nodes.count || node_at(program, loop_node)->kind != PME_NODE_LOOP)
    return fail(program, PME_BAD_ARGUMENT);
  return add_expr(program, PME_EXPR_LOOP, loop_node, PME_NONE, PME_NONE);
}

pme_expr pme_expr_thread(pme_program *program) { return add_expr(program, PME_EXPR_THREAD, 0, PME_NONE, PME_NONE); }

pme_expr pme_expr_team(pme_program *program) { return add_expr(program, PME_EXPR_TEAM, 0, PME_NONE, PME_NONE); }

static bool is_constant(const pme_program *program, pme_expr expr, int64_t *value) {
  const pme_expr_node *node = pme_program_expr(program, expr);
  if (node->kind == PME_EXPR_CONSTANT)
    *value = node->value;
  return node->kind == PME_EXPR_CONSTANT;
}

static bool valid(const pme_program *program, pme_expr expr) { return expr >= 0 && expr < program->expressions.count; }

static pme_expr binary(pme_program *program, pme_expr_kind kind, pme_expr left, pme_expr right) {
  if (!valid(program, left) || !valid(program, right))
    return fail(program, PME_BAD_ARGUMENT);
  return add_expr(program, kind, 0, left, right);
}

pme_expr pme_expr_add(pme_program *program, pme_expr left, pme_expr right) {
  int64_t a, b, sum;
  if (!valid(program, left) || !valid(program, right))
    return fail(program, PME_BAD_ARGUMENT);
  bool has_a = is_constant(program, left, &a), has_b = is_constant(program, right, &b);
  if (has_a && has_b && !__builtin_add_overflow(a, b, &sum))
    return pme_expr_constant(program, sum);
  if (has_a && a == 0)
    return right;
  if (has_b && b == 0)
    return left;
  return binary(program, PME_EXPR_ADD, left, right);
}

pme_expr pme_expr_subtract(pme_program *program, pme_expr left, pme_expr right) {
  return pme_expr_add(program, left, pme_expr_multiply(program, pme_expr_constant(program, -1), right));
}

pme_expr pme_expr_multiply(pme_program *program, pme_expr left, pme_expr right) {
  int64_t a, b, product;
  if (!valid(program, left) || !valid(program, right))
    return fail(program, PME_BAD_ARGUMENT);
  bool has_a = is_constant(program, left, &a), has_b = is_constant(program, right, &b);
  if (has_a && has_b && !__builtin_mul_overflow(a, b, &product))
    return pme_expr_constant(program, product);
  if (has_a && (a == 0 || a == 1))
    return a ? right : left;
  if (has_b && (b == 0 || b == 1))
    return b ? left : right;
  return binary(program, PME_EXPR_MULTIPLY, left, right);
}

pme_expr pme_expr_floor_divide(pme_program *program, pme_expr left, pme_expr right) {
  int64_t b;
  if (valid(program, left) && valid(program, right) && is_constant(program, right, &b) && b == 1)
    return left;
  return binary(program, PME_EXPR_FLOOR_DIVIDE, left, right);
}

pme_expr pme_expr_modulo(pme_program *program, pme_expr left, pme_expr right) {
  return binary(program, PME_EXPR_MODULO, left, right);
}

pme_expr pme_expr_minimum(pme_program *program, pme_expr left, pme_expr right) {
  int64_t a, b;
  if (valid(program, left) && valid(program, right) && is_constant(program, left, &a) &&
      is_constant(program, right, &b))
    return a < b ? left : right;
  return binary(program, PME_EXPR_MINIMUM, left, right);
}

pme_expr pme_expr_maximum(pme_program *program, pme_expr left, pme_expr right) {
  int64_t a, b;
  if (valid(program, left) && valid(program, right) && is_constant(program, left, &a) &&
      is_constant(program, right, &b))
    return a > b ? left : right;
  return binary(program, PME_EXPR_MAXIMUM, left, right);
}
