/* pmecache predict. */
#include "answer.h"

static int predict_as_usual(session *s, answer *a) {
  int status = session_predict(s, &a->prediction);
  if (status == OPTIONS_GO_ON)
    status = session_predict_by_size(s, a->prediction, &a->by_size);
  if (status == OPTIONS_GO_ON)
    status = session_predict_other_choices(s, a->by_size->prediction, &a->prediction);
  return status;
}

static int predict_as_printed(session *s, answer *a) {
  const pme_printed *printed = NULL;
  int status = session_predict_printed(s, &printed);
  a->prediction = printed ? printed->prediction : NULL;
  return status;
}

int command_predict(int count, char **arguments) {
  session s;
  answer a = {.producer = "predict"};
  int status = session_open(&s, COMMAND_PREDICT, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = s.options.engine == ENGINE_PME_2012 ? predict_as_printed(&s, &a) : predict_as_usual(&s, &a);
  if (status == OPTIONS_GO_ON)
    status = print_answer(&s, &a);
  session_close(&s);
  return status;
}
