/* Symbols that say how wide a border is. */
#include "borders.h"

#include "analysis/by_size/excerpt.h"
#include "expressions.h"
#include "widths.h"

enum { TAKEN_BEGIN = 0 };
static const char of_begins[] = "taken: where rows begin";

static bool take_out(int *symbols, int *count, int symbol) {
  for (int i = 0; i < *count; i++)
    if (symbols[i] == symbol) {
      symbols[i] = symbols[--*count];
      return true;
    }
  return false;
}

/* The symbol of `term` in whose place `other` has another one, and all else alike; PME_NONE: they are not so. */
static int replaced_in(const pme_program *program, const pme__address_term *term, const pme__address_term *other) {
  int left[PME__MOST_FACTORS], count = other->symbol_count, own = PME_NONE, compared = 0;
  if (term->loop != other->loop || term->symbol_count != other->symbol_count || term->has_other != other->has_other ||
      (term->has_other && !pme__is_same(program, term->other, program, other->other, &compared)))
    return PME_NONE;
  for (int i = 0; i < count; i++)
    left[i] = other->symbols[i];
  for (int i = 0; i < term->symbol_count; i++)
    if (!take_out(left, &count, term->symbols[i])) {
      if (own != PME_NONE)
        return PME_NONE;
      own = term->symbols[i];
    }
  return count == 1 ? own : PME_NONE;
}

static bool is_size(const pme__uses *u, const pme__unknown_symbols *out, int symbol) {
  return pme__size_named(out, pme_program_parameter(u->program, symbol)->name) != PME_NONE;
}

/* (other + times * symbol) * ..; in an address as the pitch of what a loop goes along. */
typedef struct addend {
  int symbol, times;
  bool is_address;
} addend;

static bool is_pitch(const pme__address_terms *list, const pme__address_term *term) {
  return term->loop != PME_NONE && !pme__is_part_of_pitch(list, term);
}

static bool is_in(const pme__uses *u, const pme__address_terms *list, addend a, const pme__unknown_symbols *out) {
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < list->count; k++) {
      const pme__address_term *some = &list->terms[i], *once = &list->terms[k];
      bool may_be = once->coefficient > 0 && some->coefficient == a.times * once->coefficient &&
                    (!a.is_address || is_pitch(list, once)) && replaced_in(u->program, some, once) == a.symbol;
      if (may_be && is_size(u, out, replaced_in(u->program, once, some)))
        return true;
    }
  return false;
}

/* Alone: a worksharing loop ends there. */
static bool ends_dealt_loop(const pme__uses *u, int symbol) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (node->kind != PME_NODE_LOOP || !node->u.loop.parallel ||
        !pme__bounds_mention(u->program, &node->u.loop, symbol))
      continue;
    bool is_only = true;
    for (int other = 0; other < pme_program_parameter_count(u->program); other++)
      is_only &= other == symbol || !pme__bounds_mention(u->program, &node->u.loop, other);
    if (is_only)
      return true;
  }
  return false;
}

static bool is_in_addresses(const pme__uses *u, const pme__address_terms *lists, addend a,
                            const pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(u->program); id++)
    if (is_in(u, &lists[id], a, out))
      return true;
  return false;
}

static bool is_in_ends(const pme__uses *u, addend a, const pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    for (int i = 0; node->kind == PME_NODE_LOOP && i < node->u.loop.last_count; i++) {
      pme__address_term terms[PME__MOST_TERMS];
      pme__address_terms last = {pme__terms_of(u->program, node->u.loop.lasts[i], terms), terms};
      if (is_in(u, &last, a, out))
        return true;
    }
  }
  return false;
}

/* Once, and nothing beside it. */
static bool has_once(const pme__address_terms *terms, int symbol, int sign) {
  for (int i = 0; i < terms->count; i++) {
    const pme__address_term *term = &terms->terms[i];
    if (term->coefficient == sign && term->symbol_count == 1 && term->symbols[0] == symbol && term->loop == PME_NONE &&
        !term->has_other)
      return true;
  }
  return false;
}

