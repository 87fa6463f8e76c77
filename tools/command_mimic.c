/* pmecache mimic: the caches of a team, from the trace of one thread. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/advise/recorded/recorded_advice.h"
#include "analysis/report/svg/svg_team.h"
#include "analysis/team/blocks/recorded_blocks.h"
#include "analysis/team/kept_trace.h"
#include "analysis/team/team_prediction.h"
#include "command.h"
#include "message.h"
#include "options/mimic_options.h"
#include "pmecache/report.h"
#include "teams/team_profiles_output.h"
#include "trace_input.h"
#include "trace_progress.h"

/* Of references in memory: those of 30 million. */
static const uint64_t most_kept_bytes = UINT64_C(256) << 20;

/* ---- text ---- */

static void print_level(const pme__team_level *level, const char *name, uint32_t threads) {
  char accesses[24], misses[24], low[24], high[24], rate[24];
  pme_format_count(level->accesses, 3, accesses, sizeof accesses);
  pme_format_count(level->misses, 3, misses, sizeof misses);
  pme_format_count(level->low, 3, low, sizeof low);
  pme_format_count(level->high, 3, high, sizeof high);
  pme_format_share(level->misses, level->accesses, rate, sizeof rate);
  printf("%7u  %-6s %9u %9s %9s %9s  ", threads, name, level->instances, accesses, misses, rate);
  if (level->low < level->high)
    printf("%s .. %s", low, high);
  if (level->is_sensitive)
    printf("  depends on the interleaving");
  if (level->has_set_conflicts)
    printf("  set conflicts");
  putchar('\n');
}

static void print_answer(const pme__team_answer *answer, const pme_machine *machine, uint32_t threads) {
  for (int l = 0; l < machine->level_count; l++)
    print_level(&answer->level[l], machine->levels[l].name, threads);
  if (answer->idle)
    printf("%7u  %u threads have nothing to do\n", threads, answer->idle);
  if (answer->note)
    printf("%7u  %s\n", threads, answer->note);
  if (threads > (uint32_t)machine->cores)
    printf("%7u  more threads than the machine has cores (%d): several take turns on a core, as one stream\n", threads,
           machine->cores);
}

static void print_head(const pme__team_answer *answer) {
  printf("method: %s (%s)\n\nthreads  level  instances  accesses    misses miss rate  misses over interleavings\n",
         pme__team_method_name(answer->method), answer->why);
}

/* ---- JSON: each team as a function with one loop ---- */

typedef struct document {
  const mimic_options *options;
  const pme_machine *machine;
  const pme__sequential_trace *trace;
  trace_progress *progress;
  pme_json *json;
  pme__team_answer answers[MIMIC_MOST_TEAMS];
} document;

static pme_status add_to_document(const document *d, const pme__team_question *question, const pme__team_answer *answer,
                                  pme_error *error) {
  pme_arena *arena = pme_arena_create();
  pme__team_run run = {d->trace, d->options->path, question, answer};
  pme_prediction *prediction;
  pme_status status = arena ? pme__team_prediction(&run, arena, &prediction, error) : PME_NO_MEMORY;
  if (!status)
    status = pme_json_add(d->json, prediction, d->options->path, error);
  pme_arena_destroy(arena);
  return status;
}

/* ---- running times ---- */

static void print_time(const document *d, const pme__recorded_time *t, uint32_t threads) {
  const pme_loop_time *now = &t->advice->loops[0].now;
  const pme__printed_time *p = &t->printed;
  double hertz = d->machine->frequency_hz, ms = hertz > 0 ? 1e3 / hertz : 1;
  char place[200];
  snprintf(place, sizeof place, "%s:%d", *t->file ? t->file : t->function, t->line);
  printf("%7u  %-24s %10.4g %10.4g %10.4g %10.4g %10.4g %10.4g   %.4g .. %.4g\n", threads, place, now->cycles * ms,
         now->low * ms, now->high * ms, now->compute * ms, (now->streams + now->scattered) * ms,
         (now->coherence + now->overhead) * ms, p->low * ms, p->high * ms);
}

