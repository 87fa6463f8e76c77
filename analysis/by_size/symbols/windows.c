/* Symbols that say how wide a window is which is moved over data. */
#include "windows.h"
#include "expressions.h"
#include "strides.h"

enum { TAKEN_WIDTH = 3, TAKEN_PADDING = 1, TAKEN_STRIDE = 1, MOST_STRIDE = 8 };
const char pme__of_window[] = "taken: the width of a window";

typedef struct finder {
  const pme_program *program;
  const pme__address_terms *lists;
  const pme__unknown_symbols *unknown;
  bool *is_window;    /* per node, of loops */
  bool *is_remainder; /* per parameter: `(..) % symbol` goes over a window */
  bool *is_stride;    /* per parameter: a window is moved by so much */
} finder;

/* ---- what moves by the same ---- */

static int stride_of(const pme__address_term *wide, const pme__address_term *narrow) {
  return wide->coefficient == narrow->coefficient ? pme__symbol_more(wide, narrow) : PME_NONE;
}

static bool is_multiple(const pme__address_term *wide, const pme__address_term *narrow) {
  if (!pme__terms_have_same_symbols(wide, narrow))
    return false;
  int64_t times = narrow->coefficient > 0 && wide->coefficient % narrow->coefficient == 0
                      ? wide->coefficient / narrow->coefficient
                      : 0;
  return times >= 1 && times <= MOST_STRIDE;
}

/* Whether `inner` counts inside of `outer`: a loop in it, or what is left of a division. */
static bool counts_inside(const pme__address_term *outer, const pme__address_term *inner) {
  bool is_loop = inner->loop > outer->loop && !inner->has_other;
  return outer->loop != PME_NONE && !outer->has_other && (inner->modulo != PME_NONE || is_loop);
}

static bool ends_at(const finder *f, int loop, int symbol) {
  return pme__bounds_mention(f->program, &pme_program_node(f->program, loop)->u.loop, symbol);
}

/* i * row + j is a matrix whose rows are as long as j goes. */
static bool is_extent(const finder *f, const pme__address_term *t, int symbol) {
  return t->modulo != PME_NONE ? t->modulo == symbol : ends_at(f, t->loop, symbol);
}

/* (n + 2 * g) * (m + 2 * g) * k + (n + 2 * g) * j is one pitch, however many terms it has. */
static bool are_same_loops(const pme__address_term *wide, const pme__address_term *narrow,
                           const pme__address_term *other, const pme__address_term *small) {
  return other->loop == wide->loop && small->loop == narrow->loop && small->modulo == narrow->modulo;
}

/* Rows and planes have pitches of their own; windows are moved by the same stride in both, by loops around them all. */
static bool moves_elsewhere(const finder *f, const pme__address_terms *list, const pme__address_term *wide,
                            const pme__address_term *narrow, int stride) {
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < list->count; k++) {
      const pme__address_term *other = &list->terms[i], *small = &list->terms[k];
      if (other != wide && other != narrow && small != wide && small != narrow &&
          !are_same_loops(wide, narrow, other, small) && counts_inside(other, small) && counts_inside(other, narrow) &&
          counts_inside(wide, small) && stride_of(other, small) == stride && !is_extent(f, small, stride) &&
          !pme__is_part_of_pitch(list, other) && !pme__is_part_of_pitch(list, small))
        return true;
    }
  return false;
}

static bool is_moved(const finder *f, const pme__address_terms *list, const pme__address_term *narrow) {
  bool is_moved = false;
  if (pme__is_part_of_pitch(list, narrow))
    return false;
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *wide = &list->terms[i];
    if (!counts_inside(wide, narrow) || pme__is_part_of_pitch(list, wide))
      continue;
    int stride = stride_of(wide, narrow);
    bool is_stride =
        stride != PME_NONE && !is_extent(f, narrow, stride) && moves_elsewhere(f, list, wide, narrow, stride);
    if (is_stride)
      f->is_stride[stride] = true;
    is_moved |= is_stride || is_multiple(wide, narrow);
  }
  return is_moved;
}

/* Whether there are any. */
static bool find_windows(finder *f) {
  bool found = false;
  for (int node = 0; node < pme_program_node_count(f->program); node++)
    for (int i = 0; i < f->lists[node].count; i++) {
      const pme__address_term *t = &f->lists[node].terms[i];
      if ((t->loop == PME_NONE && t->modulo == PME_NONE) || !is_moved(f, &f->lists[node], t))
        continue;
      found = true;
      if (t->modulo != PME_NONE)
        f->is_remainder[t->modulo] = true;
      else
        f->is_window[t->loop] = true;
    }
  return found;
}

/* ---- widths ---- */

/* The one size in the bounds of a loop. */
static bool is_only_size(const finder *f, int loop, int symbol) {
  if (!ends_at(f, loop, symbol))
    return false;
  for (int i = 0; i < f->unknown->size_count; i++) {
    int other = pme__parameter_named(f->program, f->unknown->sizes[i]);
    if (other != symbol && ends_at(f, loop, other))
      return false;
  }
  return true;
}

