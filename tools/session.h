/* What predict, simulate and compare have in common: a program with numbers, and a machine. */
#ifndef PMECACHE_TOOLS_SESSION_H
#define PMECACHE_TOOLS_SESSION_H

#include "options/program_options.h"
#include "pmecache/arena.h"
#include "pmecache/machine.h"
#include "pmecache/prediction.h"
#include "pmecache/printed.h"

typedef struct session {
  options options;
  pme_machine machine;
  pme_program *program;
  pme_what_if given;   /* that is asked for */
  pme_what_if what_if; /* that `concrete` was made with: with what pme_take_choices takes */
  pme_concrete *concrete;
  pme_arena *arena; /* of the predictions */
} session;

/* Reads options, machine and program. OPTIONS_GO_ON, or what to exit with. In every case session_close is to be called.
 */
int session_open(session *s, command_id command, int count, char **arguments);
void session_close(session *s);

/* The two engines: OPTIONS_GO_ON, or what to exit with after the fault was reported. */
/* What is asked for, or what the compile had that wrote the program (pme_program_effort_us); 0: the usual. */
double session_budget_ms(const session *s);
int session_predict(session *s, const pme_prediction **out);
/* Loops that want for a value get an answer for every one. */
int session_predict_by_size(session *s, const pme_prediction *prediction, const pme_by_size **out);
/* With numbers of loops that do not run with what was taken. */
int session_predict_other_choices(session *s, const pme_prediction *prediction, const pme_prediction **out);
/* The equations as printed (--engine pme-2012), as above. */
int session_predict_printed(session *s, const pme_printed **out);
int session_simulate(session *s, const pme_prediction **out);

/* EXIT_ANSWERED when a loop, or a function without loops, has an answer. */
int session_answer(const pme_prediction *prediction);
/* Where the program came from, for reports: NULL for standard input. */
const char *session_source(const session *s);

#endif
