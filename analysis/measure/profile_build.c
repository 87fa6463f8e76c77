#include "profile_build.h"

#include "runtime/memory.h"
#include "runtime/message.h"

static void add_symbol(pme_profile *profile, int function, const pme_instrumented_symbol *symbol) {
  for (uint32_t i = 0; i < symbol->used && i < PME_SYMBOL_VALUES; i++)
    pme_profile_add_symbol(profile, function, PME_NONE, symbol->name, symbol->values[i].value,
                           (double)symbol->values[i].count);
  if (symbol->others)
    pme_profile_add_other_values(profile, function, PME_NONE, symbol->name, (double)symbol->others);
}

static bool was_recorded(const pme_instrumented_function *function, size_t thread_count) {
  if (function->block_count && thread_count)
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
static void add_trace(pme_profile *profile, int index, const pme_instrumented_function *function,
                      const pmert_online *const *threads, size_t thread_count) {
  size_t bytes = function->loop_count * sizeof(int);
  int *loops = bytes ? pmert_reallocate(NULL, 0, bytes) : NULL;
  if (bytes && !loops) {
    pmert_warn("out of memory: the profile is not complete");
    return;
  }
  for (uint32_t l = 0; l < function->loop_count; l++)
    loops[l] = add_loop(profile, index, (int)l, &function->loops[l], loops);
  for (size_t t = 0; t < thread_count; t++)
    if (threads[t])
      pmert_online_add_to(threads[t], profile, index, function, loops);
  if (loops)
    pmert_reallocate(loops, bytes, 0);
}

static void add_function(pme_profile *profile, const pme_instrumented_module *module,
                         const pme_instrumented_function *function, const pmert_online *const *threads,
                         size_t thread_count) {
  if (!was_recorded(function, thread_count))
    return;
  pme_profile_function entry = {0};
  entry.name = function->name;
  entry.file = *function->file ? function->file : module->source;
  entry.line = (int)function->line;
  entry.hash = function->hash;
  int index = pme_profile_add_function(profile, &entry);
  for (uint32_t s = 0; s < function->symbol_count; s++)
    add_symbol(profile, index, &function->symbols[s]);
  add_trace(profile, index, function, threads, thread_count);
}

/* Of the buffers of all threads; 1 unless there were bursts. */
static double share_measured(const pmert_online *const *threads, size_t thread_count) {
  uint64_t measured = 0, all = 0;
  for (size_t t = 0; t < thread_count; t++)
    if (threads[t])
      pmert_online_add_buffers(threads[t], &measured, &all);
  return measured ? (double)measured / (double)all : 1;
}

pme_status pmert_build_profile(const pme_instrumented_module *modules, const pmert_online *const *threads,
                               size_t thread_count, const char *command, pme_profile **out) {
  pme_profile_options options = pmert_online_options();
  options.rate = options.rate < 1 ? options.rate : share_measured(threads, thread_count);
  options.command = *command ? command : NULL;
  pme_status status = pme_profile_create(&options, pmert_memory(), out);
  if (status != PME_OK)
    return status;
  pme_profile_set_threads(*out, thread_count ? (int)thread_count : 1);
  for (const pme_instrumented_module *module = modules; module; module = module->next)
    for (uint32_t f = 0; f < module->function_count; f++)
      add_function(*out, module, &module->functions[f], threads, thread_count);
  return pme_profile_status(*out);
}
