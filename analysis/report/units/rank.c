/* What a loop costs, what advice saves of it, which law it follows; then all loops in order. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "units_parts.h"

/* ---- numbers ---- */

static double kept_at(const pme__unit_loop *l, const char *name) {
  const json_t *levels = json_object_get(l->function, "levels");
  for (size_t i = 0; l->kept && i < json_array_size(levels) && i < PME_MAX_LEVELS; i++)
    if (!strcmp(pme__text_at(json_array_get(levels, i), "name"), name))
      return l->kept[i];
  return 0;
}

double pme__misses_in_run(const pme__unit_loop *loop, const json_t *level) {
  double misses = loop->calls * pme__number_at(level, "misses", 0);
  if (json_object_get(loop->loop, "measured"))
    return misses;
  double first = loop->calls * pme__number_at(level, "cold", 0);
  return fmax(misses - kept_at(loop, pme__text_at(level, "name")) * first, 0);
}

static void read_levels(pme__unit_loop *l, const json_t *levels) {
  for (size_t i = 0; i < json_array_size(levels) && l->level_count < PME_MAX_LEVELS; i++) {
    const json_t *level = json_array_get(levels, i);
    l->levels[l->level_count++] = (pme__level_cost){.name = pme__text_at(level, "name"),
                                                    .accesses = l->calls * pme__number_at(level, "accesses", 0),
                                                    .misses = pme__misses_in_run(l, level)};
  }
}

static void read_time(const pme__units *u, pme__unit_loop *l) {
  double frequency = u->units[l->unit].frequency_hz;
  double of_a_call = pme__number_at(json_object_get(l->loop, "time_now"), "cycles", -1);
  l->cycles = of_a_call >= 0 ? l->calls * of_a_call : -1;
  l->seconds = l->cycles >= 0 && frequency > 0 ? l->cycles / frequency : -1;
}

static int place_at(const json_t *loop, const char *key) {
  double value = pme__number_at(loop, key, 0);
  return value >= 1 && value <= INT_MAX ? (int)value : 0;
}

/* ---- laws ---- */

/* By name of the level; of two points the power that they lie on. */
static double misses_at(const json_t *point, const char *level) {
  const json_t *levels = json_object_get(point, "levels");
  for (size_t i = 0; i < json_array_size(levels); i++)
    if (!strcmp(pme__text_at(json_array_get(levels, i), "name"), level))
      return pme__number_at(json_array_get(levels, i), "misses", 0);
  return 0;
}

/* Where misses begin they grow by any factor; nests of more loops than that are rare. */
static const double steepest = 4;

/* The last point of no more than this part of the largest size: of neighbours the error is as large as the growth. */
static const double part_before = 0.25;

static const json_t *point_before(const json_t *points) {
  size_t before = json_array_size(points);
  double last = pme__number_at(json_array_get(points, before - 1), "size", 1);
  while (before > 1 && pme__number_at(json_array_get(points, before - 1), "size", 1) > part_before * last)
    before--;
  return json_array_get(points, before - 1);
}

/* The power of the size that a count grows with from one point to another. */
static double power_between(const json_t *before, const json_t *last, double fewer, double more) {
  double size = pme__number_at(last, "size", 1), smaller = pme__number_at(before, "size", 1);
  bool grows = smaller > 0 && size > smaller && fewer > 0 && more >= fewer;
  return grows ? fmin(nearbyint(log(more / fewer) / log(size / smaller)), steepest) : 0;
}

/* No law reached the largest sizes: the power that two points lie on. Misses do not go on growing faster than accesses
 * where a cache was outgrown between the two. */
static void fit_points(pme__law *law, const json_t *points) {
  size_t count = json_array_size(points);
  const json_t *last = json_array_get(points, count - 1), *before = point_before(points);
  double size = pme__number_at(last, "size", 1), misses = misses_at(last, law->level);
  double of_accesses =
      power_between(before, last, pme__number_at(before, "accesses", 0), pme__number_at(last, "accesses", 0));
  law->exponent = power_between(before, last, misses_at(before, law->level), misses);
  if (of_accesses > 0)
    law->exponent = fmin(law->exponent, of_accesses);
  law->coefficient = size > 0 ? misses / pow(size, law->exponent) : misses;
}

