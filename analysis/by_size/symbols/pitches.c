/* Symbols that stand in addresses alone: pitches of rows, planes and blocks, and numbers of rows. */
#include "pitches.h"
#include "analysis/base/integer.h"
#include "elements.h"
#include "expressions.h"
#include "strides.h"
#include "widths.h"
#include "windows.h"

#include <stdlib.h>
#include <string.h>

/* What neighbours need on both sides of a row whose length data decide. */
enum { HALO = 2, TAKEN_STRIDE = 1 };
static const int64_t most_trips = (int64_t)1 << 40;
enum { TAKEN_INDEX = 1, TAKEN_BEGINNING = 0 };
static const char of_index[] = "taken: which element it is", of_beginning[] = "taken: where a part begins";
static const char of_row[] = "taken: as long as what is touched of a row", of_number[] = "taken: a number of a row";

/* What a symbol that stands in addresses alone is. */
typedef struct part {
  bool has_loop;      /* multiplies the variable of a loop: a pitch */
  bool is_of_rows;    /* multiplies it alone: the pitch of rows */
  bool is_open;       /* multiplies what a loop is in otherwise, as of a collapsed nest: a size */
  bool has_partner;   /* multiplies a pitch or a size where no loop is: a number of a row, or as many as there are */
  bool is_found;      /* `form` of the size */
  int64_t planes;     /* accesses to one array are a multiple of so many bytes apart, times it: a pitch; 0: not so */
  bool is_stride;     /* of a vector: nothing lies between two of its elements */
  pme_size_form form; /* power 0: a number */
} part;

typedef struct finder {
  const pme_program *program;
  const pme_what_if *what_if;
  const pme__where *where;
  const pme__unknown_symbols *unknown;
  const pme__address_terms *lists;
  part *parts; /* per parameter */
} finder;

/* ---- values ---- */

static pme_size_form number_form(int64_t value) { return (pme_size_form){.parts = 1, .power = 0, .factor = value}; }

static bool is_given(const finder *f, int symbol, int64_t *value) {
  return pme__has_value(f->what_if, f->unknown, pme_program_parameter(f->program, symbol), value);
}

static bool may_be_pitch(const finder *f, int symbol) {
  const part *p = &f->parts[symbol];
  return f->where[symbol] && (p->has_loop || p->planes) && !p->is_open;
}

/* False: it is a pitch that is not found yet. */
static bool form_of(const finder *f, int symbol, pme_size_form *out) {
  int64_t value;
  if (is_given(f, symbol, &value))
    *out = number_form(value);
  else
    *out = may_be_pitch(f, symbol) ? f->parts[symbol].form : pme__whole_size;
  return !may_be_pitch(f, symbol) || f->parts[symbol].is_found;
}

static pme_size_form product(pme_size_form a, pme_size_form b) {
  a.power += b.power;
  if (__builtin_mul_overflow(a.factor, b.factor, &a.factor))
    a.factor = INT64_MAX;
  return a;
}

static bool is_more(pme_size_form a, pme_size_form b) {
  return a.power != b.power ? a.power > b.power : a.factor > b.factor;
}

/* Sums of constants and of symbols that have a value. */
static bool number_of(const finder *f, pme_expr expr, int64_t *out) {
  const pme_expr_node *e = pme_program_expr(f->program, expr);
  int64_t left, right;
  *out = e->value;
  if (e->kind == PME_EXPR_PARAMETER)
    return is_given(f, (int)e->value, out);
  if (e->kind != PME_EXPR_ADD)
    return e->kind == PME_EXPR_CONSTANT;
  return number_of(f, e->left, &left) && number_of(f, e->right, &right) && !__builtin_add_overflow(left, right, out);
}

/* Is the end of a loop the width of a window? Then it has no neighbours. */
static bool is_width(const finder *f, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(f->program, expr);
  if (e->kind == PME_EXPR_ADD)
    return is_width(f, e->left) || is_width(f, e->right);
  if (e->kind != PME_EXPR_PARAMETER)
    return false;
  const pme_binding *taken = pme__taken_named(f->unknown, pme_program_parameter(f->program, (int)e->value)->name);
  return taken && taken->origin == pme__of_window;
}

