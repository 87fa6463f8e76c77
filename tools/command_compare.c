/* pmecache compare: model and simulator on the same program. */
#include "answer.h"

int command_compare(int count, char **arguments) {
  session s;
  const pme_prediction *model, *simulated;
  int status = session_open(&s, COMMAND_COMPARE, count, arguments);
  if (status == OPTIONS_GO_ON)
    status = session_predict(&s, &model);
  if (status == OPTIONS_GO_ON)
    status = session_simulate(&s, &simulated);
  if (status == OPTIONS_GO_ON)
    status = print_answer(&s, "compare", model, simulated);
  session_close(&s);
  return status;
}