/* As in remarks: "up to" stands in front of it. */
static bool is_bound(const json_t *points) {
  for (size_t i = 0; i < json_array_size(points); i++)
    if (pme__number_at(json_array_get(points, i), "data_accesses", 0) > 0)
      return true;
  return false;
}

/* Between two points a line through their logarithms (docs/formats/json.md); outside of all the law. */
static double at_usual_size(const pme__law *law, const json_t *points) {
  double by_law = law->coefficient * pow(PME__LAW_SIZE, law->exponent);
  for (size_t i = 1; i < json_array_size(points); i++) {
    const json_t *left = json_array_get(points, i - 1), *right = json_array_get(points, i);
    double from = pme__number_at(left, "size", 0), to = pme__number_at(right, "size", 0);
    if (!(from > 0 && from <= PME__LAW_SIZE && PME__LAW_SIZE <= to && from < to))
      continue;
    double least = misses_at(left, law->level), most = misses_at(right, law->level);
    double part = log(PME__LAW_SIZE / from) / log(to / from);
    return least > 0 && most > 0 ? least * pow(most / least, part) : least + (most - least) * part;
  }
  return by_law;
}

static void read_law(pme__unit_loop *l, const json_t *by_size) {
  const json_t *levels = json_object_get(by_size, "levels"), *symbols = json_object_get(by_size, "symbols");
  const json_t *outermost = json_array_get(levels, json_array_size(levels) - 1);
  const json_t *laws = json_object_get(outermost, "laws"), *last = json_array_get(laws, json_array_size(laws) - 1);
  const char *symbol = json_array_size(symbols) == 1 ? json_string_value(json_array_get(symbols, 0)) : NULL;
  l->law.level = pme__text_at(outermost, "name");
  l->law.is_bound = is_bound(json_object_get(by_size, "points"));
  l->law.size = symbol && strlen(symbol) < 16 ? symbol : "n";
  if (json_is_null(json_object_get(last, "to"))) {
    l->law.coefficient = pme__number_at(last, "coefficient", 0);
    l->law.exponent = pme__number_at(last, "exponent", 0);
  } else {
    fit_points(&l->law, json_object_get(by_size, "points"));
  }
  l->law.at_usual = at_usual_size(&l->law, json_object_get(by_size, "points"));
}

/* ---- advice ---- */

double pme__loop_cost(const pme__unit_loop *l) {
  if (l->seconds >= 0)
    return l->seconds;
  return l->cycles >= 0 ? l->cycles : l->level_count ? l->levels[l->level_count - 1].misses : 0;
}

static double misses_of(const pme__unit_loop *l, const char *level) {
  for (int i = 0; i < l->level_count; i++)
    if (!strcmp(l->levels[i].name, level))
      return l->levels[i].misses;
  return 0;
}

static void read_best(pme__unit_loop *l, const json_t *best) {
  double of_misses = pme__number_at(best, "miss_ratio", -1), of_time = pme__number_at(best, "time_ratio", of_misses);
  l->saving.change = pme__text_at(best, "change");
  l->saving.ratio = of_time >= 0 ? of_time : 1;
  if (of_misses >= 0)
    l->saving.level = pme__text_at(best, "ratio_level");
  double cost = l->saving.level ? misses_of(l, l->saving.level) : pme__loop_cost(l);
  l->saving.amount = cost * (1 - l->saving.ratio);
}

/* Of a loop that a compile put off nobody knows what it saves. */
static void read_own_lines(pme__unit_loop *l, const json_t *own) {
  const char *level = pme__text_at(own, "level");
  double misses = misses_of(l, level), saved = fmin(l->calls * pme__number_at(own, "misses_saved", 0), misses);
  if (saved > 0)
    l->saving = (pme__saving){"lines of its own for each thread", "", 1 - saved / misses, saved, level};
}