/* Along the edge of rows (`i <= depth`), which are longer than what is touched there. */
static bool is_edge(const finder *f, const pme_loop *loop) {
  for (int i = 0; i < f->unknown->taken_count; i++)
    if (f->unknown->taken[i].origin == pme__of_margin &&
        pme__bounds_mention(f->program, loop, pme__parameter_named(f->program, f->unknown->taken[i].name)))
      return true;
  return false;
}

/* How far a loop goes: a number of iterations, or the size. */
static pme_size_form trips_of(const finder *f, int loop) {
  const pme_loop *l = &pme_program_node(f->program, loop)->u.loop;
  int64_t first = 0, last = 0;
  if (is_edge(f, l) || l->first_count != 1 || l->last_count != 1 || !number_of(f, l->firsts[0], &first) ||
      !number_of(f, l->lasts[0], &last) || last < first || __builtin_sub_overflow(last, first, &last) ||
      last > most_trips)
    return pme__whole_size;
  return number_form(last + 1 + (is_width(f, l->lasts[0]) ? 0 : HALO));
}

/* ---- what symbols are for ---- */

static bool may_multiply_number(const finder *f, int symbol) { return !f->where[symbol] || f->parts[symbol].has_loop; }

/* (2 * k + 1) * row * rows: the one plane between two of the loop. */
static bool is_between_planes(const pme__address_terms *list, const pme__address_term *t) {
  for (int i = 0; i < list->count; i++)
    if (list->terms[i].loop != PME_NONE && pme__terms_have_same_symbols(&list->terms[i], t))
      return true;
  return false;
}

static void note_term(finder *f, const pme__address_terms *list, const pme__address_term *t, bool loops_only) {
  for (int i = 0; i < t->symbol_count; i++) {
    part *p = &f->parts[t->symbols[i]];
    p->is_open |= t->has_other_loop;
    if (loops_only) {
      p->has_loop |= t->loop != PME_NONE;
      p->is_of_rows |= t->loop != PME_NONE && t->symbol_count == 1 && !t->has_other;
    }
    bool is_number = !loops_only && t->loop == PME_NONE && t->coefficient > 0 && /* what is taken off: a lower bound */
                     !is_between_planes(list, t);
    for (int k = 0; k < t->symbol_count && is_number; k++)
      p->has_partner |= k != i && may_multiply_number(f, t->symbols[k]);
  }
}

static void note_accesses(finder *f, bool loops_only) {
  for (int node = 0; node < pme_program_node_count(f->program); node++) {
    for (int i = 0; i < f->lists[node].count; i++)
      note_term(f, &f->lists[node], &f->lists[node].terms[i], loops_only);
  }
}

/* ---- planes by number ---- */

static int64_t multiple_of(const pme__address_terms *list, const pme__address_term *like) {
  int64_t sum = 0;
  for (int i = 0; i < list->count; i++)
    if (list->terms[i].loop == PME_NONE && !list->terms[i].has_other &&
        pme__terms_have_same_symbols(&list->terms[i], like))
      if (__builtin_add_overflow(sum, list->terms[i].coefficient, &sum))
        return 0;
  return sum;
}

/* q[0 * plane + ..], q[1 * plane + ..]: numbers that the code gives. */
static void note_planes_of(finder *f, const pme__address_terms *list, const pme__address_terms *other) {
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    if (t->loop != PME_NONE || t->has_other || t->symbol_count == 0)
      continue;
    int64_t apart;
    if (__builtin_sub_overflow(multiple_of(list, t), multiple_of(other, t), &apart) || apart == INT64_MIN)
      continue;
    for (int k = 0; k < t->symbol_count; k++)
      if (!f->parts[t->symbols[k]].has_loop)
        f->parts[t->symbols[k]].planes = pme__gcd(f->parts[t->symbols[k]].planes, apart);
  }
}

static void note_planes(finder *f, int *first_of_array) {
  for (int node = 0; node < pme_program_node_count(f->program); node++) {
    if (pme_program_node(f->program, node)->kind != PME_NODE_ACCESS)
      continue;
    int *first = &first_of_array[pme_program_node(f->program, node)->u.access.array];
    if (*first == PME_NONE)
      *first = node;
    note_planes_of(f, &f->lists[node], &f->lists[*first]);
    note_planes_of(f, &f->lists[*first], &f->lists[node]);
  }
}

