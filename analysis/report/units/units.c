/* Merges the documents of units: what several of them have is counted once. */
#define _GNU_SOURCE /* getcwd, in any mode of the language */
#include "units.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "units_parts.h"

enum { PATH_BYTES = 4096 };

/* ---- values ---- */

const char *pme__text_at(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

double pme__number_at(const json_t *object, const char *key, double otherwise) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* ---- units ---- */

/* A document is of one unit; one that was merged before lists its own. */
static size_t units_of(const json_t *root) {
  size_t listed = json_array_size(json_object_get(root, "units"));
  return listed ? listed : 1;
}

static pme__unit unit_of(const pme__document *document, const json_t *unit) {
  const json_t *machine = json_object_get(unit, "machine");
  if (!json_is_object(machine))
    machine = json_object_get(document->root, "machine");
  return (pme__unit){.document = document->path,
                     .source = pme__text_at(unit, "source"),
                     .directory = pme__text_at(unit, "directory"),
                     .machine = machine,
                     .frequency_hz = pme__number_at(machine, "frequency_hz", 0)};
}

static void add_units(pme__units *u, const pme__document *document) {
  const json_t *listed = json_object_get(document->root, "units");
  if (!json_array_size(listed))
    u->units[u->unit_count++] = unit_of(document, json_object_get(document->root, "unit"));
  for (size_t i = 0; i < json_array_size(listed); i++)
    u->units[u->unit_count++] = unit_of(document, json_array_get(listed, i));
}

/* ---- functions ---- */

static int unit_of_function(const json_t *function, int first, int count) {
  double index = pme__number_at(function, "unit", 0);
  return index > 0 && index < count ? first + (int)index : first;
}

static bool add_functions(pme__units *u, const pme__document *document, const char *here) {
  const json_t *list = json_object_get(document->root, "functions");
  int first = u->unit_count;
  add_units(u, document);
  for (size_t i = 0; i < json_array_size(list); i++) {
    pme__function *f = &u->functions[u->function_count++];
    f->value = json_array_get(list, i);
    f->unit = unit_of_function(f->value, first, u->unit_count - first);
    f->file = pme__path_from_here(u->arena, here, u->units[f->unit].directory, pme__text_at(f->value, "file"));
    const json_t *weight = json_object_get(f->value, "weight");
    f->is_weighted = json_is_object(weight);
    f->calls = pme__number_at(weight, "calls", 1);
    if (!f->file)
      return false;
  }
  return true;
}

/* ---- what several units have ---- */

static const pme__function *function_at(const void *entry) { return *(const pme__function *const *)entry; }

/* By place and name, then in the order of the documents. */
static int by_place(const void *left, const void *right) {
  const pme__function *a = function_at(left), *b = function_at(right);
  int order = strcmp(a->file, b->file);
  if (!order)
    order = strcmp(pme__text_at(a->value, "name"), pme__text_at(b->value, "name"));
  double line_a = pme__number_at(a->value, "line", 0), line_b = pme__number_at(b->value, "line", 0);
  if (!order)
    order = (line_a > line_b) - (line_a < line_b);
  return order ? order : (a > b) - (a < b);
}

static bool is_same_place(const pme__function *a, const pme__function *b) {
  return a->file[0] && !strcmp(a->file, b->file) &&
         !strcmp(pme__text_at(a->value, "name"), pme__text_at(b->value, "name")) &&
         pme__number_at(a->value, "line", 0) == pme__number_at(b->value, "line", 0);
}

/* How many of its loops have levels: of copies of a template the best known one is shown. */
static int answered_loops(const json_t *function) {
  const json_t *loops = json_object_get(function, "loops");
  int count = 0;
  for (size_t i = 0; i < json_array_size(loops); i++)
    count += json_array_size(json_object_get(json_array_get(loops, i), "levels")) > 0;
  return count;
}

/* Whether it stands in a header, so that units have copies of it. */
static bool is_of_header(const pme__units *u, const pme__function *f) {
  return strcmp(pme__text_at(f->value, "file"), u->units[f->unit].source) != 0;
}

/* One of two at the same place; NULL: both stay, they are of different compiles of one source. */
static const pme__function *better_of(const pme__units *u, const pme__function *a, const pme__function *b) {
  if (!is_of_header(u, a) && !is_of_header(u, b))
    return json_equal((json_t *)a->value, (json_t *)b->value) ? a : NULL;
  return answered_loops(b->value) > answered_loops(a->value) ? b : a;
}

/* Marks what is left out by a value of NULL, among functions at one place: sorted[first] .. sorted[end - 1]. */
static void mark_group(const pme__units *u, pme__function **sorted, int first, int end) {
  for (int i = first; i < end; i++)
    for (int k = i + 1; k < end && sorted[i]->value; k++) {
      const pme__function *better = sorted[k]->value ? better_of(u, sorted[i], sorted[k]) : NULL;
      if (better)
        (better == sorted[i] ? sorted[k] : sorted[i])->value = NULL;
    }
}

static void mark_repeated(const pme__units *u, pme__function **sorted) {
  for (int first = 0, end; first < u->function_count; first = end) {
    for (end = first + 1; end < u->function_count && is_same_place(sorted[first], sorted[end]);)
      end++;
    mark_group(u, sorted, first, end);
  }
}

static bool leave_out_repeated(pme__units *u) {
  pme__function **sorted = PME_ARENA_NEW(u->arena, pme__function *, u->function_count + 1);
  if (!sorted)
    return false;
  for (int i = 0; i < u->function_count; i++)
    sorted[i] = &u->functions[i];
  qsort(sorted, (size_t)u->function_count, sizeof *sorted, by_place);
  mark_repeated(u, sorted);
  int kept = 0;
  for (int i = 0; i < u->function_count; i++)
    if (u->functions[i].value)
      u->functions[kept++] = u->functions[i];
  u->repeated_count = u->function_count - kept;
  u->function_count = kept;
  for (int i = 0; i < kept; i++)
    u->weighted_count += u->functions[i].is_weighted;
  return true;
}

/* ---- loops ---- */

static bool add_loop(pme__units *u, const pme__function *f, const json_t *value, const char *here) {
  pme__unit_loop *loop = &u->loops[u->loop_count++];
  const char *file = pme__text_at(value, "file");
  const char *symbol = pme__text_at(f->value, "name"), *name = pme__text_at(f->value, "source_name");
  *loop = (pme__unit_loop){.function = f->value,
                           .loop = value,
                           .unit = f->unit,
                           .symbol = symbol,
                           .name = *name ? name : symbol,
                           .calls = f->calls > 0 ? f->calls : f->inlined_calls,
                           .kept = f->kept};
  loop->file = *file ? pme__path_from_here(u->arena, here, u->units[f->unit].directory, file) : f->file;
  pme__read_unit_loop(u, loop);
  return loop->file != NULL;
}

const char *pme__reference_file(const pme__units *units, const pme__unit_loop *loop, const json_t *reference) {
  const char *file = pme__text_at(reference, "file");
  return *file ? pme__path_from_here(units->arena, units->here, units->units[loop->unit].directory, file) : loop->file;
}

static size_t parallel_loops_of(const json_t *loops) {
  size_t count = 0;
  for (size_t i = 0; i < json_array_size(loops); i++)
    count += json_is_true(json_object_get(json_array_get(loops, i), "parallel"));
  return count;
}

static bool add_loops(pme__units *u, const char *here) {
  size_t count = 0;
  for (int i = 0; i < u->function_count; i++)
    count += parallel_loops_of(json_object_get(u->functions[i].value, "loops"));
  u->loops = PME_ARENA_NEW(u->arena, pme__unit_loop, count + 1);
  for (int i = 0; u->loops && i < u->function_count; i++) {
    const json_t *loops = json_object_get(u->functions[i].value, "loops");
    for (size_t k = 0; k < json_array_size(loops); k++) {
      const json_t *loop = json_array_get(loops, k);
      if (json_is_true(json_object_get(loop, "parallel")) && !pme__is_counted_elsewhere(u, &u->functions[i], loop) &&
          !add_loop(u, &u->functions[i], loop, here))
        return false;
    }
  }
  return u->loops != NULL;
}

/* ---- all together ---- */

static bool make_room(pme__units *u, const pme__documents *d) {
  size_t units = 1, functions = 1;
  for (int i = 0; i < d->count; i++) {
    units += units_of(d->rows[i].root);
    functions += json_array_size(json_object_get(d->rows[i].root, "functions"));
  }
  u->units = PME_ARENA_NEW(u->arena, pme__unit, units);
  u->functions = PME_ARENA_NEW(u->arena, pme__function, functions);
  return u->units && u->functions;
}

static bool put_together(pme__units *u, const pme__documents *d) {
  char here[PATH_BYTES];
  if (!getcwd(here, sizeof here))
    here[0] = 0;
  u->here = pme_arena_copy_text(u->arena, here);
  bool is_good = u->here && make_room(u, d);
  for (int i = 0; is_good && i < d->count; i++)
    is_good = add_functions(u, &d->rows[i], here);
  return is_good && leave_out_repeated(u) && pme__count_inlined(u) && pme__find_kept(u) && add_loops(u, here) &&
         pme__rank_loops(u);
}

/* The documents now belong to `u`. */
static bool take_roots(pme__units *u, const pme__documents *d) {
  u->roots = PME_ARENA_NEW(u->arena, json_t *, d->count + 1);
  for (int i = 0; i < d->count; i++)
    if (u->roots)
      u->roots[u->root_count++] = d->rows[i].root;
    else
      json_decref(d->rows[i].root);
  return u->roots != NULL;
}

static pme__units *create(void) {
  pme_arena *arena = pme_arena_create();
  pme__units *u = arena ? PME_ARENA_NEW(arena, pme__units, 1) : NULL;
  if (u)
    u->arena = arena;
  else
    pme_arena_destroy(arena);
  return u;
}

pme_status pme__units_read(const char *const *paths, int count, bool is_whole, pme__document_fault *fault,
                           void *context, pme__units **out) {
  pme__units *u = create();
  *out = NULL;
  if (!u)
    return PME_NO_MEMORY;
  pme__documents d = {.arena = u->arena, .is_whole = is_whole, .fault = fault, .context = context};
  for (int i = 0; i < count; i++)
    pme__documents_add(&d, paths[i]);
  pme__documents_read(&d);
  bool is_good = take_roots(u, &d) && !d.no_memory && put_together(u, &d);
  pme_reallocate(d.rows, 0);
  if (is_good)
    *out = u;
  else
    pme__units_destroy(u);
  return is_good ? PME_OK : PME_NO_MEMORY;
}

void pme__units_destroy(pme__units *units) {
  if (!units)
    return;
  for (int i = 0; i < units->root_count; i++)
    json_decref(units->roots[i]);
  pme_arena_destroy(units->arena);
}
