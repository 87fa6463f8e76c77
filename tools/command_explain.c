/* pmecache explain. */
#include <string.h>

#include "answer.h"
#include "message.h"
#include "pmecache/explanation.h"
#include "pmecache/printed.h"
#include "pmecache/report.h"

/* ---- which accesses ---- */

/* ARRAY, ARRAY:read or ARRAY:write. */
typedef struct selection {
  const char *array;
  size_t array_bytes;
  bool reads, writes;
} selection;

static bool has_array(const pme_program *program, const char *name, size_t name_bytes) {
  for (int i = 0; i < pme_program_array_count(program); i++) {
    const char *array = pme_program_array(program, i)->name;
    if (strlen(array) == name_bytes && !strncmp(array, name, name_bytes))
      return true;
  }
  return false;
}

/* Names may hold colons: the whole text comes first. */
static selection read_selection(const pme_program *program, const char *text) {
  selection whole = {text, strlen(text), true, true};
  const char *colon = strrchr(text, ':');
  if (!colon || has_array(program, text, whole.array_bytes))
    return whole;
  bool reads = !strcmp(colon, ":read"), writes = !strcmp(colon, ":write");
  return reads || writes ? (selection){text, (size_t)(colon - text), reads, writes} : whole;
}

static bool is_selected(const pme_program *program, const selection *s, int node) {
  const pme_access *access = &pme_program_node(program, node)->u.access;
  const char *array = pme_program_array(program, access->array)->name;
  return strlen(array) == s->array_bytes && !strncmp(array, s->array, s->array_bytes) &&
         (access->is_write ? s->writes : s->reads);
}

/* Exit status: the fault has been told. */
static int refuse_ref(const session *s, const selection *selected) {
  const pme_program *program = s->program;
  int count = pme_program_array_count(program);
  bool known = has_array(program, selected->array, selected->array_bytes);
  if (known) {
    fprintf(stderr, "--ref: error: no access %s the array '%.*s'\n",
            selected->reads && selected->writes ? "uses"
            : selected->reads                   ? "reads"
                                                : "writes",
            (int)selected->array_bytes, selected->array);
    return EXIT_BAD_INPUT;
  }
  fprintf(stderr, "--ref: error: the program has no array '%.*s'", (int)selected->array_bytes, selected->array);
  for (int i = 0; i < count; i++)
    fprintf(stderr, "%s %s", i ? "," : "; its arrays are", pme_program_array(program, i)->name);
  fputc('\n', stderr);
  return EXIT_BAD_INPUT;
}

static int select_accesses(const session *s, const pme_prediction *prediction, bool **out) {
  int found = 0;
  *out = NULL;
  if (!s->options.ref)
    return OPTIONS_GO_ON;
  selection selected = read_selection(s->program, s->options.ref);
  bool *wanted = PME_ARENA_NEW(s->arena, bool, prediction->reference_count);
  pme_error error = {.status = PME_NO_MEMORY};
  if (!wanted)
    return report_fault(s->options.program_path, &error);
  for (int r = 0; r < prediction->reference_count; r++)
    found += wanted[r] = is_selected(s->program, &selected, prediction->references[r].node);
  *out = wanted;
  return found ? OPTIONS_GO_ON : refuse_ref(s, &selected);
}

/* ---- the answer ---- */

static int print_json(const session *s, const pme_explanation *explanation, const bool *wanted,
                      const pme_advice *times) {
  pme_json *json = NULL;
  pme_error error = {0};
  pme_status status = pme_json_create("explain", &s->machine, &json, &error);
  if (!status)
    status = pme_json_add_explanation(json, explanation, wanted, session_source(s), &error);
  if (!status)
    status = pme_json_set_times(json, times, &error);
  if (!status)
    status = pme_json_write(json, stdout, &error);
  pme_json_destroy(json);
  if (!status)
    return session_answer(explanation->prediction);
  report_fault("pmecache", &error);
  return EXIT_NO_ANSWER;
}

static int explain(session *s) {
  pme_error error = {0};
  const pme_explanation *explanation;
  const pme_advice *times;
  const pme_advise_options no_search = {.only_now = true};
  bool *wanted;
  pme_explain_options options = {.predict = {.budget_ms = session_budget_ms(s),
                                             .precision = s->options.precision.of_misses,
                                             .precision_of_accesses = s->options.precision.of_accesses,
                                             .closed_form_only = s->options.closed_form_only,
                                             .coherence = s->options.simulate.coherence},
                                 .thorough = true};
  if (pme_explain(s->concrete, &s->machine, &options, s->arena, &explanation, &error) ||
      pme_advise(explanation->prediction, &s->what_if, &no_search, s->arena, &times, &error))
    return report_fault(s->options.program_path, &error);
  int status = select_accesses(s, explanation->prediction, &wanted);
  if (status != OPTIONS_GO_ON)
    return status;
  if (s->options.json)
    return print_json(s, explanation, wanted, times);
  pme_text_explanation(explanation, wanted, session_source(s), stdout);
  if (!wanted)
    pme_text_times(times, stdout);
  return finish_output(session_answer(explanation->prediction));
}

/* ---- the equations as printed ---- */

static int print_printed_json(const session *s, const pme_printed *printed, const bool *wanted) {
  pme_json *json = NULL;
  pme_error error = {0};
  pme_status status = pme_json_create("explain", &s->machine, &json, &error);
  if (!status)
    status = pme_json_add_printed(json, printed, wanted, session_source(s), &error);
  if (!status)
    status = pme_json_write(json, stdout, &error);
  pme_json_destroy(json);
  if (!status)
    return session_answer(printed->prediction);
  report_fault("pmecache", &error);
  return EXIT_NO_ANSWER;
}

static int explain_as_printed(session *s) {
  const pme_printed *printed;
  bool *wanted;
  int status = session_predict_printed(s, &printed);
  if (status == OPTIONS_GO_ON)
    status = select_accesses(s, printed->prediction, &wanted);
  if (status != OPTIONS_GO_ON)
    return status;
  if (s->options.json)
    return print_printed_json(s, printed, wanted);
  pme_text_printed(printed, wanted, session_source(s), stdout);
  return finish_output(session_answer(printed->prediction));
}

int command_explain(int count, char **arguments) {
  session s;
  int status = session_open(&s, COMMAND_EXPLAIN, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = s.options.engine == ENGINE_PME_2012 ? explain_as_printed(&s) : explain(&s);
  session_close(&s);
  return status;
}