/* The times of a team: below its misses, or as functions of the document. */
static pme_status add_times(const document *d, const pme__team_question *question, pme_error *error) {
  pme__recorded_times *times = NULL;
  pme_status status = pme__recorded_times_of(d->trace, question, &times, error);
  if (status != PME_OK)
    return status;
  if (!d->json)
    printf("\nthreads  %-24s %10s %10s %10s %10s %10s %10s   max .. sum as printed, %s\n", "loop", "time", "low",
           "high", "compute", "lines", "team", d->machine->frequency_hz > 0 ? "all in ms" : "all in cycles");
  for (int i = 0; i < times->count && status == PME_OK; i++) {
    const pme__recorded_time *t = &times->items[i];
    if (!d->json) {
      print_time(d, t, question->threads);
      continue;
    }
    status = pme_json_add(d->json, t->advice->prediction, t->file, error);
    if (status == PME_OK)
      status = pme_json_set_times(d->json, t->advice, error);
  }
  for (int i = 0; i < times->assumption_count && !d->json; i++)
    printf("  assumption: %s\n", times->assumptions[i]);
  pme__recorded_times_destroy(times);
  return status;
}

/* ---- what is asked ---- */

static pme__team_question question_of(const document *d, int team) {
  const mimic_options *o = d->options;
  return (pme__team_question){.machine = d->machine,
                              .threads = o->teams.threads[team],
                              .method = o->method,
                              .has_schedule = o->schedule.is_given,
                              .schedule = o->schedule.kind,
                              .chunk = o->schedule.chunk,
                              .order = o->order,
                              .no_interval = o->no_interval,
                              .no_alone = !d->json,
                              .seed = o->seed};
}

static int fail(const document *d, pme_status status, const pme_error *error) {
  report_fault(d->options->path, error);
  return status == PME_BAD_ARGUMENT ? EXIT_BAD_INPUT : EXIT_NO_ANSWER;
}

/* ---- profiles ---- */

static pme_status show_profiles(const document *d, int team, pme_error *error) {
  const mimic_options *o = d->options;
  pme__team_question question = question_of(d, team);
  pme__team_profiles profiles;
  pme_arena *arena = pme_arena_create();
  pme_status status = arena ? pme__team_profiles_of(d->trace, &question, arena, &profiles, error) : PME_NO_MEMORY;
  trace_progress_hide(d->progress);
  if (status == PME_OK && team && !o->json && !o->csv)
    putchar('\n');
  if (status == PME_OK && o->json)
    print_profiles_as_json(&profiles, team == 0);
  else if (status == PME_OK && o->csv)
    print_profiles_as_csv(&profiles, team == 0);
  else if (status == PME_OK)
    print_profiles_as_text(&profiles, d->trace->line_bytes);
  pme_arena_destroy(arena);
  return status;
}

static int show_all_profiles(const document *d) {
  const mimic_options *o = d->options;
  pme_error error = {0};
  for (int i = 0; i < o->teams.count; i++) {
    pme__team_question question = question_of(d, i);
    pme_status status = pme__team_check(d->trace, &question, &error);
    if (status != PME_OK)
      return fail(d, status, &error);
  }
  if (o->json)
    print_profiles_json_head(d->trace->line_bytes);
  for (int i = 0; i < o->teams.count; i++) {
    trace_progress_say(d->progress, "team %d of %d: %d threads", i + 1, o->teams.count, (int)o->teams.threads[i]);
    pme_status status = show_profiles(d, i, &error);
    if (status != PME_OK)
      return fail(d, status, &error);
  }
  if (o->json)
    print_profiles_json_end();
  return EXIT_ANSWERED;
}

/* ---- all teams ---- */

