/* Predictions as functions of a size, as remarks: one line a loop. */
#include "analysis/report/words/by_size_words.h"
#include "remark_parts.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a remark that a list of values leaves free: they may get longer. */
enum { LEAST_LEFT = 100 };

/* The value that the loop was answered for; NULL: it is a size. */
static const pme_binding *taken_as(const pme_by_size_loop *loop, const char *name, size_t length) {
  for (int i = 0; i < loop->taken_count; i++)
    if (strlen(loop->taken[i].name) == length && strncmp(loop->taken[i].name, name, length) == 0)
      return &loop->taken[i];
  return NULL;
}

/* What the symbol is where sizes are `size`. */
static long long value_at(const pme_by_size *answer, const pme_by_size_loop *loop, const char *name, size_t length,
                          long long size) {
  for (int i = 0; i < loop->moved_count; i++)
    if (strlen(loop->moved[i].name) == length && strncmp(loop->moved[i].name, name, length) == 0)
      return size + loop->moved[i].value;
  for (int i = 0; i < answer->symbol_count; i++)
    if (strlen(answer->symbols[i]) == length && strncmp(answer->symbols[i], name, length) == 0)
      return pme_size_form_value(answer->forms[i], answer->limit > 0 && answer->limit < size ? answer->limit : size);
  return size;
}

/* "'n=1000,mode=1000'", with the values that were taken in place of those that the hint makes up. */
static void say_values(pme__words *l, const pme_by_size *answer, const pme_by_size_loop *loop, const char *values) {
  const char *at = values + 1;
  pme__say(l, "'");
  while (*at && *at != '\'') {
    size_t name = strcspn(at, "='"), value = strcspn(at + name, ",'");
    const pme_binding *taken = taken_as(loop, at, name);
    if (taken)
      pme__say(l, "%.*s=%lld", (int)name, at, (long long)taken->value);
    else if (at[name] == '=')
      pme__say(l, "%.*s=%lld", (int)name, at, value_at(answer, loop, at, name, strtoll(at + name + 1, NULL, 10)));
    else
      pme__say(l, "%.*s", (int)(name + value), at);
    at += name + value;
    if (*at == ',')
      pme__say(l, "%c", *at++);
  }
  pme__say(l, "%s", at);
}

/* "; at one size: PMECACHE_PARAMS='n=1000'", or how a run measures values that have no name in the source. A list that
 * would be cut cannot be pasted, and is left out. */
static void say_how_to_give_one(pme__words *l, const pme__remark_builder *b, const pme_by_size *answer,
                                const pme_by_size_loop *answered) {
  int loop = answered->node;
  for (int i = 0; i < pme__reason_count(b->prediction); i++) {
    const pme_reason *reason = pme__reason_at(b->prediction, i);
    bool concerns = pme_subject_is_below(b->subject, reason->node, loop) ||
                    (reason->node != PME_NONE && pme_subject_is_below(b->subject, loop, reason->node));
    if (!concerns || reason->code != PME_REASON_UNKNOWN_PARAMETER)
      continue;
    const char *hint = pme__reason_text_hint(reason), *values = pme__values_to_give(hint);
    if (values && strlen(values) < l->size_bytes - l->length - LEAST_LEFT) {
      pme__say(l, "; at one size: PMECACHE_PARAMS=");
      say_values(l, answer, answered, values);
    } else if (!values)
      pme__say(l, "; at the size of a run: %s", hint);
    return;
  }
}

enum { LAW_BYTES = 600 };

/* What is said of a level, behind its name. */
static const char *say_laws_of(char *text, const pme_by_size *answer, const pme_by_size_loop *loop, int level) {
  pme__words words = pme__words_in(text, LAW_BYTES);
  pme__say_laws(&words, answer, loop, level);
  return text + strlen(answer->prediction->level_info[level].name);
}

/* "L3, L2 and L1 1 n^2 misses": levels of which the same is said are said once. The outermost level first: its misses
 * cost most. */