static void read_saving(pme__unit_loop *l) {
  l->saving = (pme__saving){.change = "", .text = "", .ratio = 1};
  if (l->kind == PME__LOOP_NOT_RUN)
    return;
  if (json_is_true(json_object_get(l->loop, "advice_pays")))
    read_best(l, json_array_get(json_object_get(l->loop, "advice"), 0));
  else
    read_own_lines(l, json_object_get(l->loop, "advice_own_lines"));
  if (l->saving.change[0])
    l->saving.text = pme__text_at(l->loop, "advice_text");
}

/* What is left of the time, or else of misses, by an order or by tiles of it. 1: nothing is known to be saved. */
static double left_by(const json_t *change, double *amount) {
  double now = pme__number_at(change, "cycles_now", 0), then = pme__number_at(change, "cycles_then", 0);
  if (now <= 0) {
    now = pme__number_at(change, "misses_now", 0);
    then = pme__number_at(change, "misses_then", 0);
  }
  bool saves = now > 0 && then >= 0 && then < now;
  *amount = saves ? now - then : 0;
  return saves ? then / now : 1;
}

/* An order is said as a whole; tiles of the order that is there alone by their own directive. */
static void read_order(pme__unit_loop *l) {
  const json_t *order = json_object_get(l->loop, "loop_order"), *tiles = json_object_get(order, "tiles");
  double by_order, by_tiles;
  l->order = (pme__saving){.change = "", .text = "", .ratio = 1};
  if (l->kind == PME__LOOP_NOT_RUN || strcmp(pme__text_at(order, "legality"), "legal") != 0)
    return;
  l->order.ratio = left_by(order, &by_order) * left_by(tiles, &by_tiles);
  l->order.amount = by_order + by_tiles;
  bool is_of_order = by_order > 0 || !json_is_object(tiles);
  l->order.change = pme__text_at(is_of_order ? order : tiles, "pragma");
  if (!l->order.change[0]) /* no directive does it */
    l->order.change = is_of_order ? "another order of its loops" : "tiles of its loops";
  l->order.text = pme__text_at(order, "text");
}

void pme__read_unit_loop(const pme__units *units, pme__unit_loop *loop) {
  const json_t *by_size = json_object_get(loop->loop, "by_size");
  loop->variable = pme__text_at(loop->loop, "variable");
  loop->line = place_at(loop->loop, "line");
  loop->column = place_at(loop->loop, "column");
  loop->is_partly = !strcmp(pme__text_at(loop->loop, "status"), "partly");
  loop->is_bound = pme__number_at(loop->loop, "data_accesses", 0) > 0;
  read_levels(loop, json_object_get(loop->loop, "levels"));
  read_time(units, loop);
  loop->kind = loop->level_count ? PME__LOOP_NUMBERS : json_is_object(by_size) ? PME__LOOP_BY_SIZE : PME__LOOP_REFUSED;
  if (loop->calls <= 0 || json_is_true(json_object_get(loop->loop, "not_run")))
    loop->kind = PME__LOOP_NOT_RUN;
  if (loop->kind == PME__LOOP_BY_SIZE)
    read_law(loop, by_size);
  read_saving(loop);
  read_order(loop);
}

/* ---- names of levels ---- */

static void note_level(pme__level_names *levels, const char *name) {
  for (int i = 0; i < levels->count; i++)
    if (!strcmp(levels->names[i], name))
      return;
  if (levels->count < PME_MAX_LEVELS)
    levels->names[levels->count++] = name;
}

pme__level_names pme__level_names_of(const pme__units *u) {
  pme__level_names levels = {.count = 0};
  for (int i = 0; i < u->loop_count; i++)
    for (int l = 0; l < u->loops[i].level_count; l++)
      note_level(&levels, u->loops[i].levels[l].name);
  return levels;
}

