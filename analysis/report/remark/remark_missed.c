/* What is not modelled, as remarks: one a loop, its causes and the one thing to do. */
#include <stdio.h>
#include <string.h>

#include "remark_parts.h"

/* Causes of other kinds that are named beside the first. */
enum { MOST_CAUSES = 3 };

static bool same_text(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

/* The same thing at the same place was said before. */
static bool is_repeated(const pme__remark_builder *b, int index) {
  const pme_reason *reason = pme__reason_at(b->prediction, index);
  for (int i = 0; i < index; i++) {
    const pme_reason *other = pme__reason_at(b->prediction, i);
    if (other->code == reason->code && other->place.line == reason->place.line &&
        other->place.column == reason->place.column && same_text(other->text, reason->text) &&
        same_text(other->place.file, reason->place.file) && (reason->place.line > 0 || other->node == reason->node))
      return true;
  }
  return false;
}

/* ---- whose reasons ---- */

/* Worksharing loops that may be lost, what is counted but not quite as it is, and all the others. */
typedef enum sort { SORT_LOST, SORT_COUNTED, SORT_REFUSED } sort;

static sort sort_of(pme_reason_code code) {
  switch (code) {
  case PME_REASON_UNSUPPORTED_CONSTRUCT:
  case PME_REASON_LOOP_NOT_FOUND:
  case PME_REASON_OVER_BUDGET:
    return SORT_LOST;
  case PME_REASON_ATOMIC_ACCESS:
    return SORT_COUNTED;
  default:
    return SORT_REFUSED;
  }
}

/* One remark's share of the reasons: those of a worksharing loop, or what no such loop has. */
typedef struct group {
  const pme_loop_prediction *loop; /* NULL: of the function */
  unsigned sorts;                  /* 1 << sort, summed */
} group;

static bool is_loops(const pme__remark_builder *b, const pme_reason *reason, const pme_loop_prediction *loop) {
  return pme__is_shown(b, loop) && pme__reason_concerns(b->prediction, reason, loop);
}

static bool is_of_no_loop(const pme__remark_builder *b, const pme_reason *reason) {
  for (int i = 0; i < b->prediction->loop_count; i++)
    if (is_loops(b, reason, &b->prediction->loops[i]))
      return false;
  return true;
}

static bool holds(const pme__remark_builder *b, const group *g, int index) {
  const pme_reason *reason = pme__reason_at(b->prediction, index);
  if (!(g->sorts & 1u << sort_of(reason->code)) || is_repeated(b, index))
    return false;
  return g->loop ? is_loops(b, reason, g->loop) : is_of_no_loop(b, reason);
}

/* What a run measures comes first: it brings the values of symbols, too. */
static int urgency(const pme_reason *reason) {
  switch (reason->code) {
  case PME_REASON_UNKNOWN_PARAMETER:
    return 1;
  case PME_REASON_BAD_LOOP:
  case PME_REASON_OVER_BUDGET:
    return 3;
  default:
    return 2;
  }
}

/* The reason of the group that helps most when it is mended, in the order of the source where they are alike; of a kind
 * that is not `said` yet. PME_NONE: there is none. */
static int next_cause(const pme__remark_builder *b, const group *g, const bool *said) {
  int best = PME_NONE;
  for (int i = 0; i < pme__reason_count(b->prediction); i++) {
    const pme_reason *reason = pme__reason_at(b->prediction, i);
    if (!said[reason->code] && holds(b, g, i) &&
        (best == PME_NONE || urgency(reason) > urgency(pme__reason_at(b->prediction, best))))
      best = i;
  }
  return best;
}

static int count_of_kind(const pme__remark_builder *b, const group *g, pme_reason_code code) {
  int count = 0;
  for (int i = 0; i < pme__reason_count(b->prediction); i++)
    count += pme__reason_at(b->prediction, i)->code == code && holds(b, g, i);
  return count;
}

/* ---- words ---- */

/* The hint names them all, where it is said; else one stands for them. */
static void say_missing_symbols(pme__words *l, const pme_reason *reason, int count, bool has_hint) {
  bool several = has_hint && reason->hint && strncmp(reason->hint, "give them", strlen("give them")) == 0;
  pme__say(l, "%.*s", 2 * PME__REMARK_NAME_BYTES, several ? "values of symbols are not known" : reason->text);
  if (!has_hint && count > 1)
    pme__say(l, ", and %d more", count - 1);
}

/* Where it stands, unless that is said already: by the remark's own place, or as "loaded at line 12". */
static bool needs_place(const pme_reason *reason, pme_place own) {
  char line[32];
  snprintf(line, sizeof line, "at line %d", reason->place.line);
  bool is_own = reason->place.line == own.line && same_text(reason->place.file, own.file);
  return !is_own && !(reason->text && !reason->place.file && strstr(reason->text, line));
}

static void say_cause(pme__words *l, const pme__remark_builder *b, const group *g, const pme_reason *reason,
                      const pme_reason *first) {
  if (reason->code == PME_REASON_UNKNOWN_PARAMETER) {
    bool has_hint = reason == first || first->code == PME_REASON_OVER_BUDGET;
    say_missing_symbols(l, reason, count_of_kind(b, g, reason->code), has_hint);
    return;
  }
  pme__say_texts(l, pme__reason_texts(reason));
  pme_place own = pme__place_of(b->subject, g->loop ? g->loop->node : reason->node);
  if (needs_place(reason, own))
    pme__say_place(l, b, reason->place);
  int more = count_of_kind(b, g, reason->code) - 1;
  if (more > 0)
    pme__say(l, ", and %d more", more);
}

static const char param_option[] = "-pmecache-param=";

const char *pme__values_to_give(const char *hint) {
  const char *found = strstr(hint, param_option);
  return found ? found + sizeof param_option - 1 : NULL;
}

/* Hints name the option; the variable of the same meaning needs no -mllvm. */
static void say_hint(pme__words *l, const char *hint) {
  const char *values = pme__values_to_give(hint);
  if (!hint[0])
    return;
  if (values)
    pme__say(l, "; %.*sPMECACHE_PARAMS=%s", (int)(values - hint - (int)sizeof param_option + 1), hint, values);
  else
    pme__say(l, "; %s", hint);
}

static void say_whose(pme__words *l, const pme__remark_builder *b, const group *g, const pme_reason *first) {
  int node = g->loop ? g->loop->node : pme__reported_loop(b->subject, first->node);
  const pme_loop_prediction *row = node == PME_NONE ? NULL : pme__loop_row(b->prediction, node);
  bool whole = row && row->status == PME_LOOP_NOT_MODELLED;
  bool counted = sort_of(first->code) == SORT_COUNTED, bounded = row && row->data_accesses > 0;
  if (!whole && !counted && !bounded)
    pme__say(l, "a part of ");
  pme__say_subject(l, b, node);
  pme__say(l, counted ? ": " : bounded ? " has bounds only: " : " is not modelled: ");
}

/* Sizes of a loop whose effort came to an end: with values for them there may be enough, and they are lacking anyway. */
static void say_values_too(pme__words *l, const pme__remark_builder *b, const group *g, const pme_reason *reason) {
  for (int i = 0; i < pme__reason_count(b->prediction) && reason->code == PME_REASON_OVER_BUDGET; i++) {
    const pme_reason *other = pme__reason_at(b->prediction, i);
    const char *hint = pme__reason_text_hint(other);
    if (other->code == PME_REASON_UNKNOWN_PARAMETER && holds(b, g, i) && pme__values_to_give(hint)) {
      say_hint(l, hint);
      return;
    }
  }
}

static void add_group(pme__remark_builder *b, const group *g, pme_remark_kind kind) {
  char text[PME__REMARK_TEXT_BYTES];
  bool said[PME_REASON_COUNT] = {false};
  pme__words l = pme__words_in(text, sizeof text);
  int first = next_cause(b, g, said);
  if (first == PME_NONE)
    return;
  const pme_reason *reason = pme__reason_at(b->prediction, first);
  say_whose(&l, b, g, reason);
  int index = first;
  for (int i = 0; i < MOST_CAUSES && index != PME_NONE; i++) {
    const pme_reason *cause = pme__reason_at(b->prediction, index);
    pme__say(&l, i ? "; also " : "");
    say_cause(&l, b, g, cause, reason);
    said[cause->code] = true;
    index = next_cause(b, g, said);
  }
  const char *hint = pme__reason_text_hint(reason);
  say_values_too(&l, b, g, reason);
  if (!g->loop || pme__is_parallel(b->prediction, g->loop) || pme__values_to_give(hint))
    say_hint(&l, hint); /* a run measures parallel loops alone */
  bool counted = sort_of(reason->code) == SORT_COUNTED;
  int node = g->loop ? g->loop->node : reason->node;
  pme_place place = g->loop || reason->place.line <= 0 ? pme__place_of(b->subject, node) : reason->place;
  pme__remark_add(b, kind, counted ? "Approximated" : PME_NOT_MODELLED_REMARK, node, place, &l);
}

/* What no worksharing loop has is a detail where there are such loops, and none is lost. */
static void add_rest(pme__remark_builder *b, unsigned kinds) {
  bool has_loops = false;
  for (int i = 0; i < b->prediction->loop_count && !has_loops; i++)
    has_loops = pme__is_shown(b, &b->prediction->loops[i]);
  pme_remark_kind kind = has_loops ? PME_REMARK_ANALYSIS : PME_REMARK_MISSED;
  if (kinds & PME_REMARK_MISSED)
    add_group(b, &(group){.sorts = 1u << SORT_LOST}, PME_REMARK_MISSED);
  if (kinds & kind)
    add_group(b, &(group){.sorts = 1u << SORT_REFUSED | 1u << SORT_COUNTED}, kind);
}

/* Without -Rpass-missed: no parallel loop is left out in silence. */
static void add_pointer(pme__remark_builder *b, const pme_loop_prediction *loop) {
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  pme__say_subject(&l, b, loop->node);
  pme__say(&l, " is not modelled; -Rpass-missed=cache says why, and what to do");
  pme__remark_add(b, PME_REMARK_PREDICTION, PME_NOT_MODELLED_REMARK, loop->node, pme__place_of(b->subject, loop->node),
                  &l);
}

static void add_missed_of(pme__remark_builder *b, const pme_loop_prediction *loop, unsigned kinds) {
  pme_remark_kind kind = kinds & PME_REMARK_MISSED ? PME_REMARK_MISSED : PME_REMARK_ANALYSIS;
  if (!(kinds & kind)) {
    if (loop->status == PME_LOOP_NOT_MODELLED)
      add_pointer(b, loop);
    return;
  }
  if (loop->status != PME_LOOP_MODELLED || loop->data_accesses > 0)
    add_group(b, &(group){loop, 1u << SORT_LOST | 1u << SORT_REFUSED}, kind);
  if (loop->status != PME_LOOP_NOT_MODELLED)
    add_group(b, &(group){loop, 1u << SORT_COUNTED}, kind);
}

void pme__add_missed(pme__remark_builder *b, unsigned kinds) {
  for (int i = 0; i < b->prediction->loop_count; i++)
    if (pme__is_shown(b, &b->prediction->loops[i]))
      add_missed_of(b, &b->prediction->loops[i], kinds);
  add_rest(b, kinds);
}
