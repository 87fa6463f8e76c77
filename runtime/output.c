#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"
#include "message.h"
#include "pmecache/profile.h"
#include "registry.h"
#include "thread.h"

enum { PATH_BYTES = 4096, COMMAND_BYTES = 512 };

/* `pattern` with %p as the process id. A child of fork must not write over its parent's file: where the pattern does
 * not tell them apart, the process id goes to its end. False when it is too long. */
static bool expand(const char *pattern, char path[PATH_BYTES]) {
  size_t used = 0;
  bool distinct = false;
  for (const char *c = pattern; *c; c++) {
    int length;
    if (c[0] == '%' && c[1] == 'p') {
      length = snprintf(path + used, PATH_BYTES - used, "%ld", (long)getpid());
      distinct = true;
      c++;
    } else {
      length = snprintf(path + used, PATH_BYTES - used, "%c", *c);
    }
    used += (size_t)length;
    if (used >= PATH_BYTES - 24)
      return false;
  }
  if (!distinct && pmert_is_forked())
    snprintf(path + used, PATH_BYTES - used, ".%ld", (long)getpid());
  return true;
}

/* The command line, arguments separated by blanks; "" where the system does not tell. */
static void read_command(char command[COMMAND_BYTES]) {
  command[0] = '\0';
  FILE *stream = fopen("/proc/self/cmdline", "re");
  if (!stream)
    return;
  size_t length = fread(command, 1, COMMAND_BYTES - 1, stream);
  fclose(stream);
  while (length > 0 && command[length - 1] == '\0')
    length--;
  for (size_t i = 0; i < length; i++)
    if (command[i] == '\0')
      command[i] = ' ';
  command[length] = '\0';
}

static void add_symbol(pme_profile *profile, int function, const pme_instrumented_symbol *symbol) {
  for (uint32_t i = 0; i < symbol->used && i < PME_SYMBOL_VALUES; i++)
    pme_profile_add_symbol(profile, function, PME_NONE, symbol->name, symbol->values[i].value,
                           (double)symbol->values[i].count);
  if (symbol->others)
    pme_profile_add_other_values(profile, function, PME_NONE, symbol->name, (double)symbol->others);
}

static bool was_recorded(const pme_instrumented_function *function) {
  if (function->block_count && pmert_threads())
    return true;
  for (uint32_t s = 0; s < function->symbol_count; s++)
    if (function->symbols[s].used)
      return true;
  return false;
}

static int add_loop(pme_profile *profile, int function, int number, const pme_instrumented_loop *loop,
                    const int *indices) {
  pme_profile_loop entry = {.function = function, .number = number};
  entry.parent = loop->parent >= 0 ? indices[loop->parent] : PME_NONE;
  entry.place = (pme_place){NULL, (int)loop->line, (int)loop->column};
  entry.parallel = loop->parallel;
  return pme_profile_add_loop(profile, &entry);
}

/* The loops and blocks of a function, and what each thread did in them. */
static void add_trace(pme_profile *profile, int index, const pme_instrumented_function *function) {
  size_t bytes = function->loop_count * sizeof(int);
  int *loops = bytes ? pmert_reallocate(NULL, 0, bytes) : NULL;
  if (bytes && !loops) {
    pmert_warn("out of memory: the profile is not complete");
    return;
  }
  for (uint32_t l = 0; l < function->loop_count; l++)
    loops[l] = add_loop(profile, index, (int)l, &function->loops[l], loops);
  for (pmert_thread *thread = pmert_threads(); thread; thread = thread->next)
    if (thread->online)
      pmert_online_add_to(thread->online, profile, index, function, loops);
  if (loops)
    pmert_reallocate(loops, bytes, 0);
}

static void add_function(pme_profile *profile, const pme_instrumented_module *module,
                         const pme_instrumented_function *function) {
  if (!was_recorded(function))
    return;
  pme_profile_function entry = {0};
  entry.name = function->name;
  entry.file = *function->file ? function->file : module->source;
  entry.line = (int)function->line;
  entry.hash = function->hash;
  int index = pme_profile_add_function(profile, &entry);
  for (uint32_t s = 0; s < function->symbol_count; s++)
    add_symbol(profile, index, &function->symbols[s]);
  add_trace(profile, index, function);
}

static pme_status build(pme_profile **out) {
  char command[COMMAND_BYTES];
  read_command(command);
  pme_profile_options options = pmert_online_options();
  options.command = *command ? command : NULL;
  pme_status status = pme_profile_create(&options, pmert_memory(), out);
  if (status != PME_OK)
    return status;
  int threads = 0;
  for (pmert_thread *thread = pmert_threads(); thread; thread = thread->next) {
    pmert_drain(thread);
    threads++;
  }
  pme_profile_set_threads(*out, threads ? threads : 1);
  for (const pme_instrumented_module *module = pmert_modules(); module; module = module->next)
    for (uint32_t f = 0; f < module->function_count; f++)
      add_function(*out, module, &module->functions[f]);
  return pme_profile_status(*out);
}

static void save(const char *path) {
  pme_profile *profile = NULL;
  pme_error error = {0};
  pme_status status = build(&profile);
  if (status == PME_OK)
    status = pme_profile_save(profile, path, &error);
  if (status != PME_OK)
    pmert_warn("no profile written to '%s': %s", path, *error.message ? error.message : pme_status_text(status));
  else
    pmert_tell("profile written to '%s'", path);
  pme_profile_destroy(profile);
}

void pmert_write_profile(void) {
  int saved = errno;
  char path[PATH_BYTES];
  const char *pattern = getenv("PMECACHE_PROFILE_OUT");
  if (!pattern || !*pattern)
    pattern = "pmecache-%p.pmeprof";
  if (expand(pattern, path))
    save(path);
  else
    pmert_warn("no profile written: PMECACHE_PROFILE_OUT is too long");
  errno = saved;
}