static void say_levels(pme__words *l, const pme_by_size *answer, const pme_by_size_loop *loop) {
  char first[LAW_BYTES], other[LAW_BYTES];
  int levels = answer->prediction->level_count;
  for (int level = levels - 1, end; level >= 0; level = end) {
    const char *laws = say_laws_of(first, answer, loop, level);
    for (end = level - 1; end >= 0 && !strcmp(say_laws_of(other, answer, loop, end), laws);)
      end--;
    for (int i = level; i > end; i--)
      pme__say(l, "%s%s",
               i < level         ? i == end + 1 ? " and " : ", "
               : i == levels - 1 ? ": "
                                 : "; ",
               answer->prediction->level_info[i].name);
    pme__say(l, "%s", laws);
  }
}

/* Share of the misses of a level that are lines which other threads wrote, where misses are notable. */
static double taken_share(const pme_size_point *point, int level) {
  static const double notable = 0.005; /* of the accesses */
  const pme_misses *m = &point->levels[level];
  return m->misses > notable * m->accesses && m->misses >= 1 ? m->coherence / m->misses : 0;
}

/* The level that loses most to other threads, at the largest size and at one in the middle; places that data choose are
 * bounded, and who takes what there is not known. */
static void say_taken_lines(pme__words *l, const pme__remark_builder *b, const pme_by_size *answer,
                            const pme_by_size_loop *loop) {
  static const double notable = 0.2;
  const pme_size_point *last = &loop->points[loop->point_count - 1], *middle = &loop->points[loop->point_count / 2];
  int most = -1;
  double share = notable;
  for (int level = 0; level < answer->prediction->level_count && last->data_accesses <= 0; level++)
    if (taken_share(last, level) > share && taken_share(middle, level) > notable) {
      share = taken_share(last, level);
      most = level;
    }
  if (most < 0)
    return;
  const pme_misses *m = &last->levels[most];
  bool is_false = m->false_sharing > 0.5 * m->coherence;
  pme__say(l, "; about %.0f%% of the misses of %s are lines that other threads wrote%s", 100 * share,
           answer->prediction->level_info[most].name, is_false ? ", most by false sharing" : "");
  if (is_false)
    pme__say_cure_by_size(l, b, loop->node, most);
}

static void say_loop(pme__words *l, const pme__remark_builder *b, const pme_by_size *answer,
                     const pme_by_size_loop *loop) {
  pme__say_subject(l, b, loop->node);
  pme__say(l, " ");
  pme__say_sizes(l, answer, loop);
  say_levels(l, answer, loop);
  say_taken_lines(l, b, answer, loop);
  pme__say_values(l, b, loop->node);
  if (loop->own_taken_count > 0) {
    pme__say(l, "; ");
    pme__say_taken(l, loop->taken, loop->own_taken_count);
  }
  if (loop->alone)
    pme__say(l, "; by itself, from cold caches");
  if (loop->status == PME_LOOP_PARTLY)
    pme__say_partly_by_size(l, answer, loop);
  pme__say_data_by_size(l, loop);
  pme__say_calls_left_out(l, b, loop->node);
  say_how_to_give_one(l, b, answer, loop);
}

pme_status pme_remarks_by_size(const pme_by_size *answer, pme_arena *arena, const pme_remark **out, int *count,
                               pme_error *error) {
  pme__remark_builder b = {.prediction = answer->prediction, .subject = answer->prediction->subject, .arena = arena};
  for (int i = 0; i < answer->loop_count; i++) {
    char text[PME__REMARK_TEXT_BYTES];
    pme__words l = pme__words_in(text, sizeof text);
    say_loop(&l, &b, answer, &answer->loops[i]);
    pme__remark_add(&b, PME_REMARK_PREDICTION, "CacheMissesBySize", answer->loops[i].node,
                    pme__place_of(b.subject, answer->loops[i].node), &l);
  }
  if (b.failed)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = b.remarks;
  *count = b.count;
  return PME_OK;
}
