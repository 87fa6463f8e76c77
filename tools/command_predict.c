/* pmecache predict. */
#include "answer.h"

int command_predict(int count, char **arguments) {
  session s;
  const pme_prediction *prediction;
  int status = session_open(&s, COMMAND_PREDICT, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = session_predict(&s, &prediction);
  if (status == OPTIONS_GO_ON)
    status = print_answer(&s, "predict", prediction, NULL);
  session_close(&s);
  return status;
}
