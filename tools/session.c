/* Reads program, machine and numbers for a command, and asks the engines. */
#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/choices.h"

#include "message.h"
#include "pmecache/nearest.h"
#include "progress.h"

enum { MAX_INPUT_BYTES = 1 << 26, FIRST_INPUT_BYTES = 1 << 14 };

/* ---- the program ---- */

/* All of standard input. */
static pme_status read_input(char **out, size_t *length, pme_error *error) {
  char *text = NULL;
  size_t used = 0, capacity = 0;
  do {
    if (used == capacity) {
      capacity = capacity ? 2 * capacity : FIRST_INPUT_BYTES;
      char *grown = capacity > MAX_INPUT_BYTES ? NULL : (char *)pme_reallocate(text, capacity);
      if (!grown) {
        pme_reallocate(text, 0);
        return pme_error_set(error, PME_BAD_INPUT, 0, 0, "the program is too large");
      }
      text = grown;
    }
    used += fread(text + used, 1, capacity - used, stdin);
  } while (!feof(stdin) && !ferror(stdin));
  if (ferror(stdin)) {
    pme_reallocate(text, 0);
    return pme_error_set(error, PME_IO, 0, 0, "cannot read: %s", strerror(errno));
  }
  *out = text;
  *length = used;
  return PME_OK;
}

static int read_program(session *s) {
  const char *path = s->options.program_path;
  pme_error error = {0};
  if (strcmp(path, "-") != 0)
    return pme_program_read_file(path, &s->program, &error) ? report_fault(path, &error) : OPTIONS_GO_ON;
  char *text = NULL;
  size_t length = 0;
  pme_status status = read_input(&text, &length, &error);
  if (!status) {
    status = pme_program_read(text, length, &s->program, &error);
    pme_reallocate(text, 0);
  }
  return status ? report_fault("<stdin>", &error) : OPTIONS_GO_ON;
}

const char *session_source(const session *s) {
  return strcmp(s->options.program_path, "-") ? s->options.program_path : NULL;
}

/* ---- the machine ---- */

static int resolve_machine(session *s) {
  const char *request = s->options.machine.text;
  pme_error error = {0};
  if (!pme_machine_resolve(request, &s->machine, &error))
    return OPTIONS_GO_ON;
  return report_machine_fault(request, s->options.machine.place, &error);
}

/* ---- the numbers ---- */

static bool has_parameter(const pme_program *program, const char *name) {
  for (int i = 0; i < pme_program_parameter_count(program); i++)
    if (!strcmp(pme_program_parameter(program, i)->name, name))
      return true;
  return false;
}

static bool is_given(const session *s, const char *name) {
  for (int i = 0; i < s->options.bindings.count; i++)
    if (!strcmp(s->options.bindings.items[i].name, name))
      return true;
  return false;
}

/* The symbol that `name` may stand for, one that has no value given; NULL: none. */
static const char *symbol_meant(const session *s, const char *name) {
  enum { MOST = 256 };
  const char *free_names[MOST];
  int count = 0;
  for (int i = 0; i < pme_program_parameter_count(s->program) && count < MOST; i++)
    if (!is_given(s, pme_program_parameter(s->program, i)->name))
      free_names[count++] = pme_program_parameter(s->program, i)->name;
  return pme_nearest(name, free_names, count);
}

static void print_symbols(const pme_program *program) {
  enum { MOST = 8 };
  int count = pme_program_parameter_count(program);
  fprintf(stderr, count ? "; its symbols are" : "; it has no symbols");
  for (int i = 0; i < count && i < MOST; i++)
    fprintf(stderr, "%s %s", i ? "," : "", pme_program_parameter(program, i)->name);
  fprintf(stderr, count > MOST ? ", ...\n" : "\n");
}

/* A value for a symbol that is not there is an error. PMECACHE_PARAMS has values for all functions of a build: there
 * only a word that is nearly one of this function's symbols is. */
static int check_symbols(const session *s) {
  int status = OPTIONS_GO_ON;
  for (int i = 0; i < s->options.bindings.count; i++) {
    const char *name = s->options.bindings.items[i].name;
    bool is_option = i >= s->options.environment_bindings;
    const char *meant = has_parameter(s->program, name) ? NULL : symbol_meant(s, name);
    if (has_parameter(s->program, name) || (!is_option && !meant))
      continue;
    fprintf(stderr, "%s: error: the program has no symbol '%s'", is_option ? "--param" : "PMECACHE_PARAMS", name);
    if (meant)
      fprintf(stderr, "; did you mean '%s'?\n", meant);
    else
      print_symbols(s->program);
    status = EXIT_BAD_INPUT;
  }
  return status;
}

/* Team size where the program says nothing: OMP_NUM_THREADS (its first number), else the cores. */
static int default_threads(const session *s) {
  const char *text = getenv("OMP_NUM_THREADS");
  if (!text || !text[0])
    return s->machine.cores;
  char *end;
  long threads = strtol(text, &end, 10);
  if (end != text && (!*end || *end == ',') && threads >= 1 && threads <= 4096)
    return (int)threads;
  fprintf(stderr, "OMP_NUM_THREADS: warning: expected a number from 1 to 4096, found '%.40s': taking the %d cores\n",
          text, s->machine.cores);
  return s->machine.cores;
}

