/* Batches of accesses and the levels that consume them. */
#include "stream.h"

#include <string.h>

#include "coherence.h"
#include "pmecache/arena.h"

enum { BATCH_ENTRIES = 4096 };

static bool level_is_sound(const pme_cache_level *level) {
  return level->line_bytes >= 1 && (level->line_bytes & (level->line_bytes - 1)) == 0 && level->associativity >= 1 &&
         level->size_bytes >= 1 && pme_cache_sets(level) >= 1 &&
         (level->policy.kind == PME_POLICY_LRU || level->associativity <= SIM_MOST_PLACED_WAYS);
}

/* Row `level` of the table of a team size; made when first needed. */
static const int *instance_table(sim_stream *stream, int threads) {
  if (stream->instance_tables[threads])
    return stream->instance_tables[threads];
  int *table = pme__sim_grow(&stream->memory, NULL, 0, (size_t)stream->level_count * (size_t)threads * sizeof *table);
  for (int l = 0; table && l < stream->level_count; l++)
    for (int u = 0; u < threads; u++)
      table[l * threads + u] = pme_machine_instance_of(stream->machine, l, u, threads);
  stream->instance_tables[threads] = table;
  return table;
}

static int instances_needed(sim_stream *stream, int level, const sim_stream_shape *shape) {
  int most = 0;
  for (int s = 0; s < shape->team_size_count; s++) {
    int threads = shape->team_sizes[s];
    const int *table = instance_table(stream, threads);
    for (int u = 0; table && u < threads; u++)
      if (table[level * threads + u] > most)
        most = table[level * threads + u];
  }
  return most + 1;
}

/* An instance is contended if two threads of a team use it, or different threads of two teams. */
static bool find_contended(sim_stream *stream, int level, const sim_stream_shape *shape) {
  int count = stream->levels[level].instance_count;
  int *user = pme__sim_grow(&stream->memory, NULL, 0, (size_t)count * sizeof *user);
  if (!user)
    return false;
  memset(user, 0, (size_t)count * sizeof *user);
  for (int s = 0; s < shape->team_size_count; s++) {
    int threads = shape->team_sizes[s];
    const int *row = instance_table(stream, threads) + (size_t)level * (size_t)threads;
    for (int u = 0; u < threads; u++) {
      if (user[row[u]] != 0 && user[row[u]] != u + 1)
        stream->levels[level].caches[row[u]].contended = true;
      user[row[u]] = u + 1;
    }
  }
  stream->memory.used_bytes -= (size_t)count * sizeof *user;
  pme_reallocate(user, 0);
  return true;
}

static bool create_levels(sim_stream *stream, const sim_stream_shape *shape) {
  for (int s = 0; s < shape->team_size_count; s++)
    if (!instance_table(stream, shape->team_sizes[s]))
      return false;
  for (int l = 0; l < stream->level_count; l++) {
    int instances = instances_needed(stream, l, shape);
    int counted = shape->references * (stream->machine->page_walks_read ? 2 : 1);
    sim_level *level = &stream->levels[l];
    if (!pme__sim_level_create(level, &stream->machine->levels[l], instances, counted, &stream->memory) ||
        !find_contended(stream, l, shape))
      return false;
    pme__sim_level_seed(level, shape->seed + ((uint64_t)l << 32));
    level->count_accesses = stream->filtered && l > 0;
    level->below = stream->filtered && l + 1 < stream->level_count ? level + 1 : NULL;
  }
  return true;
}

static bool create(sim_stream *stream, const sim_stream_shape *shape) {
  for (int s = 0; s < shape->team_size_count; s++)
    if (shape->team_sizes[s] > stream->most_threads)
      stream->most_threads = shape->team_sizes[s];
  stream->capacity = stream->most_threads > BATCH_ENTRIES ? stream->most_threads : BATCH_ENTRIES;
  size_t tables_bytes = ((size_t)stream->most_threads + 1) * sizeof *stream->instance_tables;
  stream->entries = pme__sim_grow(&stream->memory, NULL, 0, (size_t)stream->capacity * sizeof *stream->entries);
  stream->instance_tables = pme__sim_grow(&stream->memory, NULL, 0, tables_bytes);
  if (!stream->entries || !stream->instance_tables)
    return false;
  memset(stream->instance_tables, 0, tables_bytes);
  if (!create_levels(stream, shape))
    return false;
  int instances = stream->level_count > 0 ? stream->levels[0].instance_count : 1;
  return pme__sim_pages_create(&stream->pages, stream->machine, instances, shape->references, &stream->memory);
}

