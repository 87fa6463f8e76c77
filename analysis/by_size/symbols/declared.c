/* Sizes that arrays are declared for. */
#include "declared.h"
#include "expressions.h"

#include <string.h>

enum { LEAST_EXTENT = 2, MOST_EXTENTS = 8, LEAST_ROW = 16 };
/* A size of its own is less than this, and less than a share of what the others may be. */
static const int64_t most_of_own = 4096, share_of_others = 4;

typedef struct finder {
  const pme_program *program;
  const pme_what_if *what_if;
  const pme__unknown_symbols *unknown;
  const pme__where *where;
  int64_t *limits;                /* per parameter */
  bool *is_number, *is_otherwise; /* per parameter: of rows of declared arrays; something else, too */
} finder;

/* ---- what stands in bounds ---- */

/* slope * symbol + constant. */
typedef struct line {
  int64_t slope, constant;
} line;

static bool line_of(const finder *f, pme_expr expr, int symbol, line *out);

static bool line_of_both(const finder *f, const pme_expr_node *e, int symbol, line *out) {
  line left, right;
  if (!line_of(f, e->left, symbol, &left) || !line_of(f, e->right, symbol, &right))
    return false;
  if (e->kind == PME_EXPR_ADD)
    return !__builtin_add_overflow(left.slope, right.slope, &out->slope) &&
           !__builtin_add_overflow(left.constant, right.constant, &out->constant);
  if (left.slope != 0 && right.slope != 0)
    return false;
  const line *moving = left.slope != 0 ? &left : &right, *factor = left.slope != 0 ? &right : &left;
  return !__builtin_mul_overflow(moving->slope, factor->constant, &out->slope) &&
         !__builtin_mul_overflow(moving->constant, factor->constant, &out->constant);
}

/* False: something else stands in it, or it is none. */
static bool line_of(const finder *f, pme_expr expr, int symbol, line *out) {
  const pme_expr_node *e = pme_program_expr(f->program, expr);
  *out = (line){0, e->value};
  if (e->kind == PME_EXPR_CONSTANT)
    return true;
  if (e->kind == PME_EXPR_PARAMETER && (int)e->value == symbol) {
    *out = (line){1, 0};
    return true;
  }
  if (e->kind == PME_EXPR_PARAMETER)
    return pme__has_value(f->what_if, f->unknown, pme_program_parameter(f->program, (int)e->value), &out->constant);
  return (e->kind == PME_EXPR_ADD || e->kind == PME_EXPR_MULTIPLY) && line_of_both(f, e, symbol, out);
}

/* ---- arrays ---- */

typedef struct shape {
  int count;
  int64_t stride_bytes[MOST_EXTENTS], extents[MOST_EXTENTS]; /* outermost first; 0: not known */
} shape;

static bool is_plain(const pme__address_term *t) { return t->symbol_count == 0 && !t->has_other; }

static void insert_stride(shape *s, int64_t stride_bytes) {
  int at = 0;
  while (at < s->count && s->stride_bytes[at] > stride_bytes)
    at++;
  if (s->count == MOST_EXTENTS || (at < s->count && s->stride_bytes[at] == stride_bytes))
    return;
  memmove(&s->stride_bytes[at + 1], &s->stride_bytes[at], (size_t)(s->count - at) * sizeof *s->stride_bytes);
  s->stride_bytes[at] = stride_bytes;
  s->count++;
}

/* Whether loops inside move by less than those around them: neighbours in other rows are no rows. */
static bool is_in_order(const pme__address_terms *list) {
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < list->count; k++)
      if (list->terms[i].loop != PME_NONE && list->terms[k].loop > list->terms[i].loop &&
          list->terms[k].coefficient > list->terms[i].coefficient)
        return false;
  return true;
}

/* Of a pointer to rows of fixed length (`double (*u)[65][65][5]`): as long as loops around move by. Less than
 * LEAST_ROW may be a window, which is moved by less than it is long. */