static int evaluate(session *s) {
  pme_error error = {0};
  s->given = (pme_what_if){.binding_count = s->options.bindings.count,
                           .bindings = s->options.bindings.items,
                           .threads = s->options.threads,
                           .default_threads = default_threads(s),
                           .has_schedule = s->options.schedule.has_schedule,
                           .schedule = s->options.schedule.schedule,
                           .chunk = s->options.schedule.chunk,
                           .as_compiled = s->options.as_compiled};
  error.status = pme_take_choices(s->program, &s->given, s->arena, &s->what_if);
  if (error.status || pme_concrete_create(s->program, &s->what_if, &s->concrete, &error))
    return report_fault(s->options.program_path, &error);
  return OPTIONS_GO_ON;
}

int session_open(session *s, command_id command, int count, char **arguments) {
  *s = (session){.arena = NULL};
  int status = options_read(command, count, arguments, &s->options);
  if (status == OPTIONS_GO_ON)
    status = resolve_machine(s);
  if (status == OPTIONS_GO_ON)
    status = read_program(s);
  if (status == OPTIONS_GO_ON)
    status = check_symbols(s);
  if (status != OPTIONS_GO_ON)
    return status;
  s->arena = pme_arena_create();
  if (!s->arena) {
    pme_error error = {.status = PME_NO_MEMORY};
    return report_fault(s->options.program_path, &error);
  }
  return evaluate(s);
}

void session_close(session *s) {
  pme_arena_destroy(s->arena);
  pme_concrete_destroy(s->concrete);
  pme_program_destroy(s->program);
  options_destroy(&s->options);
}

/* ---- engines ---- */

double session_budget_ms(const session *s) {
  bool is_asked =
      s->options.budget_ms > 0 || s->options.precision.of_misses > 0 || s->options.precision.of_accesses > 0;
  return is_asked ? s->options.budget_ms : 1e-3 * (double)pme_program_effort_us(s->program);
}

static pme_predict_options predict_options(const session *s) {
  return (pme_predict_options){.budget_ms = session_budget_ms(s),
                               .precision = s->options.precision.of_misses,
                               .precision_of_accesses = s->options.precision.of_accesses,
                               .closed_form_only = s->options.closed_form_only,
                               .coherence = s->options.simulate.coherence,
                               .traffic = s->options.simulate.traffic,
                               .as_written = s->options.command == COMMAND_COMPARE};
}

int session_predict_other_choices(session *s, const pme_prediction *prediction, const pme_prediction **out) {
  pme_predict_options predict = predict_options(s);
  pme_choices_question question = {prediction, &s->given, &predict};
  pme_error error = {.status = pme_predict_other_choices(&question, s->arena, out)};
  return error.status ? report_fault(s->options.program_path, &error) : OPTIONS_GO_ON;
}

int session_predict(session *s, const pme_prediction **out) {
  pme_error error = {0};
  pme_prediction *prediction;
  pme_predict_options predict = predict_options(s);
  if (pme_predict(s->concrete, &s->machine, &predict, s->arena, &prediction, &error))
    return report_fault(s->options.program_path, &error);
  *out = prediction;
  return OPTIONS_GO_ON;
}

int session_predict_by_size(session *s, const pme_prediction *prediction, const pme_by_size **out) {
  pme_error error = {0};
  pme_by_size_question question = {.prediction = prediction,
                                   .what_if = &s->what_if,
                                   .budget_ms = s->options.budget_ms,
                                   .coherence = s->options.simulate.coherence};
  pme_status status = pme_predict_by_size(&question, s->arena, out, &error);
  return status ? report_fault(s->options.program_path, &error) : OPTIONS_GO_ON;
}

int session_predict_printed(session *s, const pme_printed **out) {
  pme_error error = {0};
  if (pme_predict_printed(s->concrete, &s->machine, s->options.budget_ms, s->arena, out, &error))
    return report_fault(s->options.program_path, &error);
  return OPTIONS_GO_ON;
}

int session_simulate(session *s, const pme_prediction **out) {
  pme_error error = {0};
  pme_prediction *prediction;
  pme_simulate_options simulate = s->options.simulate;
  progress p = progress_start("simulated", "accesses");
  simulate.progress = progress_step;
  simulate.progress_context = &p;
  pme_status status = pme_simulate(s->concrete, &s->machine, &simulate, s->arena, &prediction, &error);
  progress_end(&p);
  if (status)
    return report_fault(s->options.program_path, &error);
  *out = prediction;
  return OPTIONS_GO_ON;
}

int session_answer(const pme_prediction *prediction) {
  for (int i = 0; i < prediction->loop_count; i++)
    if (prediction->loops[i].status != PME_LOOP_NOT_MODELLED)
      return EXIT_ANSWERED;
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled)
      return EXIT_ANSWERED;
  return prediction->loop_count + prediction->reference_count ? EXIT_NO_ANSWER : EXIT_ANSWERED;
}