/* Some loop over a window ends there, and no loop over anything else. */
static bool is_width(const finder *f, int symbol) {
  bool result = f->is_remainder[symbol];
  for (int id = 0; id < pme_program_node_count(f->program); id++)
    if (pme_program_node(f->program, id)->kind == PME_NODE_LOOP && is_only_size(f, id, symbol)) {
      if (!f->is_window[id])
        return false;
      result = true;
    }
  return result;
}

static bool is_in_condition(const finder *f, int node, int symbol) {
  const pme_node *n = pme_program_node(f->program, node);
  for (int i = 0; n->kind == PME_NODE_GUARD && i < n->u.guard.condition_count; i++)
    if (pme__mentions(f->program, n->u.guard.conditions[i], symbol))
      return true;
  return false;
}

/* `symbol / 2` is a factor of the term. */
static bool has_part_of(const finder *f, const pme__address_term *t, int symbol) {
  const pme_expr_node *e = t->has_other ? pme_program_expr(f->program, t->other) : NULL;
  if (!e || e->kind != PME_EXPR_FLOOR_DIVIDE)
    return false;
  const pme_expr_node *of = pme_program_expr(f->program, e->left);
  return of->kind == PME_EXPR_PARAMETER && (int)of->value == symbol &&
         pme_program_expr(f->program, e->right)->kind == PME_EXPR_CONSTANT;
}

/* What is taken off subscripts, whatever the loops, and put on where they end, with another size, or where conditions
 * keep a window in its data: padding. */
static bool is_padding(const finder *f, int symbol, bool has_windows) {
  bool is_taken_off = false, is_end = false;
  for (int node = 0; node < pme_program_node_count(f->program); node++) {
    is_end |= has_windows && is_in_condition(f, node, symbol);
    if (pme_program_node(f->program, node)->kind == PME_NODE_LOOP) {
      is_end |= ends_at(f, node, symbol);
      if (is_only_size(f, node, symbol))
        return false;
    }
    for (int i = 0; i < f->lists[node].count; i++) {
      const pme__address_term *t = &f->lists[node].terms[i];
      if (!pme__term_has_symbol(t, symbol) && !has_part_of(f, t, symbol))
        continue;
      if (t->loop != PME_NONE || t->has_other_loop || t->coefficient > 0)
        return false;
      is_taken_off = true;
    }
  }
  return is_taken_off && is_end;
}

/* Moves windows, and ends no loop. */
static bool is_stride(const finder *f, int symbol) {
  for (int id = 0; f->is_stride[symbol] && id < pme_program_node_count(f->program); id++)
    if (pme_program_node(f->program, id)->kind == PME_NODE_LOOP && ends_at(f, id, symbol))
      return false;
  return f->is_stride[symbol];
}

enum { SIZE, WIDTH, PADDING, STRIDE };

/* Of a size. */
static int kind_of(const finder *f, int symbol, bool has_windows) {
  return is_width(f, symbol)                  ? WIDTH
         : is_stride(f, symbol)               ? STRIDE
         : is_padding(f, symbol, has_windows) ? PADDING
                                              : SIZE;
}

static void take(const char *kinds, pme__unknown_symbols *out) {
  for (int i = 0, size = 0, count = out->size_count; i < count; i++)
    if (kinds[i] == SIZE)
      size++;
    else if (kinds[i] == WIDTH)
      pme__take_size(out, size, TAKEN_WIDTH, pme__of_window);
    else if (kinds[i] == STRIDE)
      pme__take_size(out, size, TAKEN_STRIDE, pme__of_stride);
    else
      pme__take_size(out, size, TAKEN_PADDING, "taken: padding");
}

pme_status pme__find_windows(const pme_program *program, const pme__address_terms *lists, const bool *may_be,
                             pme_arena *arena, pme__unknown_symbols *out) {
  finder f = {.program = program,
              .lists = lists,
              .unknown = out,
              .is_window = PME_ARENA_NEW(arena, bool, pme_program_node_count(program) + 1),
              .is_remainder = PME_ARENA_NEW(arena, bool, pme_program_parameter_count(program) + 1),
              .is_stride = PME_ARENA_NEW(arena, bool, pme_program_parameter_count(program) + 1)};
  char *kinds = PME_ARENA_NEW(arena, char, out->size_count + 1);
  if (!f.is_window || !f.is_remainder || !f.is_stride || !kinds)
    return PME_NO_MEMORY;
  bool has_windows = find_windows(&f);
  int left = out->size_count;
  for (int i = 0; i < out->size_count; i++) {
    int id = pme__parameter_named(program, out->sizes[i]);
    if (may_be[id])
      kinds[i] = (char)kind_of(&f, id, has_windows);
    left -= kinds[i] != SIZE;
  }
  if (left > 0)
    take(kinds, out);
  return PME_OK;
}