static bool shape_of_strides(const pme__address_terms *list, shape *out) {
  *out = (shape){.count = 0};
  if (!is_in_order(list))
    return false;
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    if (t->loop != PME_NONE && (!is_plain(t) || t->coefficient <= 0))
      return false;
    if (t->loop != PME_NONE)
      insert_stride(out, t->coefficient);
  }
  for (int d = 1; d < out->count; d++) {
    int64_t extent = out->stride_bytes[d - 1] / out->stride_bytes[d];
    bool is_row = out->stride_bytes[d - 1] % out->stride_bytes[d] == 0 && extent >= LEAST_ROW;
    out->extents[d] = is_row ? extent : 0;
  }
  return out->count > 1;
}

static bool shape_of(const finder *f, const pme_array *array, shape *out) {
  int64_t bytes = array->element_bytes;
  out->count = array->extent_count;
  if (out->count == 0 || out->count > MOST_EXTENTS)
    return false;
  for (int d = out->count - 1; d >= 0; d--) {
    const pme_expr_node *e = array->extents[d] == PME_NONE ? NULL : pme_program_expr(f->program, array->extents[d]);
    bool is_known = e && e->kind == PME_EXPR_CONSTANT && e->value >= LEAST_EXTENT;
    if (!is_known && d > 0)
      return false;
    out->stride_bytes[d] = bytes;
    out->extents[d] = is_known ? e->value : 0;
    if (is_known && __builtin_mul_overflow(bytes, e->value, &bytes))
      return false;
  }
  return true;
}

/* Some other term goes from row to row: what moves inside of rows of one alone may as well go on into the next one. */
static bool moves_around(const pme__address_terms *list, const pme__address_term *inner, int64_t stride_bytes) {
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    bool has_variable = t->loop != PME_NONE || t->symbol_count > 0;
    if (t != inner && has_variable && (t->loop == PME_NONE || t->symbol_count == 0) && t->coefficient >= stride_bytes)
      return true;
  }
  return false;
}

/* How often the loop of a term can go round; 0: not known. */
static int64_t most_trips(const shape *s, const pme__address_terms *list, const pme__address_term *t) {
  int d = 0;
  while (d + 1 < s->count && s->stride_bytes[d] > t->coefficient)
    d++;
  if (s->stride_bytes[d] > t->coefficient)
    return 0;
  while (d > 0 && !moves_around(list, t, s->stride_bytes[d - 1]))
    d--;
  return s->extents[d] > 0 ? (s->stride_bytes[d] * s->extents[d] - 1) / t->coefficient + 1 : 0;
}

/* ---- limits ---- */

/* The loop ends where the symbol says, in so many trips at most. */
static void limit_symbol(finder *f, const pme_loop *loop, int symbol, int64_t trips) {
  line first, last, step;
  if (loop->first_count != 1 || loop->last_count != 1 || !line_of(f, loop->firsts[0], PME_NONE, &first) ||
      !line_of(f, loop->step, PME_NONE, &step) || !line_of(f, loop->lasts[0], symbol, &last) || last.slope <= 0 ||
      step.constant <= 0)
    return;
  int64_t most, steps;
  if (__builtin_mul_overflow(trips - 1, step.constant, &steps) ||
      __builtin_add_overflow(first.constant, steps, &most) || __builtin_sub_overflow(most, last.constant, &most))
    return;
  most = (most + step.constant - 1) / last.slope; /* as many trips */
  if (most >= LEAST_EXTENT && most < f->limits[symbol])
    f->limits[symbol] = most;
}

static void limit_by_term(finder *f, const shape *s, const pme__address_terms *list, const pme__address_term *t) {
  if (t->loop == PME_NONE || !is_plain(t) || t->coefficient <= 0)
    return;
  int64_t trips = most_trips(s, list, t);
  const pme_loop *loop = &pme_program_node(f->program, t->loop)->u.loop;
  for (int i = 0; i < f->unknown->size_count && trips > 0; i++) {
    int symbol = pme__parameter_named(f->program, f->unknown->sizes[i]);
    if (pme__bounds_mention(f->program, loop, symbol))
      limit_symbol(f, loop, symbol, trips);
  }
}

