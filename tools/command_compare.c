/* pmecache compare: model and simulator on the same program. */
#include "answer.h"

int command_compare(int count, char **arguments) {
  session s;
  answer a = {.producer = "compare"};
  int status = session_open(&s, COMMAND_COMPARE, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = session_predict(&s, &a.prediction);
  if (status == OPTIONS_GO_ON)
    status = session_simulate(&s, &a.simulated);
  if (status == OPTIONS_GO_ON)
    status = print_answer(&s, &a);
  session_close(&s);
  return status;
}
