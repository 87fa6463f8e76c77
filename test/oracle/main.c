/* oracle: compares a recovered program with the trace of a real run, or counts the misses of a trace.
 *
 *     oracle compare PROGRAM.pme TRACE [--threads T] [--param n=10,...] [--all] [--placed FILE]
 *     oracle misses TRACE --machine TEXT
 *
 * Symbols get the values that the trace has for variables of that name, --param wins. --all also shows scalars that are
 * registers by convention, and the bases of arrays. --placed writes the program with the trace's bases and values.
 * Exit status: 0 the same, 1 different, 2 bad usage or input.
 */
#include "compare.h"
#include "misses.h"
#include "place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: oracle compare PROGRAM.pme TRACE [--threads T] [--param n=10,...] [--all] [--placed FILE]\n"
    "       oracle misses TRACE --machine TEXT\n";

struct request {
  const char *files[2];
  int file_count;
  const char *parameters, *machine, *placed;
  int threads;
  bool show_all;
};

static struct request read_request(int count, char **arguments) {
  struct request request = {.threads = 1, .parameters = ""};
  for (int i = 0; i < count; i++) {
    const char *argument = arguments[i];
    bool has_value = i + 1 < count;
    if (strcmp(argument, "--all") == 0)
      request.show_all = true;
    else if (strcmp(argument, "--threads") == 0 && has_value)
      request.threads = atoi(arguments[++i]);
    else if (strcmp(argument, "--param") == 0 && has_value)
      request.parameters = arguments[++i];
    else if (strcmp(argument, "--placed") == 0 && has_value)
      request.placed = arguments[++i];
    else if (strcmp(argument, "--machine") == 0 && has_value)
      request.machine = arguments[++i];
    else if (argument[0] != '-' && request.file_count < 2)
      request.files[request.file_count++] = argument;
    else
      oracle_fail("unexpected argument %s\n%s", argument, usage);
  }
  if (request.threads < 1 || request.threads > 4096)
    oracle_fail("bad number of threads");
  return request;
}

/* Does the value belong to a variable of the program's function or of one of its outlined bodies? */
static bool is_own_value(const pme_program *program, const struct recorded_value *value) {
  const char *function = pme_program_function(program);
  size_t length = strlen(function);
  return strncmp(value->function, function, length) == 0 &&
         (!value->function[length] || value->function[length] == '.');
}

/* What the trace has for a symbol: a variable of the function, else one of a function that it calls. */
static const struct recorded_value *value_of(const pme_program *program, const struct recorded_trace *trace,
                                             const char *name) {
  const struct recorded_value *found = NULL;
  for (size_t i = 0; i < trace->value_count; i++) {
    const struct recorded_value *value = &trace->values[i];
    if (strcmp(value->name, name) == 0 && (!found || (is_own_value(program, value) && !is_own_value(program, found))))
      found = value;
  }
  return found;
}

/* The program's symbols with the values of the trace, or those that were asked for. */
static void bind_symbols(const pme_program *program, const struct recorded_trace *trace, const char *parameters,
                         pme_what_if *what_if) {
  pme_binding *asked = NULL;
  int count = 0;
  pme_error error;
  if (*parameters && pme_bindings_read(parameters, &asked, &count, &error) != PME_OK)
    oracle_fail("--param, column %d: %s", error.column, error.message);
  int symbols = pme_program_parameter_count(program);
  pme_binding *bindings = calloc((size_t)(symbols + count) + 1, sizeof *bindings);
  if (!bindings)
    oracle_fail("out of memory");
  int bound = 0;
  for (int symbol = 0; symbol < symbols; symbol++) {
    const char *name = pme_program_parameter(program, symbol)->name;
    const struct recorded_value *value = value_of(program, trace, name);
    bool is_asked = false;
    for (int i = 0; i < count; i++)
      is_asked |= strcmp(asked[i].name, name) == 0;
    if (!value || is_asked)
      continue;
    bindings[bound++] = (pme_binding){name, value->value, NULL};
    if (value->varies)
      printf(" note: symbol %s has several values, %" PRId64 " is taken\n", name, value->value);
  }
  for (int i = 0; i < count; i++)
    bindings[bound++] = asked[i];
  what_if->bindings = bindings;
  what_if->binding_count = bound;
}

static void write_placed(const struct request *request, const struct comparison *comparison,
                         const pme_what_if *what_if) {
  FILE *out = fopen(request->placed, "w");
  if (!out)
    oracle_fail("cannot write %s", request->placed);
  place_program(request->files[0], comparison, what_if, out);
  if (fclose(out) != 0)
    oracle_fail("cannot write %s", request->placed);
}

static int run_compare(const struct request *request) {
  if (request->file_count != 2)
    oracle_fail("%s", usage);
  pme_program *program;
  pme_error error;
  if (pme_program_read_file(request->files[0], &program, &error) != PME_OK)
    oracle_fail("%s:%d:%d: %s", request->files[0], error.line, error.column, error.message);
  struct recorded_trace trace;
  trace_read(request->files[1], &trace);
  pme_what_if what_if = {.default_threads = request->threads};
  bind_symbols(program, &trace, request->parameters, &what_if);
  pme_concrete *concrete;
  if (pme_concrete_create(program, &what_if, &concrete, &error) != PME_OK)
    oracle_fail("%s: %s", request->files[0], error.message);
  struct comparison comparison = {
      .concrete = concrete, .trace = &trace, .threads = request->threads, .show_all = request->show_all};
  size_t differences = compare(&comparison, stdout);
  if (request->placed)
    write_placed(request, &comparison, &what_if);
  return differences ? 1 : 0;
}

static int run_misses(const struct request *request) {
  if (request->file_count != 1 || !request->machine)
    oracle_fail("%s", usage);
  pme_machine machine;
  pme_error error;
  if (pme_machine_read(request->machine, strlen(request->machine), &machine, &error) != PME_OK)
    oracle_fail("--machine, column %d: %s", error.column, error.message);
  struct recorded_trace trace;
  trace_read(request->files[0], &trace);
  count_misses(&trace, &machine, stdout);
  return 0;
}

int main(int count, char **arguments) {
  if (count >= 2 && strcmp(arguments[1], "--help") == 0) {
    fputs(usage, stdout);
    return 0;
  }
  if (count < 2)
    oracle_fail("%s", usage);
  struct request request = read_request(count - 2, arguments + 2);
  if (strcmp(arguments[1], "compare") == 0)
    return run_compare(&request);
  if (strcmp(arguments[1], "misses") == 0)
    return run_misses(&request);
  oracle_fail("%s", usage);
}
