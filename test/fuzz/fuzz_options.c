/* Fuzz target: command lines. The first byte chooses the command, each line that follows is an argument. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/builds/compile_line.h"
#include "tools/command.h"
#include "tools/options/mimic_options.h"
#include "tools/options/profile_options.h"
#include "tools/options/program_options.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { MOST_ARGUMENTS = 64 };

/* What main.c has for the whole command. */
const command *command_at(command_id id) {
  static const command commands[] = {
#define PME_COMMAND(id, name, usage, summary) {#name, usage, summary, NULL},
#include "tools/commands.def"
#undef PME_COMMAND
  };
  return &commands[id];
}

static void read_program_options(command_id id, int count, char **arguments) {
  options read;
  options_read(id, count, arguments, &read);
  options_destroy(&read);
}

static void read_compile(int count, char **arguments) {
  static char *const refused[] = {"-fopenmp-extensions", NULL};
  static char compiler[] = "clang", load[] = "-fpass-plugin=x";
  int index = 1;
  char **out = (char **)calloc((size_t)count + SHADOW_EXTRA, sizeof *out);
  compile_line_is_wanted(count, arguments);
  compile_line_builds(count, arguments);
  compile_line_has_places(count, arguments);
  const char *source = next_source(count, arguments, &index);
  if (out && source)
    write_shadow(out, compiler, load, count, arguments, source, refused);
  if (out)
    write_instrumented(out, &(instrumented_line){compiler, load, load, refused}, count, arguments);
  free(out);
}

static void read_as(unsigned choice, int count, char **arguments) {
  static const command_id with_program[] = {COMMAND_PREDICT, COMMAND_SIMULATE, COMMAND_COMPARE, COMMAND_EXPLAIN,
                                            COMMAND_ADVISE};
  mimic_options mimic;
  profile_options profile;
  if (choice < sizeof with_program / sizeof *with_program)
    read_program_options(with_program[choice], count, arguments);
  else if (choice == 5)
    mimic_options_read(count, arguments, &mimic);
  else if (choice == 6)
    profile_options_read(count, arguments, &profile);
  else
    read_compile(count, arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  char *arguments[MOST_ARGUMENTS + 1], *text = (char *)malloc(count + 1), name[] = "pmecache";
  int argument_count = 1;
  if (!text || count == 0)
    goto end;
  memcpy(text, bytes + 1, count - 1);
  text[count - 1] = '\0';
  arguments[0] = name;
  for (char *rest = text; rest && argument_count < MOST_ARGUMENTS;) {
    arguments[argument_count++] = rest;
    rest = strchr(rest, '\n');
    if (rest)
      *rest++ = '\0';
  }
  arguments[argument_count] = NULL;
  read_as(bytes[0] % 8, argument_count, arguments);
end:
  free(text);
  return 0;
}
