/* The subcommands of pmecache. A command gets its own arguments (arguments[0] is its name) and returns what the process
 * exits with. Whatever is not 0 has been explained on stderr, or in the answer itself. */
#ifndef PMECACHE_TOOLS_COMMAND_H
#define PMECACHE_TOOLS_COMMAND_H

enum {
  EXIT_ANSWERED = 0,
  EXIT_NO_ANSWER = 1, /* could not answer: not modelled, over budget, out of memory, output failed */
  EXIT_BAD_INPUT = 2  /* bad usage, or bad input: with file, line and column of the fault */
};

typedef enum command_id {
#define PME_COMMAND(id, name, usage, summary) COMMAND_##id,
#include "commands.def"
#undef PME_COMMAND
  COMMAND_COUNT
} command_id;

typedef struct command {
  const char *name, *usage, *summary;
  int (*run)(int count, char **arguments);
} command;

/* The text of `pmecache --help`; the arguments are not looked at. */
int print_all_help(int count, char **arguments);
/* The row of the list. */
const command *command_at(command_id id);

#define PME_COMMAND(id, name, usage, summary) int command_##name(int count, char **arguments);
#include "commands.def"
#undef PME_COMMAND

#endif