/* first - symbol .. size + symbol: as much on both sides of what is computed, or, the other way round, left out on both. */
static bool is_around(const pme__uses *u, int symbol, int sign, const pme__unknown_symbols *out) {
  for (int id = 0; id < pme_program_node_count(u->program); id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (node->kind != PME_NODE_LOOP || node->u.loop.first_count != 1 || node->u.loop.last_count != 1)
      continue;
    pme__address_term begins[PME__MOST_TERMS], ends[PME__MOST_TERMS];
    pme__address_terms first = {pme__terms_of(u->program, node->u.loop.firsts[0], begins), begins};
    pme__address_terms last = {pme__terms_of(u->program, node->u.loop.lasts[0], ends), ends};
    if (!has_once(&first, symbol, -sign) || !has_once(&last, symbol, sign))
      continue;
    for (int i = 0; i < last.count; i++)
      if (ends[i].coefficient > 0 && ends[i].symbol_count == 1 && ends[i].symbols[0] != symbol &&
          is_size(u, out, ends[i].symbols[0]))
        return true;
  }
  return false;
}

static bool may_be_small(const pme__uses *u, int symbol) {
  unsigned other = PME__IN_THREADS | PME__IN_CHUNK | PME__IN_STEP | PME__IN_DATA;
  return !(u->of[symbol] & other) && !ends_dealt_loop(u, symbol);
}

static int symbol_of_size(const pme__uses *u, const pme__unknown_symbols *out, int size) {
  return pme__parameter_named(u->program, out->sizes[size]);
}

/* So many factors, none of which is taken for 0. */
static bool counts(const pme__uses *u, const pme__address_term *term, int factors, const pme__unknown_symbols *out) {
  for (int i = 0; i < term->symbol_count; i++) {
    const pme_binding *taken = pme__taken_named(out, pme_program_parameter(u->program, term->symbols[i])->name);
    if (taken && taken->origin == of_begins)
      return false;
  }
  return term->symbol_count == factors;
}

/* How often a loop goes forward with (other - symbol) * .., so many factors, more than it goes back (`d[last - g]`). */
static int taken_off_in(const pme__uses *u, const pme__address_terms *list, int symbol, int factors,
                        const pme__unknown_symbols *out) {
  int times = 0;
  for (int i = 0; i < list->count; i++)
    for (int k = 0; k < list->count && pme__term_has_symbol(&list->terms[i], symbol); k++) {
      const pme__address_term *some = &list->terms[i], *other = &list->terms[k];
      bool is_moved = some->loop != PME_NONE || some->has_other_loop;
      bool is_length = some->has_other && pme__mentions(u->program, some->other, symbol); /* c - m * (c / m) */
      if (is_moved && !is_length && some->coefficient == -other->coefficient && counts(u, some, factors, out) &&
          counts(u, other, factors, out) && replaced_in(u->program, some, other) == symbol &&
          is_size(u, out, replaced_in(u->program, other, some)))
        times += other->coefficient > 0 ? 1 : -1;
    }
  return times;
}

static bool is_begin(const pme__uses *u, const pme__address_terms *lists, int symbol, int factors,
                     const pme__unknown_symbols *out) {
  int times = 0;
  for (int id = 0; id < pme_program_node_count(u->program); id++)
    times += taken_off_in(u, &lists[id], symbol, factors, out);
  return times > 0;
}

/* Begins of rows (last - first + 1) are taken off. Of (l1 - f1 + 1) * (l0 - f0 + 1) the products tell nothing by
 * themselves, f1 * f0 is added: so first what stands there alone, then what others are multiplied with that are left. */
static void find_begins(const pme__uses *u, const pme__address_terms *lists, pme__unknown_symbols *out) {
  for (int factors = 1; factors <= PME__MOST_FACTORS; factors++)
    for (int i = 0; i < out->size_count && out->size_count > 1;) {
      int symbol = symbol_of_size(u, out, i);
      if (may_be_small(u, symbol) && is_begin(u, lists, symbol, factors, out))
        pme__take_size(out, i, TAKEN_BEGIN, of_begins);
      else
        i++;
    }
}

