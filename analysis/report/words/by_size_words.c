/* Predictions as functions of a size, in words. */
#include "by_size_words.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "facts.h"
#include "size_words.h"

enum { MOST_NAME_BYTES = 80, SHORT_NAME_BYTES = 16, MOST_LAWS = 3, MOST_SYMBOLS = 4, POWER_BYTES = 120 };
/* A law that starts this much above the first size that was looked at holds from the start, for people. */
static const double from_the_start = 12;
/* The share of accesses is said where it differs by less than this factor over the law, and is not tiny. */
static const double constant_share = 1.25, least_share = 0.0005;

static bool is_word(const char *name) {
  for (const char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '_')
      return false;
  return strlen(name) < SHORT_NAME_BYTES;
}

/* "n" where that is the name, or a member of that name: "m->n". */
static bool is_called(const char *symbol, const char *name) {
  size_t length = strcspn(symbol, " "), own = strlen(name); /* of "n = 1000 (given)", too */
  if (length < own || strncmp(symbol + length - own, name, own) != 0)
    return false;
  char before = length > own ? symbol[length - own - 1] : ' ';
  return !isalnum((unsigned char)before) && before != '_';
}

static bool is_the_size(const pme_by_size *answer, int symbol, const char *name) {
  return strcmp(answer->symbols[symbol], name) == 0 && pme_size_form_is_whole(answer->forms[symbol]);
}

/* A loop, or a value that is taken or given. */
static bool is_other(const pme_by_size *answer, const char *name) {
  const pme_subject *subject = answer->prediction->subject;
  for (int id = 0; id < subject->node_count; id++)
    if (subject->nodes[id].kind == PME_NODE_LOOP && is_called(subject->nodes[id].u.loop.variable, name))
      return true;
  for (int i = 0; i < answer->taken_count; i++)
    if (is_called(answer->taken[i].name, name))
      return true;
  for (int i = 0; i < pme__assumption_count(answer->prediction); i++) {
    const pme_assumption *assumption = pme__assumption_at(answer->prediction, i);
    if (assumption->code == PME_ASSUMPTION_PARAMETER_VALUE && is_called(assumption->text, name))
      return true;
  }
  return false;
}

/* Whether the source has something of this name that the size is not: another symbol, or a part of the size. */
static bool is_used(const pme_by_size *answer, const char *name) {
  bool is_one = false;
  for (int i = 0; i < answer->symbol_count; i++) {
    is_one |= is_the_size(answer, i, name);
    if (is_called(answer->symbols[i], name) && !is_the_size(answer, i, name))
      return true;
  }
  return !is_one && is_other(answer, name);
}

const char *pme__size_name(const pme_by_size *answer) {
  static const char *const names[] = {"n", "size", "extent", "N"};
  enum { LAST = sizeof names / sizeof *names - 1 };
  int name = 0;
  if (answer->symbol_count == 1 && is_word(answer->symbols[0]) && pme_size_form_is_whole(answer->forms[0]))
    return answer->symbols[0];
  while (name < LAST && is_used(answer, names[name]))
    name++;
  return names[name];
}

void pme__say_size_symbol(pme__words *words, const char *symbol, pme_size_form form) {
  static const char *const roots[] = {"", "sqrt", "cbrt"};
  enum { MOST_ROOT = sizeof roots / sizeof *roots };
  bool is_root = form.power > 1;
  if (form.parts > 1)
    pme__say(words, "%d ", form.parts);
  if (is_root)
    pme__say(words, "%s(", form.power <= MOST_ROOT ? roots[form.power - 1] : "");
  pme__say(words, "%.*s", MOST_NAME_BYTES, symbol);
  if (form.factor > 1)
    pme__say(words, " / %lld", (long long)form.factor);
  if (is_root)
    pme__say(words, ")");
  if (form.power > MOST_ROOT)
    pme__say(words, "^(1/%d)", form.power);
}

/* Points alone say nothing of other sizes. */
static bool has_laws(const pme_by_size *answer, const pme_by_size_loop *loop) {
  for (int level = 0; level < answer->prediction->level_count; level++)
    if (loop->law_count[level] > 0)
      return true;
  return false;
}

