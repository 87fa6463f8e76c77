/* pmecache advise. */
#include <errno.h>
#include <string.h>

#include "answer.h"
#include "message.h"
#include "pmecache/report.h"

static int print_json(const session *s, const pme_advice *advice, const pme_loop_orders *orders) {
  pme_json *json = NULL;
  pme_error error = {0};
  pme_status status = pme_json_create("advise", &s->machine, &json, &error);
  if (!status)
    status = pme_json_add(json, advice->prediction, session_source(s), &error);
  if (!status)
    status = pme_json_set_advice(json, advice, &error);
  if (!status)
    status = pme_json_set_loop_orders(json, orders, &error);
  if (!status)
    status = pme_json_write(json, stdout, &error);
  pme_json_destroy(json);
  if (!status)
    return advice->loop_count ? EXIT_ANSWERED : EXIT_NO_ANSWER;
  report_fault("pmecache", &error);
  return EXIT_NO_ANSWER;
}

static int draw(const char *path, const pme_advice *advice) {
  FILE *stream = fopen(path, "w");
  bool failed = !stream;
  if (stream) {
    pme_svg_advice(advice, stream);
    failed = ferror(stream);
    failed = fclose(stream) != 0 || failed;
  }
  if (!failed)
    return OPTIONS_GO_ON;
  pme_error error = {.status = PME_IO};
  snprintf(error.message, sizeof error.message, "cannot write: %.150s", strerror(errno));
  report_fault(path, &error);
  return EXIT_NO_ANSWER;
}

static int print_sizes_json(const session *s, const pme_sizes *sizes, const pme_prediction *prediction,
                            const pme_loop_orders *orders) {
  pme_json *json = NULL;
  pme_error error = {0};
  pme_status status = pme_json_create("advise", &s->machine, &json, &error);
  if (!status)
    status = pme_json_add(json, prediction, session_source(s), &error);
  if (!status)
    status = pme_json_set_sizes(json, sizes, prediction, &error);
  if (!status)
    status = pme_json_set_loop_orders(json, orders, &error);
  if (!status)
    status = pme_json_write(json, stdout, &error);
  pme_json_destroy(json);
  if (status)
    report_fault("pmecache", &error);
  return status;
}

static int print_orders(const session *s, const pme_loop_orders *orders, int exit_status) {
  pme_text_loop_orders(orders, stdout);
  if (s->options.show_source && pme_text_source_changes(orders, stdout))
    return report_fault("pmecache", &(pme_error){.status = PME_NO_MEMORY, .message = "out of memory"});
  return finish_output(exit_status);
}

/* Symbols without a value: OPTIONS_GO_ON where there are none, or where they matter to no loop. */
static int advise_sizes(session *s, const pme_prediction *prediction, const pme_loop_orders *orders) {
  pme_error error = {0};
  const pme_sizes *sizes;
  bool is_answered = false;
  pme_size_question question = {s->program, &s->machine, &s->what_if, &s->options.advise, NULL, NULL, 0};
  pme_status status = pme_advise_sizes(&question, s->arena, &sizes, &error);
  if (status)
    return report_fault(s->options.program_path, &error);
  for (int i = 0; i < sizes->loop_count; i++)
    is_answered = is_answered || sizes->loops[i].range_count > 0;
  if (!is_answered)
    return OPTIONS_GO_ON;
  if (s->options.json)
    return print_sizes_json(s, sizes, prediction, orders) ? EXIT_NO_ANSWER : EXIT_ANSWERED;
  pme_text_sizes(sizes, prediction, session_source(s), stdout);
  return print_orders(s, orders, EXIT_ANSWERED);
}

/* As the plugin does, also for the usual size where there is none. */
static int find_orders(session *s, const pme_prediction *prediction, const pme_loop_orders **out) {
  const pme_by_size *by_size = NULL;
  int status = session_predict_by_size(s, prediction, &by_size);
  if (status != OPTIONS_GO_ON)
    return status;
  pme_loop_order_question question = {.prediction = by_size->prediction,
                                      .what_if = &s->what_if,
                                      .by_size = by_size,
                                      .deep = s->options.advise.thorough};
  pme_error error = {.status = pme_find_loop_orders(&question, s->arena, out)};
  return error.status ? report_fault(s->options.program_path, &error) : OPTIONS_GO_ON;
}

static int advise(session *s) {
  pme_error error = {0};
  const pme_advice *advice;
  const pme_prediction *prediction;
  const pme_loop_orders *orders;
  int status = session_predict(s, &prediction);
  if (status != OPTIONS_GO_ON)
    return status;
  if (pme_advise(prediction, &s->what_if, &s->options.advise, s->arena, &advice, &error))
    return report_fault(s->options.program_path, &error);
  status = find_orders(s, prediction, &orders);
  if (status == OPTIONS_GO_ON && advice->loop_count == 0)
    status = advise_sizes(s, prediction, orders);
  if (status == OPTIONS_GO_ON && s->options.plot)
    status = draw(s->options.plot, advice);
  if (status != OPTIONS_GO_ON)
    return status;
  if (s->options.json)
    return print_json(s, advice, orders);
  pme_text_advice(advice, session_source(s), stdout);
  return print_orders(s, orders, advice->loop_count ? EXIT_ANSWERED : EXIT_NO_ANSWER);
}

int command_advise(int count, char **arguments) {
  session s;
  int status = session_open(&s, COMMAND_ADVISE, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = advise(&s);
  session_close(&s);
  return status;
}
