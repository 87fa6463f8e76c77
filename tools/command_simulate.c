/* pmecache simulate. */
#include "answer.h"

int command_simulate(int count, char **arguments) {
  session s;
  answer a = {.producer = "simulate"};
  int status = session_open(&s, COMMAND_SIMULATE, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = session_simulate(&s, &a.prediction);
  if (status == OPTIONS_GO_ON)
    status = print_answer(&s, &a);
  session_close(&s);
  return status;
}