/* ---- order ---- */

static int descending(double a, double b) { return (a < b) - (a > b); }

static int by_file(const pme__unit_loop *a, const pme__unit_loop *b) {
  int order = strcmp(a->file, b->file);
  if (!order)
    order = (a->line > b->line) - (a->line < b->line);
  if (!order)
    order = (a->column > b->column) - (a->column < b->column);
  if (!order)
    order = strcmp(a->symbol, b->symbol);
  return order ? order : (a->unit > b->unit) - (a->unit < b->unit);
}

/* Loops with a time are before those that have misses alone. */
static int by_numbers(const pme__unit_loop *a, const pme__unit_loop *b) {
  int order = descending(a->cycles >= 0, b->cycles >= 0);
  return order ? order : descending(pme__loop_cost(a), pme__loop_cost(b));
}

static int by_law(const pme__unit_loop *a, const pme__unit_loop *b) {
  return descending(a->law.at_usual, b->law.at_usual);
}

static int by_cost(const void *left, const void *right) {
  const pme__unit_loop *a = (const pme__unit_loop *)left, *b = (const pme__unit_loop *)right;
  int order = (int)a->kind - (int)b->kind;
  if (!order && a->kind == PME__LOOP_NUMBERS)
    order = by_numbers(a, b);
  if (!order && a->kind == PME__LOOP_BY_SIZE)
    order = by_law(a, b);
  return order ? order : by_file(a, b);
}

bool pme__sizes_come_first(const pme__units *units) {
  int numbers = units->kind_counts[PME__LOOP_NUMBERS];
  if (units->weighted_count || !units->kind_counts[PME__LOOP_BY_SIZE])
    return false;
  const pme__law *law = &units->loops[numbers].law;
  for (int i = 0; i < numbers; i++)
    if (misses_of(&units->loops[i], law->level) >= law->at_usual)
      return false;
  return true;
}

/* ---- instances ---- */

static const pme__unit_loop *loop_at(const void *entry) { return *(const pme__unit_loop *const *)entry; }

size_t pme__base_length(const char *symbol) {
  const char *way = strstr(symbol, ".way.");
  return way ? (size_t)(way - symbol) : strlen(symbol);
}

static int by_base(const pme__unit_loop *a, const pme__unit_loop *b) {
  size_t length_a = pme__base_length(a->symbol), length_b = pme__base_length(b->symbol);
  int order = (a->unit > b->unit) - (a->unit < b->unit);
  if (!order)
    order = strncmp(a->symbol, b->symbol, length_a < length_b ? length_a : length_b);
  return order ? order : (length_a > length_b) - (length_a < length_b);
}

static bool is_same_loop(const pme__unit_loop *a, const pme__unit_loop *b) {
  bool is_way = strcmp(a->symbol, b->symbol) != 0;
  return by_base(a, b) == 0 && (a->function == b->function || is_way) && a->line > 0 && a->line == b->line &&
         a->column == b->column;
}

/* Instances of a loop of the source side by side, the one that costs most first. */
static int by_instance(const void *left, const void *right) {
  const pme__unit_loop *a = loop_at(left), *b = loop_at(right);
  int order = by_base(a, b);
  if (!order)
    order = strcmp(a->file, b->file);
  if (!order)
    order = (a->line > b->line) - (a->line < b->line);
  if (!order)
    order = (a->column > b->column) - (a->column < b->column);
  return order ? order : (a > b) - (a < b);
}

/* Copies of a measured loop, one where each call is inlined, are executed one after the other. */
static void add_copy(pme__unit_loop *all, const pme__unit_loop *copy) {
  for (int i = 0; i < all->level_count && i < copy->level_count; i++) {
    all->levels[i].accesses += copy->levels[i].accesses;
    all->levels[i].misses += copy->levels[i].misses;
  }
  if (all->cycles >= 0 && copy->cycles >= 0)
    all->cycles += copy->cycles;
  if (all->seconds >= 0 && copy->seconds >= 0)
    all->seconds += copy->seconds;
}