/* Of rows of the array, and not of what is in the innermost ones. */
static void note_numbers(finder *f, const shape *s, const pme__address_terms *list) {
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    bool is_number = t->symbol_count == 1 && t->loop == PME_NONE && !t->has_other && s && s->count > 1 &&
                     t->coefficient >= s->stride_bytes[s->count - 2];
    for (int k = 0; k < t->symbol_count; k++)
      *(is_number ? &f->is_number[t->symbols[k]] : &f->is_otherwise[t->symbols[k]]) = true;
  }
}

static void read_accesses(finder *f, const pme__address_terms *lists) {
  for (int id = 0; id < pme_program_node_count(f->program); id++) {
    const pme_node *node = pme_program_node(f->program, id);
    shape s;
    if (node->kind != PME_NODE_ACCESS)
      continue;
    bool has_extents = shape_of(f, pme_program_array(f->program, node->u.access.array), &s);
    note_numbers(f, has_extents ? &s : NULL, &lists[id]);
    bool has_shape = has_extents || shape_of_strides(&lists[id], &s);
    for (int i = 0; i < lists[id].count && has_shape; i++)
      limit_by_term(f, &s, &lists[id], &lists[id].terms[i]);
  }
}

/* ---- what comes of it ---- */

static bool is_number(const finder *f, int symbol) {
  return f->where[symbol] == PME__IN_ADDRESSES && f->is_number[symbol] && !f->is_otherwise[symbol];
}

/* Of what loops count; of pitches where there is nothing else, for these will be as long as their rows. 0: all of them
 * are numbers of rows. */
static int64_t largest_limit(const finder *f) {
  int64_t most = 0, most_of_pitches = 0;
  for (int i = 0; i < f->unknown->size_count; i++) {
    int symbol = pme__parameter_named(f->program, f->unknown->sizes[i]);
    int64_t *of = f->where[symbol] == PME__ANYWHERE ? &most : &most_of_pitches;
    if (!is_number(f, symbol) && f->limits[symbol] > *of)
      *of = f->limits[symbol];
  }
  return most > 0 ? most : most_of_pitches;
}

static void take(const finder *f, int64_t most, pme__unknown_symbols *out) {
  int numbers = 0;
  for (int i = 0; i < out->size_count;) {
    int symbol = pme__parameter_named(f->program, out->sizes[i]);
    int64_t limit = pme_size_form_is_whole(out->forms[i]) ? f->limits[symbol] : INT64_MAX;
    if (is_number(f, symbol)) {
      pme__take_size(out, i, ++numbers, "taken: a number of a row");
    } else if (limit < most_of_own && limit <= most / share_of_others) {
      pme__take_size(out, i, limit, "taken: as arrays are declared");
    } else {
      out->limit = limit < out->limit ? limit : out->limit;
      i++;
    }
  }
}

static bool read_limits(const pme__declared_question *question, pme_arena *arena, finder *f) {
  int parameters = pme_program_parameter_count(question->program);
  *f = (finder){.program = question->program,
                .what_if = question->what_if,
                .unknown = question->unknown,
                .where = question->where,
                .limits = PME_ARENA_NEW(arena, int64_t, parameters + 1),
                .is_number = PME_ARENA_NEW(arena, bool, parameters + 1),
                .is_otherwise = PME_ARENA_NEW(arena, bool, parameters + 1)};
  if (!f->limits || !f->is_number || !f->is_otherwise)
    return false;
  for (int i = 0; i < parameters; i++)
    f->limits[i] = INT64_MAX;
  read_accesses(f, question->lists);
  return true;
}

const int64_t *pme__declared_limits(const pme__declared_question *question, pme_arena *arena) {
  finder f;
  return read_limits(question, arena, &f) ? f.limits : NULL;
}

pme_status pme__find_declared(const pme__declared_question *question, pme_arena *arena) {
  finder f;
  if (!read_limits(question, arena, &f))
    return PME_NO_MEMORY;
  int64_t most = largest_limit(&f);
  if (most > 0)
    take(&f, most, question->unknown);
  return PME_OK;
}
