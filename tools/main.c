/* pmecache: the command. Finds the subcommand and runs it; by the name of a compiler it is one, for a scan. */
#include <stdio.h>
#include <string.h>

#include "builds/scan_compiler.h"
#include "command.h"
#include "manual/manual.h"
#include "message.h"

static const command commands[] = {
#define PME_COMMAND(id, name, usage, summary) {#name, usage, summary, command_##name},
#include "commands.def"
#undef PME_COMMAND
};

static const char *const command_names[] = {
#define PME_COMMAND(id, name, usage, summary) #name,
#include "commands.def"
#undef PME_COMMAND
};

const command *command_at(command_id id) { return &commands[id]; }

static void print_usage(FILE *stream) {
  fprintf(stream,
          "usage: pmecache COMMAND [ARGUMENT...]   how OpenMP loops use the caches of a machine\n\ncommands:\n");
  for (int id = 0; id < COMMAND_COUNT; id++)
    fprintf(stream, "  %-10s %s\n", commands[id].name, commands[id].summary);
  fprintf(stream, "\n`pmecache COMMAND --help` tells the arguments of a command, `pmecache --version` the version.\n"
                  "Exit status: 0 answered, 1 could not answer (and said why), 2 bad usage or bad input.\n");
}

int print_all_help(int count, char **arguments) {
  (void)count, (void)arguments;
  print_usage(stdout);
  return finish_output(EXIT_ANSWERED);
}

static const command *find_command(const char *name) {
  for (int id = 0; id < COMMAND_COUNT; id++)
    if (!strcmp(commands[id].name, name))
      return &commands[id];
  return NULL;
}

int main(int count, char **arguments) {
  if (count > 0 && is_started_as_compiler(arguments[0]))
    return scan_compile(count, arguments);
  if (count < 2) {
    print_usage(stderr);
    return EXIT_BAD_INPUT;
  }
  const char *name = arguments[1];
  if (!strcmp(name, "--version")) {
    puts("pmecache " PMECACHE_VERSION);
    return EXIT_ANSWERED;
  }
  if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"))
    return print_all_help(count, arguments);
  if (!strcmp(name, "--manual") && count == 3)
    return write_manual(arguments[2]);
  const command *found = find_command(name);
  if (!found) {
    char meant[MEANT_BYTES];
    write_meant(name, command_names, COMMAND_COUNT, meant);
    fprintf(stderr, "pmecache: error: no command '%s'%s (`pmecache --help` lists them)\n", name, meant);
    return EXIT_BAD_INPUT;
  }
  return found->run(count - 1, arguments + 1);
}
