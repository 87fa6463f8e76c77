/* Remarks: one line each, for the reader of the program. They say what happens, where, and what would help. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/words/cause.h"
#include "analysis/report/words/facts.h"
#include "analysis/report/words/words.h"
#include "pmecache/report.h"

/* Longer lines help nobody; a name of any length is cut before. */
enum { MAX_TEXT_BYTES = 1024, MAX_NAME_BYTES = 120, FIRST_CAPACITY = 16 };
/* Evictions by other threads are named in the headline from this share of the misses on. */
static const double notable_share = 0.25;

typedef struct builder {
  const pme_prediction *prediction;
  const pme_explanation *explanation; /* NULL: none was asked for */
  const pme_subject *subject;
  pme_arena *arena;
  pme_remark *remarks;
  int count, capacity;
  bool failed;
} builder;

/* ---- text ---- */

/* A remark stays on its line whatever the names hold. */
static void make_printable(char *text) {
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 127)
      *text = ' ';
}

static void say_share(pme__words *l, double part, double whole) {
  char share[24];
  pme_format_share(part, whole, share, sizeof share);
  pme__say(l, "%s", share);
}

/* "7.2M", or what it is when it is not exact: "about 7.2M", "up to 7.2M". */
static void say_misses(pme__words *l, const pme_misses *misses) {
  if (misses->precision == PME_PRECISION_ESTIMATE && misses->misses > 0)
    pme__say(l, "about ");
  if (misses->precision == PME_PRECISION_BOUND)
    pme__say(l, "up to ");
  pme__say_count(l, misses->misses);
}

static void say_place(pme__words *l, const builder *b, pme_place place) {
  const char *file = pme__base_name(pme__file_of(b->subject, place, NULL));
  if (place.line <= 0)
    return;
  pme__say(l, file[0] ? " (%.*s:%d" : " (%.*sline %d", MAX_NAME_BYTES, file, place.line);
  if (place.column > 0)
    pme__say(l, ":%d", place.column);
  pme__say(l, ")");
}

static void say_schedule(pme__words *l, const builder *b, const pme_loop_prediction *loop) {
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  pme__schedule_of(b->prediction, loop, &schedule, &chunk, &threads);
  if (threads > 0)
    pme__say(l, "%d thread%s", threads, threads == 1 ? "" : "s");
  if (pme__is_team(b->prediction, loop))
    return;
  pme__say(l, "%s%s", threads > 0 ? ", " : "", pme_schedule_name(schedule));
  if (chunk > 0)
    pme__say(l, ",%lld", (long long)chunk);
}

/* "; for n = 1000000": values that symbols were given, the first few. */
static void say_values(pme__words *l, const builder *b) {
  enum { MOST = 3 };
  int said = 0;
  for (int i = 0; i < pme__assumption_count(b->prediction) && said <= MOST; i++) {
    const pme_assumption *assumption = pme__assumption_at(b->prediction, i);
    if (assumption->code != PME_ASSUMPTION_PARAMETER_VALUE)
      continue;
    int length = (int)strcspn(assumption->text, "(");
    while (length > 0 && assumption->text[length - 1] == ' ')
      length--;
    pme__say(l, said == 0 ? "; for " : ", ");
    if (said++ < MOST)
      pme__say(l, "%.*s", length < MAX_NAME_BYTES ? length : MAX_NAME_BYTES, assumption->text);
    else
      pme__say(l, "...");
  }
}

/* "parallel loop 'i'", "loop 'j', "parallel region by thread 't'", "function 'f'". */
static void say_subject(pme__words *l, const builder *b, int loop_node) {
  if (loop_node == PME_NONE) {
    pme__say(l, "function '%.*s'", MAX_NAME_BYTES, b->subject->function);
    return;
  }
  const pme_subject_loop *loop = &pme_subject_at(b->subject, loop_node)->u.loop;
  pme__say(l, "%s '%.*s'", pme__kind_of_loop(loop), MAX_NAME_BYTES, loop->variable);
}