static int answer_all(document *d) {
  const mimic_options *o = d->options;
  pme_error error = {0};
  for (int i = 0; i < o->teams.count; i++) {
    pme__team_question question = question_of(d, i);
    pme__team_answer *answer = &d->answers[i];
    trace_progress_say(d->progress, "team %d of %d: %d threads", i + 1, o->teams.count, (int)question.threads);
    pme_status status = pme__team_predict(d->trace, &question, answer, &error);
    trace_progress_hide(d->progress);
    if (!status && d->json)
      status = add_to_document(d, &question, answer, &error);
    if (!status && !d->json && i == 0)
      print_head(answer);
    if (!status && !d->json)
      print_answer(answer, d->machine, o->teams.threads[i]);
    if (!status && o->time)
      status = add_times(d, &question, &error);
    trace_progress_hide(d->progress);
    if (status)
      return fail(d, status, &error);
  }
  if (d->json && pme_json_write(d->json, stdout, &error)) {
    report_fault("pmecache", &error);
    return EXIT_NO_ANSWER;
  }
  return EXIT_ANSWERED;
}

/* ---- advice ---- */

/* The loop of the profile that an item speaks of, PME_NONE. */
static int loop_in(const pme_profile *profile, const pme__recorded_time *t) {
  bool is_stale = false;
  int function = pme_profile_find_function(profile, t->function, t->hash, &is_stale);
  for (int l = 0; l < pme_profile_loop_count(profile); l++) {
    const pme_profile_loop *loop = pme_profile_loop_at(profile, l);
    if (function != PME_NONE && loop->function == function && loop->number == t->number)
      return l;
  }
  return PME_NONE;
}

static void keep_advice(pme_profile *profile, const pme__recorded_time *t) {
  char machine[2000], text[PME_ADVICE_SENTENCE_BYTES];
  const pme_loop_advice *loop = &t->advice->loops[0];
  const pme_candidate *best = &loop->candidates[0];
  int index = loop_in(profile, t);
  if (index == PME_NONE)
    return;
  pme_machine_write(t->advice->prediction->machine, machine, sizeof machine);
  pme_advice_sentence(t->advice, loop, text, sizeof text);
  pme_profile_advice advice = {.loop = index,
                               .machine = machine,
                               .text = text,
                               .pays = loop->pays,
                               .threads = best->threads,
                               .schedule = best->schedule,
                               .chunk = best->chunk,
                               .ratio = best->ratio,
                               .low = best->ratio_low,
                               .high = best->ratio_high};
  pme_profile_add_advice(profile, &advice);
}

static int save_advice(const document *d, const pme__recorded_times *times) {
  pme_profile *profile = NULL;
  pme_error error = {0};
  int status = read_trace_profile(d->options->path, &profile);
  if (status != OPTIONS_GO_ON)
    return status;
  for (int i = 0; i < times->count; i++)
    keep_advice(profile, &times->items[i]);
  pme_status failure = pme_profile_status(profile);
  if (failure == PME_OK)
    failure = pme_profile_save(profile, d->options->output, &error);
  pme_profile_destroy(profile);
  if (failure == PME_OK)
    return EXIT_ANSWERED;
  error.status = failure;
  report_fault("--output", &error);
  return EXIT_NO_ANSWER;
}

static pme_status show_advice(const document *d, const pme__recorded_times *times, pme_error *error) {
  pme_status status = PME_OK;
  for (int i = 0; i < times->count && status == PME_OK; i++) {
    const pme__recorded_time *t = &times->items[i];
    if (!d->json) {
      if (i)
        putchar('\n');
      pme_text_advice(t->advice, t->file, stdout);
      continue;
    }
    status = pme_json_add(d->json, t->advice->prediction, t->file, error);
    if (status == PME_OK)
      status = pme_json_set_advice(d->json, t->advice, error);
  }
  if (status == PME_OK && d->json)
    status = pme_json_write(d->json, stdout, error);
  return status;
}