/* ---- pitches ---- */

/* The term of the loop that the symbol multiplies with least beside it, of several the innermost; NULL: none. The order of
 * loops does not tell: planes may be gone over inside of rows. */
static const pme__address_term *own_term(const pme__address_terms *list, int symbol) {
  const pme__address_term *own = NULL;
  for (int i = 0; i < list->count; i++)
    if (pme__term_has_symbol(&list->terms[i], symbol) && list->terms[i].loop != PME_NONE &&
        (!own || list->terms[i].symbol_count < own->symbol_count ||
         (list->terms[i].symbol_count == own->symbol_count && list->terms[i].loop > own->loop)))
      own = &list->terms[i];
  return own;
}

/* ... or, of planes that have numbers and no loop, what lies between two of them. False: neither. */
static bool pitch_term(const finder *f, const pme__address_terms *list, int symbol, pme__address_term *out) {
  const pme__address_term *own = own_term(list, symbol);
  for (int i = 0; i < list->count && !own && f->parts[symbol].planes; i++)
    own = pme__term_has_symbol(&list->terms[i], symbol) && !list->terms[i].has_other ? &list->terms[i] : NULL;
  if (!own)
    return false;
  *out = *own;
  out->coefficient = own->loop == PME_NONE ? f->parts[symbol].planes : own->coefficient;
  return true;
}

/* |coefficient| times its symbols but one. False: one is not known yet. */
static bool multiplier_of(const finder *f, const pme__address_term *t, int but, pme_size_form *out) {
  *out = number_form(t->coefficient > -INT64_MAX ? llabs(t->coefficient) : INT64_MAX);
  bool is_left_out = false;
  for (int i = 0; i < t->symbol_count; i++) {
    pme_size_form form;
    if (t->symbols[i] == but && !is_left_out) {
      is_left_out = true;
      continue;
    }
    if (!form_of(f, t->symbols[i], &form))
      return false;
    *out = product(*out, form);
  }
  return true;
}

/* What lies between two rows: of (2 * i + 1) * row the loop goes two rows on, and the 1 tells that there is one between. */
static pme_size_form unit_of_rows(const pme__address_terms *list, const pme__address_term *own, pme_size_form step) {
  int64_t rows = pme__gcd(own->coefficient, 0); /* whichever way the loop goes */
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    if (t->loop == PME_NONE && !t->has_other && pme__terms_have_same_symbols(t, own) && rows != 0 &&
        t->coefficient % rows != 0 && step.factor % rows == 0)
      step.factor = step.factor / rows * pme__gcd(rows, t->coefficient);
  }
  return step;
}

/* Another term has both, as (y * stride + p) * row + x * stride + q has. */
static bool multiply_elsewhere(const pme__address_terms *list, const pme__address_term *t, const pme__address_term *own,
                               int symbol) {
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < t->symbol_count && pme__term_has_symbol(&list->terms[i], symbol); k++)
      if (pme__term_has_symbol(&list->terms[i], t->symbols[k]) && !pme__term_has_symbol(own, t->symbols[k]))
        return true;
  return false;
}

/* All that it multiplies multiplies `own`, too: a row of its plane, wherever its loop stands. */
static bool is_part_of(const pme__address_term *t, const pme__address_term *own) {
  for (int i = 0; i < t->symbol_count; i++)
    if (!pme__term_has_symbol(own, t->symbols[i]))
      return false;
  return t->symbol_count < own->symbol_count;
}

/* Terms of constants alone; those of loops inside, or of parts; of windows that are moved (p and q above) the other way round. */
static bool is_below(const pme__address_terms *list, const pme__address_term *t, const pme__address_term *own,
                     int symbol) {
  if (t->loop == PME_NONE || t->loop == own->loop || pme__term_has_symbol(t, symbol))
    return false;
  return t->symbol_count == 0 || is_part_of(t, own) ||
         (t->loop > own->loop) != multiply_elsewhere(list, t, own, symbol);
}

