/* Which symbols of a program have no value, what each is for, and the program with values for them. */
#include "unknown_sizes.h"

#include <string.h>

#include "analysis/core/tree.h"
#include "excerpt.h"
#include "symbols/blocks.h"
#include "symbols/borders.h"
#include "symbols/dealt_parts.h"
#include "symbols/declared.h"
#include "symbols/expressions.h"
#include "symbols/pitches.h"
#include "symbols/products.h"
#include "symbols/sections.h"
#include "symbols/strides.h"
#include "symbols/tiles.h"
#include "symbols/uses.h"
#include "symbols/widths.h"
#include "symbols/windows.h"

enum { TAKEN_CHUNK = 16, TAKEN_STEP = 1, TAKEN_FIRST = 0, TAKEN_REPETITIONS = 10, TAKEN_DATA = 16 };
enum { SHORT_EXTENT = 8, MOST_USUAL = 16 };
enum { TAKEN_PARTS = 8, PARTS_OF_BORDER = 4 };
static const char of_repetitions[] = "taken: repetitions", of_data[] = "taken: trips that data decide",
                  of_parts[] = "taken: so many parts", of_blocks[] = "taken: so many blocks",
                  of_first[] = "taken: a first iteration";

/* ---- values ---- */

static int team_of(const pme_what_if *what_if) {
  int team = what_if->threads > 0 ? what_if->threads : what_if->default_threads;
  return team > 0 ? team : 1;
}

/* Whether a symbol that stands in these places is no size; then its value. */
static bool is_taken(unsigned uses, const pme_what_if *what_if, pme_binding *out) {
  if (uses & PME__IN_THREADS)
    *out = (pme_binding){.value = team_of(what_if), .origin = "taken: the size of a team"};
  else if (uses & PME__IN_DATA)
    *out = (pme_binding){.value = TAKEN_DATA, .origin = of_data};
  else if (uses & PME__DIVIDES)
    *out = (pme_binding){.value = TAKEN_PARTS, .origin = of_parts};
  else if (uses == PME__IN_CHUNK)
    *out = (pme_binding){.value = TAKEN_CHUNK, .origin = "taken: a chunk"};
  else if (uses == PME__IN_STEP)
    *out = (pme_binding){.value = TAKEN_STEP, .origin = "taken: a step"};
  else if ((uses & PME__IN_FIRST) && !(uses & PME__LASTS))
    *out = (pme_binding){.value = TAKEN_FIRST, .origin = of_first};
  else if ((uses & PME__TAKEN_OFF) && !(uses & (PME__ADDED | PME__IN_PRODUCT)))
    *out = (pme_binding){.value = PME__TAKEN_MARGIN, .origin = pme__of_margin};
  else
    return false;
  return true;
}

