/* The text form, written. What pme_program_read makes of it is the same program. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "pmecache/program.h"

/* ---- a sink: a stream that remembers a failure ---- */

typedef struct sink {
  FILE *stream;
  bool failed;
} sink;

static void put(sink *out, const char *text) {
  if (fputs(text, out->stream) < 0)
    out->failed = true;
}

static void put_integer(sink *out, int64_t value) {
  char text[32];
  snprintf(text, sizeof text, "%" PRId64, value);
  put(out, text);
}

static void put_quoted(sink *out, const char *text) {
  char one[2] = {0, 0};
  put(out, "\"");
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      put(out, "\\");
    one[0] = (unsigned char)*text < 32 ? ' ' : *text;
    put(out, one);
  }
  put(out, "\"");
}

static bool is_plain_name(const char *text) {
  static const char *const words[] = {"min",      "max",    "schedule", "threads",  "collapse", "step", "at",
                                      "size",     "base",   "group",    "align",    "private",  "heap", "element",
                                      "extents",  "nowait", "ordered",  "orphaned", "carries",  "file", "line",
                                      "parallel", "work",   "tasks",    "carried"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(text, words[i]) == 0)
      return false;
  if (!isalpha((unsigned char)*text) && *text != '_')
    return false;
  for (; *text; text++) {
    if (!isalnum((unsigned char)*text) && *text != '_' && *text != '.')
      return false;
    if (text[0] == '.' && text[1] == '.')
      return false;
  }
  return text[-1] != '.';
}

static void put_name(sink *out, const char *name) {
  if (is_plain_name(name))
    put(out, name);
  else
    put_quoted(out, name);
}

/* ---- expressions ---- */

enum { BIND_SUM = 1, BIND_PRODUCT = 2, BIND_OPERAND = 3 };

static void put_expr(sink *out, const pme_program *program, pme_expr expr, int binding);

static void put_call(sink *out, const pme_program *program, const char *name, const pme_expr_node *node) {
  put(out, name);
  put(out, "(");
  put_expr(out, program, node->left, BIND_SUM);
  put(out, ", ");
  put_expr(out, program, node->right, BIND_SUM);
  put(out, ")");
}

/* x + -1*y is shown as x - y, x + -4 as x - 4. */
static bool put_negative_term(sink *out, const pme_program *program, pme_expr expr) {
  const pme_expr_node *node = pme_program_expr(program, expr);
  if (node->kind == PME_EXPR_CONSTANT && node->value < 0 && node->value != INT64_MIN) {
    put(out, " - ");
    put_integer(out, -node->value);
    return true;
  }
  if (node->kind == PME_EXPR_MULTIPLY) {
    const pme_expr_node *factor = pme_program_expr(program, node->left);
    if (factor->kind == PME_EXPR_CONSTANT && factor->value == -1) {
      put(out, " - ");
      put_expr(out, program, node->right, BIND_PRODUCT);
      return true;
    }
  }
  return false;
}

static void put_sum(sink *out, const pme_program *program, const pme_expr_node *node) {
  put_expr(out, program, node->left, BIND_SUM);
  if (put_negative_term(out, program, node->right))
    return;
  put(out, " + ");
  put_expr(out, program, node->right, BIND_PRODUCT);
}

static void put_product(sink *out, const pme_program *program, const pme_expr_node *node, const char *operator_text) {
  put_expr(out, program, node->left, BIND_PRODUCT);
  put(out, operator_text);
  put_expr(out, program, node->right, BIND_OPERAND);
}

static int binding_of(const pme_expr_node *node) {
  switch (node->kind) {
  case PME_EXPR_ADD:
    return BIND_SUM;
  case PME_EXPR_MULTIPLY:
  case PME_EXPR_FLOOR_DIVIDE:
  case PME_EXPR_MODULO:
    return BIND_PRODUCT;
  case PME_EXPR_CONSTANT:
    return node->value < 0 ? BIND_SUM : BIND_OPERAND;
  default:
    return BIND_OPERAND;
  }
}