static int advise(const document *d) {
  pme__recorded_advise_options options = {.threads = d->options->teams.is_given ? d->options->teams.threads[0] : 0};
  pme__recorded_times *times = NULL;
  pme_error error = {0};
  trace_progress_say(d->progress, "other teams and schedules");
  pme_status status = pme__recorded_advise(d->trace, d->machine, &options, &times, &error);
  trace_progress_hide(d->progress);
  if (status == PME_OK)
    status = show_advice(d, times, &error);
  int answer = status == PME_OK && times->count > 0 ? EXIT_ANSWERED : EXIT_NO_ANSWER;
  if (status != PME_OK)
    report_fault(d->options->path, &error);
  else if (times->count == 0)
    fprintf(stderr, "%s: error: the trace has no worksharing loop with more than one iteration\n", d->options->path);
  else if (d->options->output)
    answer = save_advice(d, times);
  pme__recorded_times_destroy(times);
  return answer;
}

static int write_picture(const document *d) {
  const mimic_options *o = d->options;
  FILE *stream = fopen(o->svg, "w");
  if (stream)
    pme__svg_team(d->answers, o->teams.threads, o->teams.count, d->machine, stream);
  bool failed = !stream || ferror(stream);
  if (stream && fclose(stream))
    failed = true;
  if (!failed)
    return EXIT_ANSWERED;
  fprintf(stderr, "--svg: error: cannot write '%s': %s\n", o->svg, strerror(errno));
  return EXIT_NO_ANSWER;
}

static int run(document *d) {
  pme_error error = {0};
  if (d->options->profiles)
    return finish_output(show_all_profiles(d));
  if (d->options->json && pme_json_create("profile", d->machine, &d->json, &error)) {
    report_fault("pmecache", &error);
    return EXIT_NO_ANSWER;
  }
  int answer = d->options->advise ? advise(d) : answer_all(d);
  if (answer == EXIT_ANSWERED && d->options->svg && !d->options->advise)
    answer = write_picture(d);
  pme_json_destroy(d->json);
  return finish_output(answer);
}

/* Algorithm 1 deals out blocks: those of a recorded trace are read when it is asked for. */
static int read_blocks(const mimic_options *o, pme__sequential_trace *trace, pme__recorded_blocks *blocks) {
  pme_error error = {0};
  if (o->method != PME_METHOD_BLOCKS || !trace->recorded)
    return OPTIONS_GO_ON;
  pme_status status = pme__recorded_blocks_read(trace, /*regions_only=*/true, most_kept_bytes, blocks, &error);
  if (status == PME_OK)
    trace->blocks = blocks->trace;
  return status == PME_OK ? OPTIONS_GO_ON : report_fault(o->path, &error);
}

static int answer_trace(const mimic_options *o, const pme_machine *machine, pme__sequential_trace *trace) {
  trace_progress progress;
  pme__sequential_trace_keep(trace, most_kept_bytes);
  trace_progress_start(&progress, trace);
  document d = {.options = o, .machine = machine, .trace = trace, .progress = &progress};
  int status = EXIT_NO_ANSWER;
  if (trace->reference_count == 0)
    fprintf(stderr,
            "%s: error: the trace has no references: no code that was instrumented has run, or no loop in it had an "
            "iteration\n",
            o->path);
  else
    status = run(&d);
  trace_progress_end(&progress);
  return status;
}

int command_mimic(int count, char **arguments) {
  mimic_options o;
  pme_machine machine;
  pme__sequential_trace trace;
  int status = mimic_options_read(count, arguments, &o);
  if (status == OPTIONS_GO_ON)
    status = choose_machine(&o.machine, &machine);
  if (status == OPTIONS_GO_ON)
    status = read_any_trace(o.path, (uint32_t)machine.levels[0].line_bytes, &trace);
  if (status != OPTIONS_GO_ON)
    return status;
  pme__recorded_blocks blocks = {.memory = NULL};
  status = read_blocks(&o, &trace, &blocks);
  if (status == OPTIONS_GO_ON)
    status = answer_trace(&o, &machine, &trace);
  pme__recorded_blocks_close(&blocks);
  pme__sequential_trace_close(&trace);
  return status;
}