/* Whatever conditions say: those on tiles and repetitions (`tile == 0`, `steps >= 0`) ask for another value now and then. */
static bool has_usual(const pme__uses *u, int parameter, pme_binding *out) {
  unsigned uses = u->of[parameter] & ~(unsigned)(PME__ONLY_END | PME__IN_GUARD);
  bool is_other = uses & (PME__IN_THREADS | PME__IN_DATA);
  if (!is_other && pme__is_tile(u->program, parameter))
    *out = (pme_binding){.value = PME__TAKEN_TILE, .origin = pme__of_tile};
  else if (!is_other && (uses & PME__DIVIDES) && pme__is_stride(u->program, parameter))
    *out = (pme_binding){.value = TAKEN_STEP, .origin = pme__of_stride};
  else if ((uses & ~(unsigned)PME__ADDED) == PME__IN_REPETITIONS)
    *out = (pme_binding){.value = TAKEN_REPETITIONS, .origin = of_repetitions};
  else if (!(uses & PME__IN_THREADS) && pme__counts_blocks(u->program, parameter))
    *out = (pme_binding){.value = PME__TAKEN_BLOCKS, .origin = of_blocks};
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

const pme_binding *pme__taken_named(const pme__unknown_symbols *unknown, const char *name) {
  for (int i = unknown->taken_count - 1; i >= 0; i--)
    if (!strcmp(unknown->taken[i].name, name))
      return &unknown->taken[i];
  return NULL;
}

bool pme__has_value(const pme_what_if *what_if, const pme__unknown_symbols *unknown, const pme_parameter *parameter,
                    int64_t *value) {
  const pme_binding *taken = pme__taken_named(unknown, parameter->name);
  if (!taken)
    return pme__is_given(what_if, parameter, value);
  *value = taken->value;
  return true;
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

static bool is_choice(unsigned uses) { return (uses & ~(unsigned)PME__IN_PRODUCT) == PME__IN_GUARD; }

/* A size that conditions may keep small. */
static bool may_be_choice(unsigned uses) { return (uses & PME__IN_GUARD) && !is_choice(uses); }

/* Where the exponent has a value the power of two has one, too. */
static bool is_asked_for(const pme__uses *u, const pme_what_if *what_if, int parameter) {
  int exponent = pme__exponent_of(u->program, parameter);
  return u->of[parameter] != 0 && !has_value(what_if, pme_program_parameter(u->program, parameter)) &&
         (exponent == PME_NONE || !has_value(what_if, pme_program_parameter(u->program, exponent)));
}

static void sort_out(const pme__uses *u, const pme_what_if *what_if, pme__unknown_symbols *out) {
  bool has_team = false; /* that others multiply */
  for (int i = 0; i < pme_program_parameter_count(u->program); i++) {
    pme_binding taken;
    if (!is_asked_for(u, what_if, i) || is_choice(u->of[i]))
      continue;
    const char *name = pme_program_parameter(u->program, i)->name;
    if (has_usual(u, i, &taken) || is_taken(u->of[i] & ~(unsigned)PME__ONLY_END, what_if, &taken)) {
      taken.name = name;
      taken.value = has_team && (u->of[i] & PME__IN_TEAM_PRODUCT) ? 1 : taken.value;
      has_team = has_team || (u->of[i] & PME__IN_TEAM_PRODUCT);
      out->taken[out->taken_count++] = taken;
    } else {
      out->forms[out->size_count] = pme__whole_size;
      out->forms[out->size_count].parts = u->of[i] & PME__IN_BORDER ? PARTS_OF_BORDER : 1;
      out->sizes[out->size_count++] = name;
    }
  }
}

static void add_choice(pme__unknown_symbols *out, pme_binding choice, pme_binding usual) {
  out->taken[out->taken_count++] = choice;
  out->usual[out->choice_count++] = usual;
}

/* Those that conditions may ask for another value than what they were taken for become choices. */
static void add_usual_choices(const pme__uses *u, pme__unknown_symbols *out) {
  int kept = 0, count = out->taken_count;
  pme_binding moved[MOST_USUAL];
  int moved_count = 0;
  for (int i = 0; i < count; i++) {
    const pme_binding *taken = &out->taken[i];
    bool is_usual = taken->origin == pme__of_tile || taken->origin == of_repetitions || taken->origin == of_first;
    if (is_usual && moved_count < MOST_USUAL && (u->of[pme__parameter_named(u->program, taken->name)] & PME__IN_GUARD))
      moved[moved_count++] = *taken;
    else
      out->taken[kept++] = *taken;
  }
  out->taken_count = kept;
  for (int i = 0; i < moved_count; i++)
    add_choice(out, moved[i], moved[i]);
}

static void add_choices(const pme__uses *u, const pme_what_if *what_if, pme__unknown_symbols *out) {
  add_usual_choices(u, out);
  for (int i = 0; i < pme_program_parameter_count(u->program); i++) {
    const char *name = pme_program_parameter(u->program, i)->name;
    bool may_be = may_be_choice(u->of[i]) && pme__size_named(out, name) != PME_NONE;
    if (is_asked_for(u, what_if, i) && (may_be || is_choice(u->of[i])))
      add_choice(out, (pme_binding){name, 0, may_be ? pme__not_asked : pme__as_asked}, (pme_binding){0});
  }
  int count = pme_program_node_count(u->program), first = 0;
  while (first < count && !pme__has_own_team(u->program, first))
    first++;
  for (int id = 0; first == count && id < count; id++)
    if (pme__is_sequential_nest(u->program, id))
      first = id;
  if (first < count)
    pme__choose_for(u->program, first, out);
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
  return uses == PME__ELSEWHERE                     ? PME__IN_ADDRESSES
         : uses == (PME__ELSEWHERE | PME__IN_GUARD) ? PME__IN_ADDRESSES_AND_CONDITIONS
                                                    : PME__ANYWHERE;
}

/* Windows and what arrays are declared for first: pitches rest on how far loops go. A short extent that is declared
 * (`a[n][5]`) is no window. */
static pme_status find_by_addresses(const pme__uses *u, const pme_what_if *what_if, pme_arena *arena,
                                    pme__unknown_symbols *out) {
  int parameters = pme_program_parameter_count(u->program);
  bool *may_be_width = PME_ARENA_NEW(arena, bool, parameters + 1);
  pme__where *where = PME_ARENA_NEW(arena, pme__where, parameters + 1);
  const pme__address_terms *terms = pme__read_address_terms(u->program, arena);
  const pme__declared_question declared = {u->program, what_if, where, terms, out};
  const int64_t *limits = terms ? pme__declared_limits(&declared, arena) : NULL;
  if (!may_be_width || !where || !limits)
    return PME_NO_MEMORY;
  for (int i = 0; i < parameters; i++) {
    may_be_width[i] =
        !(u->of[i] & (PME__IN_THREADS | PME__IN_CHUNK | PME__IN_STEP | PME__IN_FIRST)) && limits[i] > SHORT_EXTENT;
    where[i] = where_stands(u->of[i] & ~(unsigned)(PME__IN_PRODUCT | PME__IN_EXTENT));
  }
  pme_status status = pme__find_windows(u->program, terms, may_be_width, arena, out);
  pme__find_borders(u, terms, out);
  if (status == PME_OK)
    status = pme__find_declared(&declared, arena);
  return status == PME_OK ? pme__find_pitches(u->program, what_if, where, terms, arena, out) : status;
}

pme_status pme__find_unknown_symbols(const pme_program *program, const pme_what_if *what_if, pme_arena *arena,
                                     pme__unknown_symbols *out) {
  int parameters = pme_program_parameter_count(program);
  pme__uses uses;
  *out = (pme__unknown_symbols){.limit = INT64_MAX,
                                .sizes = PME_ARENA_NEW(arena, const char *, parameters),
                                .forms = PME_ARENA_NEW(arena, pme_size_form, parameters),
                                .taken = PME_ARENA_NEW(arena, pme_binding, parameters),
                                .usual = PME_ARENA_NEW(arena, pme_binding, parameters)};
  if (!out->sizes || !out->forms || !out->taken || !out->usual || pme__read_uses(program, arena, &uses) != PME_OK)
    return PME_NO_MEMORY;
  sort_out(&uses, what_if, out);
  if (pme__find_products(&uses, arena, out) != PME_OK)
    return PME_NO_MEMORY;
  if (find_by_addresses(&uses, what_if, arena, out) != PME_OK)
    return PME_NO_MEMORY;
  pme__find_dealt_parts(&uses, of_parts, out);
  pme__find_thread_shares(&uses, of_data, out);
  if (out->size_count == 0)
    promote(out, of_repetitions);
  if (out->size_count == 0)
    promote(out, of_data);
  if (out->size_count == 0)
    promote(out, of_parts);
  if (out->size_count == 0)
    promote(out, pme__of_tile);
  divide_borders(out);
  pme__order_sections(&uses, out);
  pme__find_widths(&uses, out);
  pme__find_blocks(program, out);
  add_choices(&uses, what_if, out);
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
  for (int id = node; id < pme_program_node_count(program); id++)
    if (is_dealt(pme_program_node(program, id)) && pme__is_in(program, id, node))
      return false;
  return true;
}

pme_binding *pme__bindings_with_room(const pme_what_if *what_if, int room, pme_arena *arena) {
  pme_binding *bindings = PME_ARENA_NEW(arena, pme_binding, what_if->binding_count + room + 1);
  if (bindings && what_if->binding_count > 0)
    memcpy(bindings, what_if->bindings, (size_t)what_if->binding_count * sizeof *bindings);
  return bindings;
}

pme_status pme__bind_size(const pme_what_if *what_if, const pme__unknown_symbols *unknown, int64_t size,
                          pme_arena *arena, pme_what_if *out) {
  int count = what_if->binding_count;
  pme_binding *bindings = pme__bindings_with_room(what_if, unknown->taken_count + unknown->size_count, arena);
  if (!bindings)
    return PME_NO_MEMORY;
  for (int i = 0; i < unknown->size_count; i++)
    bindings[count++] = (pme_binding){unknown->sizes[i], pme_size_form_value(unknown->forms[i], size), "tried"};
  for (int i = 0; i < unknown->taken_count; i++) { /* later ones win */
    if (unknown->taken[i].origin == pme__not_asked)
      continue;
    bindings[count] = unknown->taken[i];
    bindings[count++].value = pme__value_at(&unknown->taken[i], size);
  }
  *out = *what_if;
  out->bindings = bindings;
  out->binding_count = count;
  return PME_OK;
}