static void put_bare_expr(sink *out, const pme_program *program, const pme_expr_node *node) {
  switch (node->kind) {
  case PME_EXPR_CONSTANT:
    put_integer(out, node->value);
    break;
  case PME_EXPR_PARAMETER:
    put_name(out, pme_program_parameter(program, (int)node->value)->name);
    break;
  case PME_EXPR_LOOP:
    put_name(out, pme_program_node(program, (int)node->value)->u.loop.variable);
    break;
  case PME_EXPR_THREAD:
    put(out, "thread()");
    break;
  case PME_EXPR_TEAM:
    put(out, "threads()");
    break;
  case PME_EXPR_ADD:
    put_sum(out, program, node);
    break;
  case PME_EXPR_MULTIPLY:
    put_product(out, program, node, "*");
    break;
  case PME_EXPR_FLOOR_DIVIDE:
    put_product(out, program, node, " / ");
    break;
  case PME_EXPR_MODULO:
    put_product(out, program, node, " % ");
    break;
  case PME_EXPR_MINIMUM:
    put_call(out, program, "min", node);
    break;
  case PME_EXPR_MAXIMUM:
    put_call(out, program, "max", node);
    break;
  }
}

static void put_expr(sink *out, const pme_program *program, pme_expr expr, int binding) {
  if (expr == PME_NONE) {
    put(out, "?");
    return;
  }
  const pme_expr_node *node = pme_program_expr(program, expr);
  bool parentheses = binding_of(node) < binding;
  if (parentheses)
    put(out, "(");
  put_bare_expr(out, program, node);
  if (parentheses)
    put(out, ")");
}

/* ---- declarations ---- */

static void put_header(sink *out, const pme_program *program) {
  put(out, "pme 1\nfunction ");
  put_name(out, *pme_program_function(program) ? pme_program_function(program) : "unnamed");
  if (*pme_program_file(program)) {
    put(out, " file ");
    put_quoted(out, pme_program_file(program));
  }
  if (pme_program_line(program) > 0) {
    put(out, " line ");
    put_integer(out, pme_program_line(program));
  }
  put(out, "\n");
  if (pme_program_effort_us(program) > 0) {
    put(out, "effort ");
    put_integer(out, pme_program_effort_us(program));
    put(out, "\n");
  }
}

static void put_parameters(sink *out, const pme_program *program) {
  for (int i = 0; i < pme_program_parameter_count(program); i++) {
    const pme_parameter *parameter = pme_program_parameter(program, i);
    put(out, "param ");
    put_name(out, parameter->name);
    if (parameter->known) {
      put(out, " = ");
      put_integer(out, parameter->value);
    }
    put(out, "\n");
  }
}

/* An array is named by its name and, where an earlier one has the same, by its number. */
static void put_array_name(sink *out, const pme_program *program, int id) {
  const char *name = pme_program_array(program, id)->name;
  int same_before = 0;
  for (int i = 0; i < id; i++)
    same_before += strcmp(pme_program_array(program, i)->name, name) == 0;
  if (!same_before) {
    put_name(out, name);
    return;
  }
  char numbered[256];
  snprintf(numbered, sizeof numbered, "%.200s#%d", name, id);
  put_name(out, numbered);
}

static void put_array(sink *out, const pme_program *program, int id) {
  const pme_array *array = pme_program_array(program, id);
  put(out, "array ");
  put_array_name(out, program, id);
  put(out, " element ");
  put_integer(out, array->element_bytes);
  if (array->extent_count)
    put(out, " extents");
  for (int e = 0; e < array->extent_count; e++) {
    put(out, " ");
    put_expr(out, program, array->extents[e], BIND_OPERAND);
  }
  if (array->group != PME_NONE) {
    put(out, " group ");
    put_integer(out, array->group);
  }
  if (array->has_base) {
    put(out, " base ");
    put_integer(out, (int64_t)array->base_bytes);
  }
  if (array->alignment_bytes != 1) {
    put(out, " align ");
    put_integer(out, array->alignment_bytes);
  }
  put(out, array->is_heap ? " heap" : array->is_likely_heap ? " heap likely" : "");
  put(out, array->is_unmapped ? " unmapped" : "");
  if (array->allocated_bytes > 0) {
    put(out, " allocated ");
    put_integer(out, array->allocated_bytes);
    put(out, array->is_about_there ? " about " : " at ");
    put_integer(out, array->allocated_at);
  }
  put(out, array->is_private ? " private\n" : "\n");
}