/* The loop has it for a small value. */
static bool is_taken(const pme_by_size_loop *loop, const char *symbol) {
  for (int i = 0; loop && i < loop->taken_count; i++)
    if (!strcmp(loop->taken[i].name, symbol))
      return true;
  return false;
}

/* Those that the loop itself asks for, if it asks for any: of what stands before it the sizes matter less. */
static bool is_said(const pme_by_size *answer, const pme_by_size_loop *loop, int symbol) {
  return !is_taken(loop, answer->symbols[symbol]) && (!loop || loop->own_count == 0 || loop->own[symbol]);
}

/* What the symbol is more than the size in this loop; 0: it is the size. */
static int64_t moved_by(const pme_by_size_loop *loop, const char *symbol) {
  for (int i = 0; loop && i < loop->moved_count; i++)
    if (!strcmp(loop->moved[i].name, symbol))
      return loop->moved[i].value;
  return 0;
}

static void say_symbols(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, const char *name) {
  int said = 0;
  bool is_whole = true;
  for (int i = 0; i < answer->symbol_count; i++) {
    bool is_own = is_said(answer, loop, i),
         is_other = strcmp(answer->symbols[i], name) != 0 || !pme_size_form_is_whole(answer->forms[i]);
    is_whole &= (is_own && said < MOST_SYMBOLS) || (loop && loop->alone) || is_taken(loop, answer->symbols[i]);
    if (!is_own || said >= MOST_SYMBOLS)
      continue;
    said++;
    if (!is_other)
      continue;
    pme__say(words, " = ");
    pme__say_size_symbol(words, answer->symbols[i], answer->forms[i]);
    int64_t by = moved_by(loop, answer->symbols[i]);
    if (by != 0)
      pme__say(words, " %c %lld", by > 0 ? '-' : '+', llabs(by));
  }
  if (!is_whole)
    pme__say(words, " = ...");
}

void pme__say_sizes(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop) {
  const char *name = pme__size_name(answer);
  bool is_one = loop && loop->point_count == 1;
  pme__say(words, is_one ? "at %s" : loop && !has_laws(answer, loop) ? "for some values of %s" : "for every %s", name);
  say_symbols(words, answer, loop, name);
  if (answer->limit > 0 && !is_one) {
    pme__say(words, " up to ");
    pme__say_size(words, answer->limit);
    pme__say(words, ", as arrays are declared");
  }
  if (is_one) { /* all that the effort was enough for */
    pme__say(words, " = ");
    pme__say_size(words, loop->points[0].size);
    pme__say(words, ", larger ones take more effort");
  }
}

/* ---- laws ---- */

static void say_power(pme__words *words, const pme_by_size *answer, const pme_size_law *law) {
  if (law->coefficient == 0) {
    pme__say(words, "no");
  } else if (law->exponent == 0) {
    pme__say_count(words, law->coefficient);
  } else {
    pme__say_coefficient(words, law->coefficient);
    pme__say(words, " %s", pme__size_name(answer));
    if (law->exponent > 1)
      pme__say(words, "^%d", law->exponent);
  }
}

/* "(0.56 to 5.8 n^3)": that a power goes through the middle of intervals does not make them narrow. */
static void say_law_reach(pme__words *words, const pme_by_size *answer, const pme_size_law *law) {
  if (law->low >= law->high)
    return;
  pme__say(words, " (");
  if (law->exponent == 0)
    pme__say_count(words, law->low);
  else
    pme__say_coefficient(words, law->low);
  pme__say(words, " to ");
  say_power(words, answer, &(pme_size_law){.coefficient = law->high, .exponent = law->exponent});
  pme__say(words, ")");
}

static const pme_size_point *before_last(const pme_by_size_loop *loop) {
  return &loop->points[loop->point_count - (loop->point_count > 1 ? 2 : 1)];
}

static const pme_size_point *point_at(const pme_by_size_loop *loop, int64_t size) {
  for (int i = 0; i < loop->point_count; i++)
    if (loop->points[i].size == size)
      return &loop->points[i];
  return &loop->points[loop->point_count - 1];
}