static void add(builder *b, pme_remark_kind kind, const char *name, int node, pme_place place, pme__words *l) {
  if (b->count == b->capacity) {
    int capacity = b->capacity ? 2 * b->capacity : FIRST_CAPACITY;
    pme_remark *grown = PME_ARENA_NEW(b->arena, pme_remark, capacity);
    if (!grown) {
      b->failed = true;
      return;
    }
    if (b->count)
      memcpy(grown, b->remarks, (size_t)b->count * sizeof *grown);
    b->remarks = grown;
    b->capacity = capacity;
  }
  make_printable(l->buffer);
  const char *text = pme_arena_copy_text(b->arena, l->buffer);
  if (!text)
    b->failed = true;
  else
    b->remarks[b->count++] = (pme_remark){.kind = kind, .name = name, .node = node, .place = place, .text = text};
}

/* ---- predictions ---- */

/* The reference with most misses at a level inside a loop, or NULL. */
static const pme_reference_prediction *worst_reference(const builder *b, int loop_node, int level) {
  const pme_reference_prediction *worst = NULL;
  for (int i = 0; i < b->prediction->reference_count; i++) {
    const pme_reference_prediction *reference = &b->prediction->references[i];
    if (reference->modelled && pme_subject_is_below(b->subject, reference->node, loop_node) &&
        reference->levels[level].misses > (worst ? worst->levels[level].misses : 0))
      worst = reference;
  }
  return worst;
}

/* "reading 'c' (mm.c:11:34)" */
static void say_reference(pme__words *l, const builder *b, int node) {
  bool is_write = pme_subject_at(b->subject, node)->u.access.is_write;
  pme__say(l, "%s '%.*s'", is_write ? "writing" : "reading", MAX_NAME_BYTES, pme__array_name(b->subject, node));
  say_place(l, b, pme_subject_at(b->subject, node)->place);
}

static void say_headline(pme__words *l, const builder *b, const pme_loop_prediction *loop, int level) {
  const pme_misses *misses = &loop->levels[level];
  pme__say(l, "%s takes ", b->prediction->level_info[level].name);
  say_misses(l, misses);
  pme__say(l, " misses (");
  say_share(l, misses->misses, misses->accesses);
  pme__say(l, " of ");
  pme__say_count(l, misses->accesses);
  pme__say(l, " accesses)");
  const pme_reference_prediction *worst = worst_reference(b, loop->node, level);
  if (worst) {
    pme__say(l, ", ");
    say_share(l, worst->levels[level].misses, misses->misses);
    pme__say(l, " of them ");
    say_reference(l, b, worst->node);
  }
  if (misses->misses > 0 && misses->other_threads >= notable_share * misses->misses) {
    pme__say(l, ", ");
    say_share(l, misses->other_threads, misses->misses);
    pme__say(l, " of them lines evicted by other threads");
  }
}

/* ---- lines lost to writes of other threads ---- */

/* The level of the loop that loses most, or -1: none that is worth a word. */
static int most_coherent_level(const builder *b, const pme_loop_prediction *loop) {
  int most = -1;
  for (int l = 0; l < b->prediction->level_count; l++) {
    const pme_misses *m = &loop->levels[l];
    if (m->coherence > 0 && m->coherence >= notable_share * m->misses &&
        (most < 0 || m->coherence > loop->levels[most].coherence))
      most = l;
  }
  return most;
}

static const pme_reference_prediction *most_coherent_reference(const builder *b, int loop_node, int level) {
  const pme_reference_prediction *most = NULL;
  for (int i = 0; i < b->prediction->reference_count; i++) {
    const pme_reference_prediction *reference = &b->prediction->references[i];
    if (reference->modelled && pme_subject_is_below(b->subject, reference->node, loop_node) &&
        reference->levels[level].coherence > (most ? most->levels[level].coherence : 0))
      most = reference;
  }
  return most;
}

/* for (i = thread; i < n; i += threads): the next iteration of a loop belongs to the next thread. */
static bool goes_round(const builder *b, int node, const pme_concrete_loop *team) {
  int id = pme_subject_at(b->subject, node)->parent;
  for (; team->is_team && id != PME_NONE; id = pme_subject_at(b->subject, id)->parent) {
    const pme_concrete_node *around = pme_concrete_node_at(b->prediction->concrete, id);
    if (around->kind != PME_NODE_LOOP || around->u.loop.depth <= team->depth)
      continue;
    const pme_affine *first = &around->u.loop.firsts[0];
    if (first->depth > team->depth && first->coefficients[team->depth] == 1 && around->u.loop.step == team->threads)
      return true;
  }
  return false;
}