static bool holds_dealt_loop(const pme_program *program, int loop) {
  for (int id = loop + 1; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    if (node->kind == PME_NODE_LOOP && node->u.loop.parallel && pme__is_in(program, id, loop))
      return true;
  }
  return false;
}

/* Accesses to one array go forward along with the loop, and others back. */
static bool is_mirror(const pme__uses *u, const pme__address_terms *lists, int loop) {
  int nodes = pme_program_node_count(u->program);
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < lists[a].count; i++) {
      const pme__address_term *there = &lists[a].terms[i];
      for (int b = 0; b < nodes && there->loop == loop && there->coefficient > 0; b++)
        for (int k = 0; k < lists[b].count; k++) {
          const pme__address_term *back = &lists[b].terms[k];
          if (back->loop == loop && back->coefficient == -there->coefficient && !back->has_other && !there->has_other &&
              pme__terms_have_same_symbols(there, back) &&
              pme_program_node(u->program, a)->u.access.array == pme_program_node(u->program, b)->u.access.array)
            return true;
        }
    }
  return false;
}

/* Rows that are mirrored into a border, one after the other: a loop around worksharing ones ends there, and nothing else. */
static bool ends_mirror(const pme__uses *u, const pme__address_terms *lists, int symbol) {
  unsigned uses = u->of[symbol] & ~(unsigned)(PME__ADDED | PME__ONLY_END);
  for (int id = 0; id < pme_program_node_count(u->program) && uses == PME__IN_LAST; id++) {
    const pme_node *node = pme_program_node(u->program, id);
    if (node->kind == PME_NODE_LOOP && !node->u.loop.parallel &&
        pme__bounds_mention(u->program, &node->u.loop, symbol) && holds_dealt_loop(u->program, id) &&
        is_mirror(u, lists, id))
      return true;
  }
  return false;
}

/* (k + g) * plane + (j + g) * row + i + g: by so much further along each pitch that a loop goes by, and by elements. */
static bool is_corner(const pme__address_terms *list, int symbol) {
  int pitches = 0;
  int64_t unit = 0;
  for (int i = 0; i < list->count; i++) {
    const pme__address_term *t = &list->terms[i];
    bool is_own = t->loop == PME_NONE && !t->has_other && pme__term_has_symbol(t, symbol);
    unit = is_own && t->symbol_count == 1 ? t->coefficient : unit;
  }
  for (int i = 0; i < list->count && unit > 0; i++) {
    const pme__address_term *along = &list->terms[i];
    if (along->loop == PME_NONE || along->symbol_count != 1 || along->has_other || along->coefficient < unit)
      continue;
    bool is_moved = false;
    for (int k = 0; k < list->count; k++)
      is_moved |= list->terms[k].loop == PME_NONE && list->terms[k].symbol_count == 2 &&
                  list->terms[k].coefficient == along->coefficient &&
                  pme__symbol_more(&list->terms[k], along) == symbol;
    if (!is_moved)
      return false;
    pitches++;
  }
  return pitches > 0;
}

static bool is_any_corner(const pme__uses *u, const pme__address_terms *lists, int symbol) {
  for (int id = 0; id < pme_program_node_count(u->program); id++)
    if (is_corner(&lists[id], symbol))
      return true;
  return false;
}

/* Borders on both sides are two. */
static bool is_border(const pme__uses *u, const pme__address_terms *lists, int symbol,
                      const pme__unknown_symbols *out) {
  addend border = {symbol, 2, true}, end = {symbol, 2, false};
  return may_be_small(u, symbol) &&
         (is_in_addresses(u, lists, border, out) || is_in_ends(u, end, out) || is_around(u, symbol, 1, out) ||
          is_around(u, symbol, -1, out) || ends_mirror(u, lists, symbol) || is_any_corner(u, lists, symbol));
}

void pme__find_borders(const pme__uses *uses, const pme__address_terms *lists, pme__unknown_symbols *out) {
  find_begins(uses, lists, out);
  for (int i = 0; i < out->size_count && out->size_count > 1;)
    if (is_border(uses, lists, symbol_of_size(uses, out, i), out))
      pme__take_size(out, i, PME__TAKEN_MARGIN, pme__of_margin);
    else
      i++;
}