static double share_at(const pme_by_size_loop *loop, int64_t size, int level) {
  const pme_misses *m = &point_at(loop, size)->levels[level];
  return m->accesses > 0 ? m->misses / m->accesses : 0;
}

static void say_share(pme__words *words, const pme_by_size_loop *loop, const pme_size_law *law, int level) {
  double from = share_at(loop, law->from, level), to = share_at(loop, law->to, level);
  if (fmax(from, to) > 1) /* copies, whose accesses take several lines each */
    return;
  if (fmin(from, to) < least_share || fmax(from, to) > constant_share * fmin(from, to))
    return;
  pme__say(words, to < 0.095 ? " (%.1f%% of accesses)" : " (%.0f%% of accesses)", 100 * to);
}

static bool is_from_start(const pme_by_size_loop *loop, const pme_size_law *law) {
  return (double)law->from <= from_the_start * (double)loop->points[0].size;
}

/* It ends before a law that holds from the start, for people: loops of so few rounds nobody measures. */
static bool is_of_start(const pme_by_size_loop *loop, const pme_size_law *law) {
  return (double)law->to <= from_the_start * (double)loop->points[0].size;
}

/* Whether the largest size that was looked at fills the level more than once: what did not fit there fits nowhere. Where
 * the effort came to an end before that, that is said. */
static bool is_past_cache(const pme_by_size *answer, const pme_by_size_loop *loop, int level) {
  static const double times = 2;
  const pme_cache_level *cache = &answer->prediction->machine->levels[level];
  double bytes = (double)cache->size_bytes * fmax(answer->prediction->level_info[level].instances, 1);
  return loop->points[loop->point_count - 1].levels[level].misses * cache->line_bytes >= times * bytes;
}

/* Lines that the loop touches, at most: the fewest that a level misses. */
static double lines_of(const pme_by_size *answer, const pme_size_point *point) {
  double least = INFINITY;
  for (int level = 0; level < answer->prediction->level_count; level++)
    least = fmin(least, point->levels[level].misses);
  return least;
}

/* The power that they have grown by in the last step. */
static int power_of_lines(const pme_by_size *answer, const pme_by_size_loop *loop) {
  const pme_size_point *last = &loop->points[loop->point_count - 1], *before = before_last(loop);
  double from = lines_of(answer, before), to = lines_of(answer, last);
  if (from <= 0 || to <= from || before == last)
    return 0;
  return (int)lround(log(to / from) / log((double)last->size / (double)before->size));
}

/* The level holds much of what the first one misses at the largest size that was looked at, and a row, a plane, ... of
 * what the loop touches, or the part of it that a thread or an array has, grows out of it before all of it takes 64 GiB:
 * no size has shown what is then lost. */
static bool may_turn(const pme_by_size *answer, const pme_by_size_loop *loop, int level) {
  static const double most_bytes = 64.0 * 1024 * 1024 * 1024, least_held = 0.5, most_parts = 16;
  const pme_size_point *last = &loop->points[loop->point_count - 1];
  const pme_cache_level *cache = &answer->prediction->machine->levels[level];
  double bytes = lines_of(answer, last) * cache->line_bytes, room = (double)cache->size_bytes;
  int power = power_of_lines(answer, loop);
  double growth = power > 0 ? pow(most_bytes / bytes, 1.0 / power) : 1;
  bool is_held = level > 0 && last->levels[level].misses < least_held * last->levels[0].misses;
  for (int k = 1; k < power && is_held; k++) {
    double slice = bytes / pow((double)last->size, k);
    if (slice < most_parts * room && slice * pow(growth, power - k) > room)
      return true;
  }
  return false;
}

