/* Remarks: one line each, for the reader of the program. They say what happens, where, and what would help. */
#include <string.h>

#include "remark_parts.h"

static void say_schedule(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  pme__schedule_of(b->prediction, loop, &schedule, &chunk, &threads);
  if (!pme__is_parallel(b->prediction, loop)) {
    pme__say(l, "one thread");
    return;
  }
  if (threads > 0)
    pme__say(l, "%d thread%s", threads, threads == 1 ? "" : "s");
  if (pme__is_team(b->prediction, loop))
    return;
  pme__say(l, "%s%s", threads > 0 ? ", " : "", pme__schedule_word(b->prediction, loop));
  if (chunk > 0)
    pme__say(l, ",%lld", (long long)chunk);
}

void pme__say_schedule(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  say_schedule(l, b, loop);
  if (b->subject->as_compiled)
    pme__say(l, ", as compiled");
}

static void say_value(pme__words *l, const char *text) {
  const char *value = strstr(text, " = "); /* names may have brackets of their own: "v.size()" */
  int length = (int)(value ? (size_t)(value - text) + strcspn(value, "(") : strcspn(text, "("));
  while (length > 0 && text[length - 1] == ' ')
    length--;
  pme__say(l, "%.*s", length < PME__REMARK_NAME_BYTES ? length : PME__REMARK_NAME_BYTES, text);
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), bytes = strlen(end);
  return length >= bytes && strcmp(text + length - bytes, end) == 0;
}

static bool is_taken(const pme_assumption *assumption) { return strstr(assumption->text, " (taken: ") != NULL; }

void pme__say_values(pme__words *l, const pme__remark_builder *b, int loop) {
  enum { MOST = 3 };
  int said = 0;
  bool is_more = false;
  for (int given = 1; given >= 0; given--)
    for (int i = 0; i < pme__assumption_count(b->prediction); i++) {
      const pme_assumption *assumption = pme__assumption_at(b->prediction, i);
      if (assumption->code != PME_ASSUMPTION_PARAMETER_VALUE || is_taken(assumption) ||
          ends_with(assumption->text, " (given)") != given ||
          (loop != PME_NONE && !pme__loop_asks_for(b->prediction, loop, assumption->text)))
        continue;
      is_more = !given && said >= MOST;
      if (is_more)
        break;
      pme__say(l, said++ == 0 ? "; for " : ", ");
      say_value(l, assumption->text);
    }
  if (is_more)
    pme__say(l, ", ...");
}

/* It has a value of its own for a symbol, which runs it where those of others do not. */
static bool has_own_value(const pme__remark_builder *b, int loop, const char *value) {
  size_t name = strcspn(value, "=");
  for (int i = 0; i < pme__assumption_count(b->prediction); i++) {
    const pme_assumption *other = pme__assumption_at(b->prediction, i);
    if (other->code == PME_ASSUMPTION_PARAMETER_VALUE && other->node == loop && !strncmp(other->text, value, name + 1))
      return true;
  }
  return false;
}

/* "; taken: verbose = 1": of symbols without a value, those that the loop asks for. */
static void say_taken(pme__words *l, const pme__remark_builder *b, int loop) {
  int said = 0;
  for (int i = 0; i < pme__assumption_count(b->prediction); i++) {
    const pme_assumption *assumption = pme__assumption_at(b->prediction, i);
    bool is_value = assumption->code == PME_ASSUMPTION_PARAMETER_VALUE && is_taken(assumption);
    if (is_value && assumption->node == PME_NONE)
      is_value = pme__loop_asks_for(b->prediction, loop, assumption->text) && !has_own_value(b, loop, assumption->text);
    else
      is_value = is_value && assumption->node == loop;
    if (!is_value)
      continue;
    pme__say(l, said++ == 0 ? "; taken: " : ", ");
    say_value(l, assumption->text);
  }
}

/* ---- predictions ---- */

/* The reference with most misses at a level inside a loop, or NULL. */
static const pme_reference_prediction *worst_reference(const pme__remark_builder *b, const pme_loop_prediction *loop,
                                                       int level) {
  const pme_reference_prediction *worst = NULL;
  for (int i = 0; i < b->prediction->reference_count; i++) {
    const pme_reference_prediction *reference = &b->prediction->references[i];
    if (pme__is_counted(b, loop, reference) &&
        reference->levels[level].misses > (worst ? worst->levels[level].misses : 0))
      worst = reference;
  }
  return worst;
}

static bool has_open_level(const pme__remark_builder *b, const pme_loop_prediction *loop) {
  return pme__is_whole(loop) && !pme__is_answered(loop, b->prediction->level_count);
}

static void say_headline(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop, int level,
                         const char *most) {
  const pme_misses *misses = &loop->levels[level];
  bool compares = b->prediction->level_count > 1 && misses->misses > 0;
  pme__say(l, "%s %s ", b->prediction->level_info[level].name, compares ? most : "takes");
  pme__say_misses(l, misses);
  pme__say(l, misses->precision == PME_PRECISION_BOUND ? " %s (up to " : " %s (", pme__misses_word(misses->misses));
  pme__say_share(l, misses->misses, misses->accesses);
  pme__say(l, " of ");
  pme__say_count(l, misses->accesses);
  pme__say(l, " accesses)");
  const pme_reference_prediction *worst = worst_reference(b, loop, level);
  if (worst) {
    pme__say(l, ", ");
    pme__say_share(l, worst->levels[level].misses, misses->misses);
    pme__say(l, " of them ");
    pme__say_access(l, b, worst->node);
  }
  if (misses->misses > 0 && misses->other_threads >= PME__NOTABLE_SHARE * misses->misses) {
    pme__say(l, ", ");
    pme__say_share(l, misses->other_threads, misses->misses);
    pme__say(l, " of them lines evicted by other threads");
  }
}