static bool is_measured_copy(const pme__unit_loop *a, const pme__unit_loop *b) {
  return a->function == b->function && json_object_get(a->loop, "measured") && json_object_get(b->loop, "measured");
}

/* A compiler makes several loops of one (a version for each case): the costliest stands for all, as in remarks. */
static bool leave_out_instances(pme__units *u) {
  pme__unit_loop **sorted = PME_ARENA_NEW(u->arena, pme__unit_loop *, u->loop_count + 1);
  bool *is_left_out = PME_ARENA_NEW(u->arena, bool, u->loop_count + 1);
  if (!sorted || !is_left_out)
    return false;
  for (int i = 0; i < u->loop_count; i++)
    sorted[i] = &u->loops[i];
  qsort(sorted, (size_t)u->loop_count, sizeof *sorted, by_instance);
  for (int i = 1, first = 0; i < u->loop_count; i++) {
    bool is_same = is_left_out[sorted[i] - u->loops] = is_same_loop(sorted[i - 1], sorted[i]);
    first = is_same ? first : i;
    if (is_same && is_measured_copy(sorted[first], sorted[i]))
      add_copy(sorted[first], sorted[i]);
  }
  int kept = 0;
  for (int i = 0; i < u->loop_count; i++)
    if (!is_left_out[i])
      u->loops[kept++] = u->loops[i];
  u->loop_count = kept;
  qsort(u->loops, (size_t)kept, sizeof *u->loops, by_cost); /* copies cost more together */
  return true;
}

/* ---- what was refused ---- */

static int by_loops(const void *left, const void *right) {
  const pme__refusal *a = (const pme__refusal *)left, *b = (const pme__refusal *)right;
  return a->loop_count != b->loop_count ? b->loop_count - a->loop_count : strcmp(a->code, b->code);
}

bool pme__has_earlier(const json_t *reasons, size_t index, const char *code) {
  for (size_t i = 0; i < index; i++)
    if (!strcmp(pme__text_at(json_array_get(reasons, i), "code"), code))
      return true;
  return false;
}

static void count_reason(pme__units *u, const char *code, const pme__unit_loop *loop) {
  int at = 0;
  while (at < u->refusal_count && strcmp(u->refusals[at].code, code) != 0)
    at++;
  if (at == PME_REASON_COUNT)
    return; /* no code of ours */
  if (at == u->refusal_count)
    u->refusals[u->refusal_count++] = (pme__refusal){.code = code, .first = loop};
  u->refusals[at].loop_count++;
  if (by_file(loop, u->refusals[at].first) < 0)
    u->refusals[at].first = loop;
}

static void count_reasons(pme__units *u, const pme__unit_loop *loop) {
  const json_t *reasons = json_object_get(loop->loop, "reasons");
  for (size_t i = 0; i < json_array_size(reasons); i++) {
    const char *code = pme__text_at(json_array_get(reasons, i), "code");
    if (*code && !pme__has_earlier(reasons, i, code))
      count_reason(u, code, loop);
  }
}

bool pme__rank_loops(pme__units *units) {
  units->refusals = PME_ARENA_NEW(units->arena, pme__refusal, PME_REASON_COUNT + 1);
  if (!units->refusals)
    return false;
  qsort(units->loops, (size_t)units->loop_count, sizeof *units->loops, by_cost);
  if (!leave_out_instances(units))
    return false;
  for (int i = 0; i < units->loop_count; i++) {
    const pme__unit_loop *loop = &units->loops[i];
    units->kind_counts[loop->kind]++;
    if (loop->kind == PME__LOOP_REFUSED || (loop->kind == PME__LOOP_NUMBERS && loop->is_partly))
      count_reasons(units, loop);
  }
  qsort(units->refusals, (size_t)units->refusal_count, sizeof *units->refusals, by_loops);
  return true;
}