static void say_range(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, int level,
                      const pme_size_law *law) {
  const pme_size_point *largest = &loop->points[loop->point_count - 1];
  bool is_whole = (is_past_cache(answer, loop, level) && !may_turn(answer, loop, level)) ||
                  largest->levels[level].accesses <= 0 || (answer->limit > 0 && largest->size >= answer->limit);
  bool is_first = is_from_start(loop, law), is_last = law->to == INT64_MAX && is_whole;
  if (is_first && is_last)
    return;
  bool ends = law->to != INT64_MAX;
  if (!is_first || ends) {
    pme__say(words, is_first ? " up to %s = " : " from %s = ", pme__size_name(answer));
    pme__say_size(words, is_first ? law->to : law->from);
  }
  if (!is_first && ends) {
    pme__say(words, " to ");
    pme__say_size(words, law->to);
  }
  if (!ends && !is_last) { /* no turn: with more effort it would be another size */
    pme__say(words, ", looked at up to %s = ", pme__size_name(answer));
    pme__say_size(words, largest->size);
  }
}

/* Sizes that a law goes past, whose rows meet in few sets, say: the one that is off most. */
static void say_exception(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, int level,
                          const pme_size_law *law) {
  static const double notably = 0.5, few_lines = 8;
  const pme_size_point *worst = NULL;
  double most = notably;
  for (int i = 0; i < loop->point_count; i++) {
    const pme_size_point *point = &loop->points[i];
    double said = law->coefficient * pow((double)point->size, law->exponent), misses = point->levels[level].misses;
    bool is_inside = point->size >= law->from && point->size <= law->to;
    if (!is_inside || fabs(misses - said) <= few_lines || fabs(misses - said) <= most * fmax(said, 1))
      continue;
    most = fabs(misses - said) / fmax(said, 1);
    worst = point;
  }
  if (!worst)
    return;
  pme__say(words, " (but ");
  pme__say_count(words, worst->levels[level].misses);
  pme__say(words, " at %s = ", pme__size_name(answer));
  pme__say_size(words, worst->size);
  pme__say(words, ")");
}

/* A look told nothing of it. Of places that data choose the two bounds may be far apart, and the upper one known. */
static bool is_left_open(const pme_size_point *point, int level) {
  static const double apart = 20, of_accesses = 0.005;
  const pme_misses *m = &point->levels[level];
  if (point->data_accesses <= 0)
    return pme__is_open(m);
  return m->high > apart * m->misses && m->high - m->misses > of_accesses * m->accesses;
}

static void say_point(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, int level,
                      const pme_size_point *point) {
  const pme_misses *misses = &point->levels[level];
  bool is_open = is_left_open(point, level);
  if (is_open) {
    pme__say(words, "left open"); /* by a look at many sizes: one size gets more effort */
    pme__say_reach(words, misses);
  } else {
    pme__say_count(words, misses->misses);
    if (point->data_accesses <= 0)
      pme__say_reach(words, misses);
    pme__say(words, " %s", pme__misses_word(misses->misses));
  }
  if (loop->point_count > 1) { /* one is said with the symbols */
    pme__say(words, " at %s = ", pme__size_name(answer));
    pme__say_size(words, point->size);
  }
  if (!is_open)
    say_share(words, loop, &(pme_size_law){.from = point->size, .to = point->size}, level);
}

/* Where no law reaches the largest size: what it gives, and without any law the smallest one, too. */
static void say_ends(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, int level) {
  int laws = loop->law_count[level];
  if (laws > 0 && loop->laws[level][laws - 1].to == INT64_MAX)
    return;
  pme__say(words, laws > 0 ? ", " : "");
  if (laws == 0 && loop->point_count > 1) {
    say_point(words, answer, loop, level, &loop->points[0]);
    pme__say(words, ", ");
  }
  say_point(words, answer, loop, level, &loop->points[loop->point_count - 1]);
}

/* The power that the two largest sizes lie on: polynomials are nearly their first term there. */
static int power_of_growth(const pme_by_size_loop *loop, double before, double last) {
  const pme_size_point *end = &loop->points[loop->point_count - 1];
  if (before <= 0 || last < before || loop->point_count < 2)
    return 0;
  return (int)lround(log(last / before) / log((double)end->size / (double)end[-1].size));
}

static void say_growth(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, double before,
                       double last) {
  int power = power_of_growth(loop, before, last);
  double size = (double)loop->points[loop->point_count - 1].size;
  say_power(words, answer, &(pme_size_law){.exponent = power, .coefficient = last / pow(size, power)});
}

