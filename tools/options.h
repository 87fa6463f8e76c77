/* Options of the commands that read a program: from the environment, then from the command line. */
#ifndef PMECACHE_TOOLS_OPTIONS_H
#define PMECACHE_TOOLS_OPTIONS_H

#include "command.h"
#include "pmecache/advice.h"
#include "pmecache/concrete.h"
#include "pmecache/machine.h"
#include "simulator/simulator.h"

typedef struct options {
  command_id command;
  const char *program_path;  /* "-": standard input */
  const char *machine;       /* what pme_machine_resolve understands */
  const char *machine_place; /* where that was said, for faults: "--machine" or "PMECACHE_MACHINE" */
  int threads;               /* 0: what the program says */
  pme_what_if schedule;      /* only its schedule fields are used */
  pme_binding *bindings;     /* from the environment first, then from the command line */
  int binding_count, environment_binding_count;
  double budget_ms;             /* 0: the default */
  double precision;             /* share of the misses; 0: a quick answer */
  double precision_of_accesses; /* that will do, too; 0: the usual */
  bool closed_form_only;
  bool as_compiled; /* pme_what_if.as_compiled */
  pme_simulate_options simulate;
  bool json;
  pme_advise_options advise;
  const char *ref;  /* NULL: all accesses */
  const char *plot; /* NULL: no picture */
} options;

enum { OPTIONS_GO_ON = -1 };

/* OPTIONS_GO_ON, or what to exit with: --help was asked for and given, or a fault was reported. In every case
 * options_destroy is to be called. */
int options_read(command_id command, int count, char **arguments, options *out);
void options_destroy(options *o);

/* The machine of a command with options of its own: what was asked for at `place`, else what the environment says, else
 * the host. OPTIONS_GO_ON, or what to exit with after the fault was reported. */
int choose_machine(const char *request, const char *place, pme_machine *out);

#endif