/* ---- nodes ---- */

static void put_indent(sink *out, int depth) {
  while (depth-- > 0)
    put(out, "  ");
}

static void put_place(sink *out, pme_place place) {
  if (place.line <= 0)
    return;
  put(out, " at ");
  if (place.file) {
    put_quoted(out, place.file);
    put(out, ":");
  }
  put_integer(out, place.line);
  put(out, ":");
  put_integer(out, place.column);
}

static void put_bounds(sink *out, const pme_program *program, const pme_expr *bounds, int count, const char *function) {
  for (int i = 0; i + 1 < count; i++) {
    put(out, function);
    put(out, "(");
    put_expr(out, program, bounds[i], BIND_SUM);
    put(out, ", ");
  }
  put_expr(out, program, bounds[count - 1], BIND_SUM);
  for (int i = 0; i + 1 < count; i++)
    put(out, ")");
}

static bool step_is_negative(const pme_program *program, pme_expr step) {
  const pme_expr_node *node = pme_program_expr(program, step);
  return node->kind == PME_EXPR_CONSTANT && node->value < 0;
}

static bool step_is_one(const pme_program *program, pme_expr step) {
  const pme_expr_node *node = pme_program_expr(program, step);
  return node->kind == PME_EXPR_CONSTANT && node->value == 1;
}

static void put_parallel(sink *out, const pme_program *program, const pme_loop *loop) {
  put(out, loop->is_team ? " parallel each-thread" : " parallel schedule ");
  if (!loop->is_team)
    put(out, pme_schedule_name(loop->schedule));
  if (loop->chunk != PME_NONE) {
    put(out, " ");
    put_expr(out, program, loop->chunk, BIND_OPERAND);
  }
  if (loop->threads != PME_NONE) {
    put(out, " threads ");
    put_expr(out, program, loop->threads, BIND_OPERAND);
  }
  if (loop->collapse > 1) {
    put(out, " collapse ");
    put_integer(out, loop->collapse);
  }
  put(out, loop->nowait ? " nowait" : "");
  put(out, loop->ordered ? " ordered" : "");
  put(out, loop->orphaned ? " orphaned" : "");
  put(out, loop->is_taskloop ? " tasks" : "");
}

static void put_work_part(sink *out, const char *word, int64_t value) {
  if (value == 0)
    return;
  put(out, word);
  put_integer(out, value);
}

static void put_work(sink *out, const pme_work *work) {
  if (!work->operations && !work->divisions && !work->chain && !work->vector)
    return;
  put(out, " work ");
  put_integer(out, work->operations);
  put_work_part(out, " divide ", work->divisions);
  put_work_part(out, " chain ", work->chain);
  put_work_part(out, " vector ", work->vector);
  put_work_part(out, " library ", work->library);
}

static void put_loop(sink *out, const pme_program *program, const pme_loop *loop) {
  bool down = step_is_negative(program, loop->step);
  put(out, "loop ");
  put_name(out, loop->variable);
  put(out, " = ");
  put_bounds(out, program, loop->firsts, loop->first_count, down ? "min" : "max");
  put(out, " .. ");
  put_bounds(out, program, loop->lasts, loop->last_count, down ? "max" : "min");
  if (!step_is_one(program, loop->step)) {
    put(out, " step ");
    put_expr(out, program, loop->step, BIND_SUM);
  }
  if (loop->parallel)
    put_parallel(out, program, loop);
  put(out, loop->carries ? " carries" : "");
  put_work(out, &loop->work);
}