void pme__say_left_out(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop) {
  say_growth(words, answer, loop, before_last(loop)->left_out_accesses,
             loop->points[loop->point_count - 1].left_out_accesses);
}

/* Of places that data choose there are two bounds; where they read alike, as in a table of a few lines, one number is all
 * there is to say. */
static bool has_bounds(const pme_by_size *answer, const pme_by_size_loop *loop, int level) {
  const pme_misses *last = &loop->points[loop->point_count - 1].levels[level],
                   *before = &before_last(loop)->levels[level];
  char most_text[POWER_BYTES], least_text[POWER_BYTES];
  pme__words most = pme__words_in(most_text, sizeof most_text), least = pme__words_in(least_text, sizeof least_text);
  say_growth(&most, answer, loop, before->misses, last->misses);
  say_growth(&least, answer, loop, before->low, last->low);
  return loop->points[loop->point_count - 1].data_accesses > 0 && strcmp(most_text, least_text) != 0;
}

/* What is said of the largest size at most: of a law, whose coefficient is that of all sizes it holds for. */
static double most_said(const pme_by_size_loop *loop, int level) {
  const pme_size_point *last = &loop->points[loop->point_count - 1];
  int laws = loop->law_count[level];
  const pme_size_law *law = laws > 0 ? &loop->laws[level][laws - 1] : NULL;
  bool is_law = law && law->to == INT64_MAX;
  return is_law ? law->coefficient * pow((double)last->size, law->exponent) : last->levels[level].misses;
}

/* Where a cache has become too small between the two largest sizes, misses grow by more than accesses. */
static bool is_jump(const pme_by_size_loop *loop, int level) {
  const pme_misses *last = &loop->points[loop->point_count - 1].levels[level],
                   *before = &before_last(loop)->levels[level];
  return power_of_growth(loop, before->low, last->low) > power_of_growth(loop, before->accesses, last->accesses);
}

/* Of bounds the lower one, too; where it gets less, as samples are fewer, or is there for the largest size alone, it says
 * nothing of other sizes, and not even one miss is no bound. */
static void say_least(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, int level) {
  const pme_size_point *last = &loop->points[loop->point_count - 1];
  double before = before_last(loop)->levels[level].low, least = last->levels[level].low;
  if (!has_bounds(answer, loop, level) || least < before || before < 1 || least >= most_said(loop, level) ||
      is_jump(loop, level))
    return;
  pme__say(words, ", no fewer than ");
  say_growth(words, answer, loop, before, least);
}

void pme__say_laws(pme__words *words, const pme_by_size *answer, const pme_by_size_loop *loop, int level) {
  int count = loop->law_count[level], first = count > MOST_LAWS ? count - MOST_LAWS : 0;
  while (first + 1 < count && is_of_start(loop, &loop->laws[level][first]) &&
         is_from_start(loop, &loop->laws[level][first + 1]))
    first++;
  pme__say(words, "%s ", answer->prediction->level_info[level].name);
  if (has_bounds(answer, loop, level))
    pme__say(words, "up to ");
  for (int i = first; i < count; i++) {
    const pme_size_law *law = &loop->laws[level][i];
    pme__say(words, i > first ? ", " : "");
    say_power(words, answer, law);
    if (loop->points[loop->point_count - 1].data_accesses <= 0)
      say_law_reach(words, answer, law);
    if (i == first)
      pme__say(words, " %s", pme__misses_word(law->exponent == 0 ? law->coefficient : 0));
    say_share(words, loop, law, level);
    say_range(words, answer, loop, level, law);
    say_exception(words, answer, loop, level, law);
  }
  say_ends(words, answer, loop, level);
  say_least(words, answer, loop, level);
}

void pme__say_taken(pme__words *words, const pme_binding *taken, int count) {
  enum { MOST_TAKEN = 3, SAID_OF_MORE = 2 };
  int said = count > MOST_TAKEN ? SAID_OF_MORE : count;
  for (int i = 0; i < said; i++)
    pme__say(words, "%s%.*s = %lld", i ? ", " : "taken: ", MOST_NAME_BYTES, taken[i].name, (long long)taken[i].value);
  if (said < count)
    pme__say(words, ", and %d more", count - said);
}