pme_status pme__sim_stream_create(sim_stream *stream, const sim_stream_shape *shape, pme_error *error) {
  const pme_machine *machine = shape->machine;
  memset(stream, 0, sizeof *stream);
  if (machine->level_count < 0 || machine->level_count > PME_MAX_LEVELS)
    return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0, "the machine must have 0 to %d levels", PME_MAX_LEVELS);
  for (int l = 0; l < machine->level_count; l++)
    if (!level_is_sound(&machine->levels[l]))
      return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0,
                           "level %s of the machine has no sets, or too many ways for its policy",
                           machine->levels[l].name);
  stream->machine = machine;
  stream->filtered = shape->filtered;
  stream->level_count = machine->level_count;
  stream->memory.limit_bytes = shape->limit_bytes;
  if (create(stream, shape))
    return PME_OK;
  bool limit = stream->memory.limit_reached;
  pme__sim_stream_destroy(stream);
  if (limit)
    return pme_error_set(error, PME_OVER_BUDGET, 0, 0, "the caches of this machine exceed the memory limit");
  return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
}

pme_status pme__sim_stream_make_hierarchy(sim_stream *stream, const sim_stream_shape *shape, const bool *writes,
                                          bool coherent, pme_error *error) {
  const pme_machine *machine = stream->machine;
  for (int l = 1; l < machine->level_count; l++)
    if (machine->levels[l].line_bytes != machine->levels[0].line_bytes)
      return pme_error_set(error, PME_BAD_ARGUMENT, 0, 0,
                           "lines cross borders between levels, but %s has lines of %d bytes and %s of %d",
                           machine->levels[0].name, machine->levels[0].line_bytes, machine->levels[l].name,
                           machine->levels[l].line_bytes);
  const sim_hierarchy_shape made = {.machine = machine,
                                    .levels = stream->levels,
                                    .writes = writes,
                                    .references = shape->references * (machine->page_walks_read ? 2 : 1),
                                    .coherent = coherent,
                                    .filtered = stream->filtered,
                                    .seed = shape->seed};
  stream->has_hierarchy = true;
  for (int l = 1; l < machine->level_count; l++)
    stream->levels[l].count_accesses = stream->filtered || machine->levels[l].sees_misses;
  if (pme__sim_hierarchy_create(&stream->hierarchy, &made, &stream->memory))
    return PME_OK;
  if (stream->memory.limit_reached)
    return pme_error_set(error, PME_OVER_BUDGET, 0, 0, "the caches of this machine exceed the memory limit");
  return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
}

void pme__sim_stream_destroy(sim_stream *stream) {
  pme__sim_hierarchy_destroy(&stream->hierarchy);
  for (int l = 0; l < stream->level_count; l++)
    pme__sim_level_destroy(&stream->levels[l]);
  for (int t = 0; stream->instance_tables && t <= stream->most_threads; t++)
    pme_reallocate((void *)stream->instance_tables[t], 0);
  pme_reallocate(stream->instance_tables, 0);
  pme__sim_pages_destroy(&stream->pages);
  pme_reallocate(stream->entries, 0);
  memset(stream, 0, sizeof *stream);
}

bool pme__sim_stream_reset(sim_stream *stream) {
  stream->count = 0;
  stream->threads = 0;
  pme__sim_hierarchy_reset(&stream->hierarchy);
  pme__sim_pages_reset(&stream->pages);
  for (int l = 0; l < stream->level_count; l++)
    if (!pme__sim_level_reset(&stream->levels[l]))
      return false;
  return true;
}

void pme__sim_stream_set_team(sim_stream *stream, int threads) {
  if (stream->threads == threads)
    return;
  pme__sim_stream_finish(stream);
  const int *table = stream->instance_tables[threads];
  for (int l = 0; l < stream->level_count; l++)
    stream->levels[l].instance_of = table + (size_t)l * (size_t)threads;
  if (stream->has_hierarchy)
    pme__sim_hierarchy_set_team(&stream->hierarchy, stream->levels, threads);
  stream->threads = threads;
}

static void hand_out(sim_stream *stream, const sim_entry *entries, int count) {
  if (stream->has_hierarchy) {
    pme__sim_hierarchy_consume(&stream->hierarchy, entries, count);
    return;
  }
  if (stream->writes) {
    pme__sim_coherence_consume(stream, entries, count);
    return;
  }
  for (int l = 0; l < stream->level_count && (l == 0 || !stream->filtered); l++)
    pme__sim_level_consume(&stream->levels[l], entries, count);
}

void pme__sim_stream_flush(sim_stream *stream) {
  sim_pages *pages = &stream->pages;
  int count = stream->count;
  stream->count = 0;
  if (!pages->walks && count > 0)
    hand_out(stream, stream->entries, count);
  for (int done = 0; pages->walks && done < count;) {
    done += pme__sim_pages_take(pages, stream->levels[0].instance_of, stream->entries + done, count - done);
    hand_out(stream, pages->entries, pages->count);
    pages->count = 0;
  }
}

void pme__sim_stream_finish(sim_stream *stream) {
  pme__sim_stream_flush(stream);
  for (int l = 0; l < stream->level_count; l++)
    pme__sim_level_flush(&stream->levels[l]);
}

bool pme__sim_stream_out_of_memory(const sim_stream *stream) {
  if (stream->hierarchy.out_of_memory)
    return true;
  for (int l = 0; l < stream->level_count; l++)
    if (stream->levels[l].out_of_memory || (stream->levels[l].shadow && stream->levels[l].shadow->out_of_memory))
      return true;
  return false;
}