/* What ends false sharing of lines that neighbouring iterations of a worksharing loop write: chunks of a line. Where
 * there are too few iterations for that, elements of a line. Where each thread has an element of its own, that or no
 * element at all. */
static void say_cure(pme__words *l, const builder *b, const pme_loop_prediction *loop, int node, int level) {
  const pme_concrete_node *access = pme_concrete_node_at(b->prediction->concrete, node);
  const pme_concrete_loop *dealt = &pme_concrete_node_at(b->prediction->concrete, loop->node)->u.loop;
  if (!dealt->parallel || dealt->depth >= access->u.access.offset_bytes.depth || dealt->collapse > 1)
    return;
  bool by_number = access->u.access.thread_bytes != 0;
  int64_t stride = access->u.access.offset_bytes.coefficients[dealt->depth] * dealt->step;
  int64_t line_bytes = b->prediction->machine->levels[level].line_bytes;
  stride = llabs(by_number ? access->u.access.thread_bytes : stride);
  if (stride == 0 && goes_round(b, node, dealt))
    pme__say(l, "; a block of neighbouring iterations for each thread ends that");
  if (stride == 0 || stride >= line_bytes)
    return;
  int64_t chunk = (line_bytes + stride - 1) / stride;
  if (by_number || dealt->is_team)
    pme__say(l, "; a variable of each thread's own, or elements that are %d bytes apart, end that", (int)line_bytes);
  else if (2 * (double)chunk <= loop->trip_count)
    pme__say(l, "; chunks of %lld or more iterations end most of that", (long long)chunk);
  else
    pme__say(l, "; elements that are %d bytes apart end that", (int)line_bytes);
}

/* The access of the source may not be one of the program that the compiler makes. */
static void say_kept(pme__words *l, const builder *b, int node, int loop) {
  pme__say(l, " in the source; as compiled, '%.*s' stays in a register in loop '%.*s', and few of these happen",
           MAX_NAME_BYTES, pme__array_name(b->subject, node), MAX_NAME_BYTES,
           pme_subject_at(b->subject, loop)->u.loop.variable);
}

/* "; 83% of the L1 misses are lines that other threads wrote, most by false sharing: writing 'sum' (sum.c:4:5)" */
static void say_coherence(pme__words *l, const builder *b, const pme_loop_prediction *loop) {
  int level = most_coherent_level(b, loop);
  if (level < 0)
    return;
  const pme_misses *misses = &loop->levels[level];
  const pme_reference_prediction *worst = most_coherent_reference(b, loop->node, level);
  bool is_false = misses->false_sharing > 0.5 * misses->coherence;
  pme__say(l, "; ");
  say_share(l, misses->coherence, misses->misses);
  pme__say(l, " of the misses of %s are lines that other threads wrote%s", b->prediction->level_info[level].name,
           is_false ? ", most by false sharing" : "");
  if (!worst)
    return;
  pme__say(l, ": ");
  say_reference(l, b, worst->node);
  int kept = pme__loop_kept_out_of(b->prediction, worst->node);
  if (kept != PME_NONE)
    say_kept(l, b, worst->node, kept);
  else if (is_false)
    say_cure(l, b, loop, worst->node, level);
}

