/* Prints a prediction, or a comparison of two, as tables or as JSON. */
#include "answer.h"

#include "message.h"
#include "pmecache/report.h"

static int print_json(const session *s, const char *producer, const pme_prediction *prediction,
                      const pme_prediction *simulated) {
  pme_json *json = NULL;
  pme_error error = {0};
  pme_status status = pme_json_create(producer, &s->machine, &json, &error);
  if (!status)
    status = pme_json_add_comparison(json, prediction, simulated, session_source(s), &error);
  if (!status)
    status = pme_json_write(json, stdout, &error);
  pme_json_destroy(json);
  if (!status)
    return EXIT_ANSWERED;
  report_fault("pmecache", &error);
  return EXIT_NO_ANSWER;
}

int print_answer(const session *s, const char *producer, const pme_prediction *prediction,
                 const pme_prediction *simulated) {
  int answer = session_answer(prediction);
  if (s->options.json)
    return print_json(s, producer, prediction, simulated) ? EXIT_NO_ANSWER : answer;
  if (simulated)
    pme_text_comparison(prediction, simulated, session_source(s), stdout);
  else
    pme_text_prediction(prediction, session_source(s), stdout);
  return finish_output(answer);
}
