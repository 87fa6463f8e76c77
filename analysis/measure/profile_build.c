/* Functions, their loops and symbols are entered; what the threads did in them is added by each measurement. */
#include "profile_build.h"

#include <math.h>
#include <string.h>

/* Each time that the code around a loop has ended it has said 0: that is how often the loop goes round where it was never
 * entered. */
static void add_symbol(pme_profile *profile, int function, const pme_instrumented_symbol *symbol) {
  if (symbol->entries) {
    double total = fmax(0, (double)(int64_t)symbol->total); /* loops without iterations end at -1 */
    pme_profile_add_mean(profile, function, PME_NONE, symbol->name, total, (double)symbol->entries);
    return;
  }
  for (uint32_t i = 0; i < symbol->used && i < PME_SYMBOL_VALUES; i++)
    pme_profile_add_symbol(profile, function, PME_NONE, symbol->name, symbol->values[i].value,
                           (double)symbol->values[i].count);
  if (symbol->others)
    pme_profile_add_other_values(profile, function, PME_NONE, symbol->name, (double)symbol->others);
}

static bool is_calls(const pme_instrumented_symbol *symbol) { return !strcmp(symbol->name, PME_CALLS_SYMBOL); }

static double times_of(const pme_instrumented_symbol *symbol) {
  double times = (double)symbol->others;
  for (uint32_t i = 0; i < symbol->used && i < PME_SYMBOL_VALUES; i++)
    times += (double)symbol->values[i].count;
  return times;
}

static double calls_of(const pme_instrumented_function *function) {
  for (uint32_t s = 0; s < function->symbol_count; s++)
    if (is_calls(&function->symbols[s]))
      return times_of(&function->symbols[s]);
  return 0;
}

/* Calls are counted with the function; those that give it one object for two besides. */
static void add_calls(pme_profile *profile, int function, const pme_instrumented_symbol *calls) {
  for (uint32_t i = 0; i < calls->used && i < PME_SYMBOL_VALUES; i++)
    if (calls->values[i].value != PME_CALLS_PLAIN)
      pme_profile_add_symbol(profile, function, PME_NONE, calls->name, calls->values[i].value,
                             (double)calls->values[i].count);
}

static bool was_recorded(const pme__measured_run *run, const pme_instrumented_function *function) {
  if (function->block_count && run->thread_count)
    return true;
  for (uint32_t s = 0; s < function->symbol_count; s++)
    if (function->symbols[s].used || function->symbols[s].entries)
      return true;
  return false;
}

static int add_loop(pme_profile *profile, int function, int number, const pme_instrumented_loop *loop,
                    const int *indices) {
  pme_profile_loop entry = {.function = function, .number = number};
  entry.parent = loop->parent >= 0 ? indices[loop->parent] : PME_NONE;
  entry.place = (pme_place){NULL, (int)loop->line, (int)loop->column};
  entry.parallel = loop->parallel;
  entry.variable = *loop->variable ? loop->variable : NULL;
  entry.work = (pme_profile_work){loop->operations, loop->divisions, loop->chain,  loop->vector,
                                  loop->path,       loop->entry,     loop->library};
  return pme_profile_add_loop(profile, &entry);
}

/* Any thread of the team might have run the tasks of a loop, whether or not each did. */
static void add_team_of_tasks(const pme__measured_run *run, const pme_instrumented_function *function, const int *loops,
                              pme_profile *profile) {
  for (uint32_t l = 0; l < function->loop_count; l++)
    if (function->loops[l].parallel == PME_LOOP_OF_TASKS && loops[l] != PME_NONE &&
        pme_profile_loop_at(profile, loops[l])->threads > 0)
      pme_profile_count_loop(profile, loops[l], 0, 0, (int)run->thread_count);
}

/* The loops and blocks of a function, and what each thread did in them. */
static void add_counts(const pme__measured_run *run, const pme_instrumented_function *function, int index,
                       pme_profile *profile) {
  size_t bytes = function->loop_count * sizeof(int);
  int *loops = bytes ? pme__host_reallocate(run->host, NULL, 0, bytes) : NULL;
  if (bytes && !loops) {
    run->host->warn("out of memory: the profile is not complete");
    return;
  }
  for (uint32_t l = 0; l < function->loop_count; l++)
    loops[l] = add_loop(profile, index, (int)l, &function->loops[l], loops);
  for (size_t t = 0; t < run->thread_count; t++)
    if (run->threads[t])
      pme__measurement_add_to(run->threads[t], profile, index, function, loops);
  add_team_of_tasks(run, function, loops, profile);
  if (loops)
    pme__host_reallocate(run->host, loops, bytes, 0);
}

static void add_function(const pme__measured_run *run, const pme_instrumented_module *module,
                         const pme_instrumented_function *function, pme_profile *profile) {
  if (!was_recorded(run, function))
    return;
  pme_profile_function entry = {0};
  entry.name = function->name;
  entry.file = *function->file ? function->file : module->source;
  entry.line = (int)function->line;
  entry.hash = function->hash;
  entry.calls = calls_of(function);
  int index = pme_profile_add_function(profile, &entry);
  for (uint32_t s = 0; s < function->symbol_count; s++)
    (is_calls(&function->symbols[s]) ? add_calls : add_symbol)(profile, index, &function->symbols[s]);
  add_counts(run, function, index, profile);
}

/* Of the buffers of all threads; 1 unless there were bursts. */
static double share_measured(const pme__measured_run *run) {
  uint64_t measured = 0, all = 0;
  for (size_t t = 0; t < run->thread_count; t++)
    if (run->threads[t])
      pme__measurement_add_buffers(run->threads[t], &measured, &all);
  return measured ? (double)measured / (double)all : 1;
}

pme_status pme__build_profile(const pme__measured_run *run, pme_profile **out) {
  pme_profile_options options = pme__measurement_options(run->host);
  options.rate = options.rate < 1 ? options.rate : share_measured(run);
  options.command = *run->command ? run->command : NULL;
  pme_status status = pme_profile_create(&options, run->host->allocator, out);
  if (status != PME_OK)
    return status;
  pme_profile_set_threads(*out, run->thread_count ? (int)run->thread_count : 1);
  for (const pme_instrumented_module *module = run->modules; module; module = module->next)
    for (uint32_t f = 0; f < module->function_count; f++)
      add_function(run, module, &module->functions[f], *out);
  for (size_t t = 0; t < run->thread_count; t++)
    if (run->threads[t])
      pme__measurement_add_schedules(run->threads[t], *out);
  if (run->thread_count == 1 && run->threads[0])
    pme__measurement_add_lines(run->threads[0], *out);
  return pme_profile_status(*out);
}
