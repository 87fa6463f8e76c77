/* What the commands that read a program are asked for: from the environment, then from the command line. */
#ifndef PMECACHE_TOOLS_OPTIONS_PROGRAM_OPTIONS_H
#define PMECACHE_TOOLS_OPTIONS_PROGRAM_OPTIONS_H

#include "option_values.h"
#include "pmecache/advice.h"
#include "pmecache/concrete.h"
#include "simulator/simulator.h"
#include "tools/command.h"

typedef struct binding_list {
  pme_binding *items;
  int count;
} binding_list;

typedef struct precision_request {
  double of_misses;   /* share of the misses; 0: a quick answer */
  double of_accesses; /* that will do, too; 0: the usual */
} precision_request;

typedef enum engine_request {
  ENGINE_AUTO,    /* walk and equations, as pme_predict chooses */
  ENGINE_PME,     /* the equations alone */
  ENGINE_PME_2012 /* the equations as the paper prints them */
} engine_request;

typedef struct options {
  command_id command;
  const char *program_path; /* "-": standard input */
  machine_request machine;
  int threads;              /* 0: what the program says */
  pme_what_if schedule;     /* only its schedule fields are used */
  binding_list bindings;    /* from the environment first, then from the command line */
  int environment_bindings; /* so many of them */
  double budget_ms;         /* 0: the default */
  precision_request precision;
  bool closed_form_only;
  engine_request engine;
  bool as_compiled; /* pme_what_if.as_compiled */
  pme_simulate_options simulate;
  bool json;
  pme_advise_options advise;
  const char *ref; /* NULL: all accesses */
  bool show_source;
  const char *plot; /* NULL: no picture */
} options;

/* OPTIONS_GO_ON, or what to exit with: --help was asked for and given, or a fault was reported. In every case
 * options_destroy is to be called. */
int options_read(command_id command, int count, char **arguments, options *out);
void options_destroy(options *o);

#endif
