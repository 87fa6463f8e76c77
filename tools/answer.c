/* Prints a prediction, or a comparison of two, as tables or as JSON. */
#include "answer.h"

#include "message.h"
#include "pmecache/report.h"

static int print_json(const session *s, const answer *a) {
  pme_json *json = NULL;
  pme_error error = {0};
  pme_status status = pme_json_create(a->producer, &s->machine, &json, &error);
  if (!status)
    status = pme_json_add_comparison(json, a->prediction, a->simulated, session_source(s), &error);
  if (!status && a->by_size)
    status = pme_json_set_by_size(json, a->by_size, &error);
  if (!status)
    status = pme_json_write(json, stdout, &error);
  pme_json_destroy(json);
  if (!status)
    return EXIT_ANSWERED;
  report_fault("pmecache", &error);
  return EXIT_NO_ANSWER;
}

static int exit_status_of(const answer *a) {
  return a->by_size && a->by_size->loop_count > 0 ? EXIT_ANSWERED : session_answer(a->prediction);
}

int print_answer(const session *s, const answer *a) {
  if (s->options.json)
    return print_json(s, a) ? EXIT_NO_ANSWER : exit_status_of(a);
  if (a->simulated)
    pme_text_comparison(a->prediction, a->simulated, session_source(s), stdout);
  else
    pme_text_prediction(a->prediction, session_source(s), stdout);
  if (a->by_size)
    pme_text_by_size(a->by_size, stdout);
  return finish_output(exit_status_of(a));
}
