/* pmecache simulate. */
#include "answer.h"

int command_simulate(int count, char **arguments) {
  session s;
  const pme_prediction *prediction;
  int status = session_open(&s, COMMAND_SIMULATE, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = session_simulate(&s, &prediction);
  if (status == OPTIONS_GO_ON)
    status = print_answer(&s, "simulate", prediction, NULL);
  session_close(&s);
  return status;
}