static void add_prediction(builder *b, const pme_loop_prediction *loop) {
  char text[MAX_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  int first = pme__costliest_level(b->prediction);
  say_subject(&l, b, loop->node);
  pme__say(&l, " (");
  say_schedule(&l, b, loop);
  pme__say(&l, "): ");
  if (loop->levels[first].accesses <= 0)
    pme__say(&l, "no memory accesses");
  else
    say_headline(&l, b, loop, first);
  for (int level = b->prediction->level_count - 1; level >= 0 && loop->levels[first].accesses > 0; level--) {
    if (level == first)
      continue;
    pme__say(&l, "; %s ", b->prediction->level_info[level].name);
    say_misses(&l, &loop->levels[level]);
  }
  if (loop->levels[first].accesses > 0)
    say_coherence(&l, b, loop);
  if (loop->status == PME_LOOP_PARTLY)
    pme__say(&l, "; a part of the loop is not modelled and not counted");
  say_values(&l, b);
  add(b, PME_REMARK_PREDICTION, "CacheMisses", loop->node, pme__place_of(b->subject, loop->node), &l);
}

/* ---- what is not modelled ---- */

/* "general: particular" */
static void say_texts(pme__words *l, pme__two_texts texts) {
  const char *between = texts.general[0] && texts.particular[0] ? ": " : "";
  pme__say(l, "%s%s%.*s", texts.general, between, 3 * MAX_NAME_BYTES, texts.particular);
}

static bool is_cut_off(const builder *b, int loop_node) {
  const pme_loop_prediction *loop = loop_node == PME_NONE ? NULL : pme__loop_of_node(b->prediction, loop_node);
  return loop && loop->status == PME_LOOP_NOT_MODELLED;
}

static void add_reason(builder *b, const pme_reason *reason) {
  char text[MAX_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  int loop = pme__reported_loop(b->subject, reason->node);
  const char *hint = pme__reason_text_hint(reason);
  bool approximated = reason->code == PME_REASON_ATOMIC_ACCESS;
  if (!approximated && !is_cut_off(b, loop))
    pme__say(&l, "a part of ");
  say_subject(&l, b, loop);
  pme__say(&l, approximated ? ": " : " is not modelled: ");
  say_texts(&l, pme__reason_texts(reason));
  if (hint[0])
    pme__say(&l, "; %.*s", 2 * MAX_NAME_BYTES, hint);
  pme_place place = reason->place.line > 0 ? reason->place : pme__place_of(b->subject, reason->node);
  add(b, PME_REMARK_MISSED, approximated ? "Approximated" : "NotModelled", reason->node, place, &l);
}

static bool same_text(const char *a, const char *b) { return !strcmp(a ? a : "", b ? b : ""); }

/* The same thing at the same place was said before. */
static bool is_repeated(const builder *b, int index) {
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

static void add_reasons(builder *b) {
  for (int i = 0; i < pme__reason_count(b->prediction); i++)
    if (!is_repeated(b, i))
      add_reason(b, pme__reason_at(b->prediction, i));
}

/* ---- details ---- */

static void say_kind(pme__words *l, double misses, const char *kind, const char **separator) {
  if (misses <= 0)
    return;
  pme__say(l, "%s", *separator);
  pme__say_count(l, misses);
  pme__say(l, " %s", kind);
  *separator = ", ";
}

static void say_precision(pme__words *l, const pme_misses *misses) {
  if (misses->precision == PME_PRECISION_EXACT) {
    pme__say(l, "; exact");
    return;
  }
  pme__say(l, misses->precision == PME_PRECISION_BOUND ? "; bound, between " : "; estimate, between ");
  pme__say_count(l, misses->low);
  pme__say(l, " and ");
  pme__say_count(l, misses->high);
}

static void add_level(builder *b, const pme_loop_prediction *loop, int level) {
  const pme_prediction_level *info = &b->prediction->level_info[level];
  const pme_misses *misses = &loop->levels[level];
  const char *separator = " (";
  char text[MAX_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  say_subject(&l, b, loop->node);
  pme__say(&l, ": %s, %d %s instance%s: ", info->name, info->instances, info->shared ? "shared" : "private",
           info->instances == 1 ? "" : "s");
  pme__say_count(&l, misses->accesses);
  pme__say(&l, " accesses, ");
  pme__say_count(&l, misses->misses);
  pme__say(&l, " misses");
  say_kind(&l, misses->cold, "cold", &separator);
  say_kind(&l, misses->self, "capacity or conflict", &separator);
  say_kind(&l, misses->other_threads, "evicted by other threads", &separator);
  say_kind(&l, misses->coherence, "coherence", &separator);
  if (separator[0] == ',')
    pme__say(&l, ")");
  say_precision(&l, misses);
  add(b, PME_REMARK_ANALYSIS, "LevelMisses", loop->node, pme__place_of(b->subject, loop->node), &l);
}

/* Where the numbers of a loop come from, and what most of its misses are due to. */
static void add_cause(builder *b, const pme_loop_prediction *loop) {
  char cause[PME_CAUSE_TEXT_BYTES];
  char text[MAX_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  pme__write_cause(b->explanation, loop->node, cause, sizeof cause);
  if (!cause[0])
    return;
  say_subject(&l, b, loop->node);
  pme__say(&l, ": %s", cause);
  add(b, PME_REMARK_ANALYSIS, "MissCauses", loop->node, pme__place_of(b->subject, loop->node), &l);
}

static void add_reference(builder *b, const pme_reference_prediction *reference) {
  char text[MAX_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  bool is_write = pme_subject_at(b->subject, reference->node)->u.access.is_write;
  pme__say(&l, "%s '%.*s': ", is_write ? "writing" : "reading", MAX_NAME_BYTES,
           pme__array_name(b->subject, reference->node));
  pme__say_count(&l, reference->levels[0].accesses);
  pme__say(&l, " accesses, misses");
  for (int level = 0; level < b->prediction->level_count; level++) {
    pme__say(&l, "%s %s ", level ? "," : "", b->prediction->level_info[level].name);
    pme__say_count(&l, reference->levels[level].misses);
  }
  add(b, PME_REMARK_ANALYSIS, "ReferenceMisses", reference->node, pme__place_of(b->subject, reference->node), &l);
}

static void add_assumption(builder *b, const pme_assumption *assumption) {
  char text[MAX_TEXT_BYTES];
  pme__words l = pme__words_in(text, sizeof text);
  say_subject(&l, b, pme__reported_loop(b->subject, assumption->node));
  pme__say(&l, ": assumption: ");
  say_texts(&l, pme__assumption_texts(assumption));
  add(b, PME_REMARK_ANALYSIS, "Assumption", assumption->node, pme__place_of(b->subject, assumption->node), &l);
}

static void add_details(builder *b, const pme_loop_prediction *loop) {
  if (loop->status == PME_LOOP_NOT_MODELLED)
    return;
  for (int level = 0; level < b->prediction->level_count; level++)
    add_level(b, loop, level);
  if (b->explanation)
    add_cause(b, loop);
  for (int i = 0; i < b->prediction->reference_count; i++)
    if (b->prediction->references[i].modelled &&
        pme_subject_is_below(b->subject, b->prediction->references[i].node, loop->node))
      add_reference(b, &b->prediction->references[i]);
}

static void add_loops(builder *b, unsigned kinds) {
  for (int i = 0; i < b->prediction->loop_count; i++) {
    const pme_loop_prediction *loop = &b->prediction->loops[i];
    if (!pme__is_parallel(b->prediction, loop))
      continue;
    if ((kinds & PME_REMARK_PREDICTION) && loop->status != PME_LOOP_NOT_MODELLED)
      add_prediction(b, loop);
    if (kinds & PME_REMARK_ANALYSIS)
      add_details(b, loop);
  }
}

static pme_status create(const pme_prediction *prediction, const pme_explanation *explanation, unsigned kinds,
                         pme_arena *arena, const pme_remark **out, int *count, pme_error *error) {
  builder b = {.prediction = prediction, .explanation = explanation, .subject = prediction->subject, .arena = arena};
  add_loops(&b, kinds);
  if (kinds & PME_REMARK_MISSED)
    add_reasons(&b);
  if (kinds & PME_REMARK_ANALYSIS)
    for (int i = 0; i < pme__assumption_count(prediction); i++)
      add_assumption(&b, pme__assumption_at(prediction, i));
  if (b.failed)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  *out = b.remarks;
  *count = b.count;
  return PME_OK;
}

pme_status pme_remarks_create(const pme_prediction *prediction, unsigned kinds, pme_arena *arena,
                              const pme_remark **out, int *count, pme_error *error) {
  return create(prediction, NULL, kinds, arena, out, count, error);
}

pme_status pme_remarks_explain(const pme_explanation *explanation, unsigned kinds, pme_arena *arena,
                               const pme_remark **out, int *count, pme_error *error) {
  return create(explanation->prediction, explanation, kinds, arena, out, count, error);
}