static void put_guard(sink *out, const pme_program *program, const pme_guard *guard) {
  put(out, guard->one_thread ? "if one-thread" : "if");
  for (int i = 0; i < guard->condition_count; i++) {
    put(out, i || guard->one_thread ? ", " : " ");
    put_expr(out, program, guard->conditions[i], BIND_SUM);
  }
}

static void put_access(sink *out, const pme_program *program, const pme_access *access) {
  put(out, access->is_write ? "write " : "read ");
  put_array_name(out, program, access->array);
  if (access->scattered > 0) {
    put(out, " scattered ");
    put_integer(out, access->scattered);
  }
  if (access->stays > 0) {
    put(out, " stays ");
    put_integer(out, access->stays);
  }
  put(out, " @ ");
  put_expr(out, program, access->offset_bytes, BIND_SUM);
  if (access->size_bytes != pme_program_array(program, access->array)->element_bytes) {
    put(out, " size ");
    put_integer(out, access->size_bytes);
  }
  if (access->kept_loops > 0) {
    put(out, " kept ");
    put_integer(out, access->kept_loops);
  }
  put(out, access->is_carried ? " carried" : "");
}

static void put_reasons(sink *out, const pme_program *program, int node, int depth) {
  for (int i = 0; i < pme_program_reason_count(program); i++) {
    const pme_reason *reason = pme_program_reason(program, i);
    if (reason->node != node)
      continue;
    put_indent(out, depth);
    put(out, "reason ");
    put(out, pme_reason_name(reason->code));
    put_place(out, reason->place);
    put(out, " ");
    put_quoted(out, reason->text);
    if (*reason->hint) {
      put(out, " ");
      put_quoted(out, reason->hint);
    }
    put(out, "\n");
  }
}

static void put_assumptions(sink *out, const pme_program *program, int node, int depth) {
  for (int i = 0; i < pme_program_assumption_count(program); i++) {
    const pme_assumption *assumption = pme_program_assumption(program, i);
    if (assumption->node != node)
      continue;
    put_indent(out, depth);
    put(out, "assume ");
    put(out, pme_assumption_name(assumption->code));
    put(out, " ");
    put_quoted(out, assumption->text);
    put(out, "\n");
  }
}

static void put_node(sink *out, const pme_program *program, int id, int depth);

/* Everything below `parent`; reasons of an access stand with its parent, before it. */
static void put_children(sink *out, const pme_program *program, int parent, int first, int depth) {
  put_assumptions(out, program, parent, depth);
  put_reasons(out, program, parent, depth);
  for (int id = first; id != PME_NONE; id = pme_program_node(program, id)->next_sibling)
    put_node(out, program, id, depth);
}

static void put_node(sink *out, const pme_program *program, int id, int depth) {
  const pme_node *node = pme_program_node(program, id);
  if (node->kind == PME_NODE_ACCESS) {
    put_assumptions(out, program, id, depth);
    put_reasons(out, program, id, depth);
  }
  put_indent(out, depth);
  switch (node->kind) {
  case PME_NODE_LOOP:
    put_loop(out, program, &node->u.loop);
    break;
  case PME_NODE_REGION:
    put(out, "region");
    if (node->u.region.threads != PME_NONE) {
      put(out, " threads ");
      put_expr(out, program, node->u.region.threads, BIND_OPERAND);
    }
    break;
  case PME_NODE_GUARD:
    put_guard(out, program, &node->u.guard);
    break;
  case PME_NODE_ACCESS:
    put_access(out, program, &node->u.access);
    break;
  }
  put_place(out, node->place);
  put(out, "\n");
  if (node->kind == PME_NODE_ACCESS)
    return;
  put_children(out, program, id, node->first_child, depth + 1);
  put_indent(out, depth);
  put(out, "end\n");
}

pme_status pme_program_write(const pme_program *program, FILE *stream) {
  sink out = {.stream = stream};
  put_header(&out, program);
  put_parameters(&out, program);
  for (int i = 0; i < pme_program_array_count(program); i++)
    put_array(&out, program, i);
  put_children(&out, program, PME_NONE, pme_program_first_node(program), 0);
  return out.failed || ferror(stream) ? PME_IO : PME_OK;
}