/* What is touched between two values of the loop of `own`. */
static bool span_below(const finder *f, const pme__address_terms *list, const pme__address_term *own, int symbol,
                       pme_size_form *out) {
  *out = number_form(0);
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    pme_size_form step;
    if (!is_below(list, t, own, symbol))
      continue;
    if (!multiplier_of(f, t, PME_NONE, &step))
      return false;
    pme_size_form span = product(step, trips_of(f, t->loop));
    if (is_more(span, *out))
      *out = span;
  }
  return true;
}

/* The pitch that one access asks for. False: what it rests on is not known yet. */
static bool pitch_in(const finder *f, const pme__address_terms *list, int symbol, pme_size_form *out) {
  pme__address_term own;
  pme_size_form span, unit;
  *out = number_form(0);
  if (!pitch_term(f, list, symbol, &own))
    return true;
  if (!span_below(f, list, &own, symbol, &span) || !multiplier_of(f, &own, symbol, &unit))
    return false;
  unit = unit_of_rows(list, &own, unit);
  if (span.factor == 0 || span.power < unit.power || unit.factor <= 0) /* nothing lies between */
    return true;
  int64_t factor = span.factor / unit.factor + (span.factor % unit.factor != 0);
  *out = (pme_size_form){.parts = 1, .power = span.power - unit.power, .factor = factor};
  return true;
}

/* Rows of planes, of which the last ones are touched by their number (`(nz + 1) * row`), are as many as there are. */
static bool is_number_of_rows(const finder *f, int symbol, pme_size_form form) {
  return form.power == 0 && f->parts[symbol].has_partner && !f->parts[symbol].is_of_rows;
}

/* ---- pitches of components ---- */

/* Another array has its elements along the loop, one after the other: it goes over points, not over the edge of rows. */
static bool goes_along_rows(const finder *f, int loop) {
  for (int node = 0; node < pme_program_node_count(f->program); node++)
    for (int i = 0; i < f->lists[node].count; i++) {
      const pme__address_term *t = &f->lists[node].terms[i];
      if (t->loop == loop && t->symbol_count == 0 && !t->has_other)
        return true;
    }
  return false;
}

static int64_t constant_of(const pme__address_terms *list) {
  int64_t sum = 0;
  for (int i = 0; i < list->count; i++)
    if (list->terms[i].symbol_count == 0 && list->terms[i].loop == PME_NONE && !list->terms[i].has_other)
      sum += list->terms[i].coefficient;
  return sum;
}

/* Components of points, flux(1, i) to flux(3, i): as many as are named, where accesses to one array name several. */
static int64_t components_of(const finder *f, int symbol) {
  int64_t least = 0, most = 0, unit = 0;
  int array = PME_NONE;
  for (int node = 0; node < pme_program_node_count(f->program); node++) {
    const pme__address_terms *list = &f->lists[node];
    const pme__address_term *own = own_term(list, symbol);
    if (!own)
      continue;
    int64_t constant = constant_of(list);
    int here = pme_program_node(f->program, node)->u.access.array;
    bool is_first = array == PME_NONE;
    if (own->symbol_count != 1 || own->has_other || own->coefficient <= 0 || !goes_along_rows(f, own->loop) ||
        (!is_first && (here != array || own->coefficient != unit)))
      return 0;
    array = here;
    unit = own->coefficient;
    least = is_first || constant < least ? constant : least;
    most = is_first || constant > most ? constant : most;
  }
  return unit > 0 && most - least >= unit ? (most - least) / unit + 1 : 0;
}

/* inc * i and inc alone, beside constants. */
static bool is_of_vector(const pme__address_terms *list, int symbol, bool *moves) {
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    bool is_own = t->symbol_count == 1 && t->symbols[0] == symbol,
         is_constant = t->symbol_count == 0 && t->loop == PME_NONE;
    if (t->has_other || !(is_own || is_constant))
      return false;
    *moves |= is_own && t->loop != PME_NONE;
  }
  return true;
}

/* x[i * inc], and nothing else: elements of a vector as BLAS has them. Rows of a matrix have something between them (the
 * next element of each is touched, too), or are chosen by another symbol. */