/* "; 28% of the L1 misses are entries of the page table". */
static void say_page_walks(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  static const double notable = 0.05;
  const pme_misses *first = &loop->levels[0];
  if (first->page_walks <= 0 || first->page_walks < notable * first->misses)
    return;
  pme__say(l, "; ");
  pme__say_share(l, first->page_walks, first->misses);
  pme__say(l, " of the %s misses are entries of the page table", b->prediction->level_info[0].name);
}

/* Costliest of the levels that are known; -1: none is. */
static int first_known(const pme__remark_builder *b, const pme_loop_prediction *loop) {
  pme_loop_prediction known = *loop;
  int last = -1;
  for (int level = 0; level < b->prediction->level_count; level++)
    if (pme__is_open(&loop->levels[level]))
      known.levels[level].misses = 0;
    else
      last = level;
  int most = pme__costliest_level(b->prediction, &known);
  return pme__is_open(&loop->levels[most]) ? last : most;
}

void pme__say_headline(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop, int level) {
  say_headline(l, b, loop, level, "costs most, with");
}

static void say_levels(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop) {
  int first = first_known(b, loop);
  const char *between = first >= 0 ? "; " : "";
  if (first >= 0)
    say_headline(l, b, loop, first, has_open_level(b, loop) ? "costs most of those known, with" : "costs most, with");
  for (int level = 0; level < b->prediction->level_count; level++) {
    if (level == first)
      continue;
    pme__say(l, "%s%s ", between, b->prediction->level_info[level].name);
    if (pme__is_open(&loop->levels[level]))
      pme__say_open(l, &loop->levels[level]);
    else
      pme__say_misses(l, &loop->levels[level]);
    between = ", ";
  }
  if (first < 0) {
    pme__say(l, " of ");
    pme__say_count(l, loop->levels[0].accesses);
    pme__say(l, " accesses");
  }
  pme__say_coherence(l, b, loop);
  say_page_walks(l, b, loop);
}

static void say_prediction(pme__words *l, const pme__remark_builder *b, const pme_loop_prediction *loop, int first) {
  if (loop->levels[first].accesses <= 0)
    pme__say(l, pme__leaves_calls_out(b, loop->node) ? "no memory accesses of its own" : "no memory accesses");
  else
    say_levels(l, b, loop);
  pme__say_race(l, b, loop);
  if (loop->status == PME_LOOP_PARTLY)
    pme__say_partly(l, loop);
  if (loop->data_accesses > 0)
    pme__say_data(l, loop);
  pme__say_supposed(l, b, loop);
  pme__say_calls_left_out(l, b, loop->node);
}

static void add_prediction(pme__remark_builder *b, const pme_loop_prediction *loop) {
  char text[PME__REMARK_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  int first = pme__costliest_level(b->prediction, loop);
  pme__say_subject(&l, b, loop->node);
  pme__say(&l, " (");
  pme__say_schedule(&l, b, loop);
  pme__say(&l, "): ");
  if (loop->executions == 0) /* with these values, behind a condition */
    pme__say(&l, "not executed");
  else
    say_prediction(&l, b, loop, first);
  pme__say_values(&l, b, PME_NONE);
  say_taken(&l, b, loop->node);
  if (loop->executions != 0 && has_open_level(b, loop))
    pme__say(&l, "; " PME_MEASURE_IT("all"));
  pme__remark_add(b, PME_REMARK_PREDICTION, "CacheMisses", loop->node, pme__place_of(b->subject, loop->node), &l);
  if (!b->failed)
    b->remarks[b->count - 1].weight = loop->executions == 0 ? -1 : loop->levels[first].misses;
}

static void add_loops(pme__remark_builder *b, unsigned kinds) {
  for (int i = 0; i < b->prediction->loop_count; i++) {
    const pme_loop_prediction *loop = &b->prediction->loops[i];
    if (!pme__is_shown(b, loop))
      continue;
    if ((kinds & PME_REMARK_PREDICTION) && loop->status != PME_LOOP_NOT_MODELLED)
      add_prediction(b, loop);
    if (kinds & PME_REMARK_ANALYSIS)
      pme__add_details(b, loop);
  }
}

static pme_status create(pme__remark_builder b, unsigned kinds, const pme_remark **out, int *count, pme_error *error) {
  b.subject = b.prediction->subject;
  b.sequential = (kinds & PME_REMARK_SEQUENTIAL) != 0;
  add_loops(&b, kinds);
  pme__add_missed(&b, kinds);
  if (kinds & PME_REMARK_ANALYSIS)
    pme__add_assumptions(&b);
  if (b.failed)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = b.remarks;
  *count = b.count;
  return PME_OK;
}

pme_status pme_remarks_create(const pme_prediction *prediction, unsigned kinds, pme_arena *arena,
                              const pme_remark **out, int *count, pme_error *error) {
  return create((pme__remark_builder){.prediction = prediction, .arena = arena}, kinds, out, count, error);
}

pme_status pme_remarks_explain(const pme_explanation *explanation, unsigned kinds, pme_arena *arena,
                               const pme_remark **out, int *count, pme_error *error) {
  pme__remark_builder b = {.prediction = explanation->prediction, .explanation = explanation, .arena = arena};
  return create(b, kinds, out, count, error);
}