static bool is_stride(const finder *f, int symbol) {
  bool moves = false;
  int64_t least = INT64_MAX, most = INT64_MIN, unit = INT64_MAX;
  for (int node = 0; node < pme_program_node_count(f->program); node++) {
    const pme__address_terms *list = &f->lists[node];
    const pme__address_term *own = own_term(list, symbol);
    if (pme__address_has_symbol(list, symbol) && !is_of_vector(list, symbol, &moves))
      return false;
    if (!own)
      continue;
    int64_t constant = constant_of(list);
    unit = own->coefficient < unit ? own->coefficient : unit;
    least = constant < least ? constant : least;
    most = constant > most ? constant : most;
  }
  return moves && most - least < unit && f->where[symbol] == PME__IN_ADDRESSES;
}

static bool find_pitch(finder *f, int symbol) {
  pme_size_form most = number_form(0);
  for (int node = 0; node < pme_program_node_count(f->program); node++) {
    pme_size_form form;
    if (!pitch_in(f, &f->lists[node], symbol, &form))
      return false;
    if (is_more(form, most))
      most = form;
  }
  bool is_span = most.factor > 0 && !is_number_of_rows(f, symbol, most);
  int64_t components = most.factor == 0 ? components_of(f, symbol) : 0;
  f->parts[symbol].form = is_span ? most : components > 0 ? number_form(components) : pme__whole_size;
  if (!is_span && components == 0 && is_stride(f, symbol)) {
    f->parts[symbol].form = number_form(TAKEN_STRIDE);
    f->parts[symbol].is_stride = true;
  }
  f->parts[symbol].is_found = true;
  return true;
}

/* Pitches of planes rest on those of rows. Two that rest on each other stay sizes. */
static void find_all_pitches(finder *f) {
  int parameters = pme_program_parameter_count(f->program);
  bool is_any = true;
  while (is_any) {
    is_any = false;
    for (int i = 0; i < parameters; i++)
      if (may_be_pitch(f, i) && !f->parts[i].is_found)
        is_any |= find_pitch(f, i);
  }
}

/* ---- what comes of it ---- */

static void apply(const finder *f, pme__unknown_symbols *out) {
  int numbers = 0;
  for (int i = 0; i < out->size_count;) {
    int id = pme__parameter_named(f->program, out->sizes[i]);
    const part *p = &f->parts[id];
    bool is_pitch = may_be_pitch(f, id) && p->is_found;
    bool is_number = !p->is_open && f->where[id] == PME__IN_ADDRESSES && !p->has_loop && !p->planes && p->has_partner;
    if (f->where[id] == PME__IN_ADDRESSES && pme__is_element(f->program, f->lists, id))
      pme__take_size(out, i, TAKEN_INDEX, of_index);
    else if (f->where[id] == PME__IN_ADDRESSES && pme__is_beginning(f->program, f->lists, id))
      pme__take_size(out, i, TAKEN_BEGINNING, of_beginning);
    else if (is_number)
      pme__take_size(out, i, ++numbers, of_number);
    else if (is_pitch && p->form.power == 0)
      pme__take_size(out, i, p->form.factor, p->is_stride ? pme__of_stride : of_row);
    else if (is_pitch)
      out->forms[i++] = p->form;
    else
      i++;
  }
}

static bool has_other_sizes(const finder *f) {
  for (int i = 0; i < f->unknown->size_count; i++)
    if (!f->where[pme__parameter_named(f->program, f->unknown->sizes[i])])
      return true;
  return false;
}

pme_status pme__find_pitches(const pme_program *program, const pme_what_if *what_if, const pme__where *where,
                             const pme__address_terms *lists, pme_arena *arena, pme__unknown_symbols *out) {
  finder f = {.program = program,
              .what_if = what_if,
              .where = where,
              .unknown = out,
              .lists = lists,
              .parts = PME_ARENA_NEW(arena, part, pme_program_parameter_count(program) + 1)};
  int arrays = pme_program_array_count(program);
  int *first_of_array = PME_ARENA_NEW(arena, int, arrays + 1);
  if (!f.parts || !first_of_array)
    return PME_NO_MEMORY;
  for (int i = 0; i < arrays; i++)
    first_of_array[i] = PME_NONE;
  if (!has_other_sizes(&f))
    return PME_OK;
  note_accesses(&f, true);
  note_accesses(&f, false);
  note_planes(&f, first_of_array);
  find_all_pitches(&f);
  apply(&f, out);
  return PME_OK;
}
