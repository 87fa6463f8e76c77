/* Batches of the merged stream go to the stack of the cache that their thread uses. */
#include "concurrent_meter.h"

#include <string.h>

#include "analysis/reuse/distance.h"

/* The queues of a team are to stay in the first cache of this machine. */
enum { QUEUE = 256, LARGEST_OCTAVE = 40 };

typedef struct stack { /* of one instance */
  pme__distance *engine;
  uint32_t queued;
  uint64_t line[QUEUE];
  uint64_t distance[QUEUE];
  uint32_t thread[QUEUE]; /* with INVALIDATED */
  uint64_t *touched;      /* coherent: by line number, when the instance touched it last */
  uint32_t touched_room;
} stack;

#define INVALIDATED (UINT32_C(1) << 31)

/* The last write of a line, and the last one by another instance than that. */
typedef struct line_writes {
  uint64_t last, before;
  uint32_t last_instance;
} line_writes;

struct pme__meter {
  pme_arena *arena;
  uint32_t threads, instances;
  uint32_t *instance;
  stack **stacks;
  pme__concurrent_profile *profile; /* by thread */
  double *invalidated;
  bool coherent;
  pme__line_numbers numbers;
  line_writes *writes;
  uint32_t writes_room;
  uint64_t now;
};

static uint32_t threads_of(const pme__meter *m, uint32_t instance) {
  uint32_t count = 0;
  for (uint32_t t = 0; t < m->threads; t++)
    count += m->instance[t] == instance;
  return count;
}

static pme_status open_stacks(pme__meter *m) {
  m->stacks = PME_ARENA_NEW(m->arena, stack *, m->instances);
  if (!m->stacks)
    return PME_NO_MEMORY;
  for (uint32_t i = 0; i < m->instances; i++) {
    pme__distance_options options = {.takes_turns = threads_of(m, i) > 1};
    m->stacks[i] = PME_ARENA_NEW(m->arena, stack, 1);
    if (!m->stacks[i] || pme__distance_open(&options, &m->stacks[i]->engine) != PME_OK)
      return PME_NO_MEMORY;
  }
  return PME_OK;
}

static pme_status open_meter(pme__meter *m, const pme__meter_options *options) {
  m->instance = PME_ARENA_NEW(m->arena, uint32_t, m->threads);
  m->profile = PME_ARENA_NEW(m->arena, pme__concurrent_profile, m->threads);
  m->invalidated = PME_ARENA_NEW(m->arena, double, m->threads);
  if (!m->instance || !m->profile || !m->invalidated)
    return PME_NO_MEMORY;
  for (uint32_t t = 0; t < m->threads; t++) {
    m->instance[t] = options->instance ? options->instance[t] : 0;
    m->instances = m->instance[t] + 1 > m->instances ? m->instance[t] + 1 : m->instances;
    if (pme__concurrent_profile_open(m->arena, (UINT64_C(2) << LARGEST_OCTAVE) - 1, &m->profile[t]) != PME_OK)
      return PME_NO_MEMORY;
  }
  return open_stacks(m);
}

pme_status pme__meter_open(const pme__meter_options *options, pme__meter **out) {
  if (options->threads == 0)
    return PME_BAD_ARGUMENT;
  pme_arena *arena = pme_arena_create();
  pme__meter *m = arena ? PME_ARENA_NEW(arena, pme__meter, 1) : NULL;
  if (!m) {
    pme_arena_destroy(arena);
    return PME_NO_MEMORY;
  }
  m->arena = arena;
  m->threads = options->threads;
  m->coherent = options->coherent;
  pme_status status = open_meter(m, options);
  if (status == PME_OK)
    *out = m;
  else
    pme__meter_close(m);
  return status;
}

void pme__meter_close(pme__meter *m) {
  if (!m)
    return;
  for (uint32_t i = 0; m->stacks && i < m->instances; i++)
    if (m->stacks[i]) {
      pme__distance_close(m->stacks[i]->engine);
      pme_reallocate(m->stacks[i]->touched, 0);
    }
  pme__line_numbers_close(&m->numbers);
  pme_reallocate(m->writes, 0);
  pme_arena_destroy(m->arena);
}

/* ---- who has written ---- */

static void *grow(void *pointer, uint32_t *room, uint32_t needed, size_t size) {
  if (needed <= *room)
    return pointer;
  uint32_t next = *room ? *room : 1024;
  while (next < needed)
    next *= 2;
  void *grown = pme_reallocate(pointer, size * next);
  if (grown) {
    memset((char *)grown + size * *room, 0, size * (next - *room));
    *room = next;
  }
  return grown;
}

static uint64_t written_elsewhere(const line_writes *w, uint32_t instance) {
  return w->last_instance == instance ? w->before : w->last;
}

static void note_write(line_writes *w, uint32_t instance, uint64_t now) {
  if (w->last_instance != instance)
    w->before = w->last;
  w->last = now;
  w->last_instance = instance;
}

/* Whether the reference finds its line invalidated. */
static pme_status follow_writes(pme__meter *m, stack *s, uint32_t instance, pme__line_reference reference, bool *out) {
  uint32_t number = pme__line_number(&m->numbers, pme__reference_line(reference));
  if (number == PME_NO_LINE)
    return PME_NO_MEMORY;
  line_writes *writes = (line_writes *)grow(m->writes, &m->writes_room, number + 1, sizeof *writes);
  if (!writes)
    return PME_NO_MEMORY;
  m->writes = writes;
  uint64_t *touched = (uint64_t *)grow(s->touched, &s->touched_room, number + 1, sizeof *touched);
  if (!touched)
    return PME_NO_MEMORY;
  s->touched = touched;
  m->now++;
  *out = touched[number] > 0 && written_elsewhere(&writes[number], instance) > touched[number];
  touched[number] = m->now;
  if (pme__reference_is_write(reference))
    note_write(&writes[number], instance, m->now);
  return PME_OK;
}

/* ---- distances ---- */

static pme_status flush_stack(pme__meter *m, stack *s) {
  pme_distance_references(s->engine, s->line, s->queued, s->distance);
  for (uint32_t i = 0; i < s->queued; i++) {
    uint32_t thread = s->thread[i] & ~INVALIDATED;
    pme__concurrent_profile *profile = &m->profile[thread];
    if (s->distance[i] == PME_DISTANCE_INFINITE || s->thread[i] & INVALIDATED)
      profile->infinite++;
    else
      pme__tally_count_one(&profile->finite, s->distance[i]);
    if (s->thread[i] & INVALIDATED)
      m->invalidated[thread]++;
  }
  s->queued = 0;
  return pme__distance_status(s->engine);
}

pme_status pme__meter_feed(pme__meter *m, const uint32_t *threads, const pme__line_reference *references,
                           size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t instance = m->instance[threads[i]];
    stack *s = m->stacks[instance];
    bool is_invalid = false;
    if (m->coherent && follow_writes(m, s, instance, references[i], &is_invalid) != PME_OK)
      return PME_NO_MEMORY;
    s->line[s->queued] = pme__reference_line(references[i]);
    s->thread[s->queued] = threads[i] | (is_invalid ? INVALIDATED : 0);
    if (++s->queued == QUEUE && flush_stack(m, s) != PME_OK)
      return PME_NO_MEMORY;
  }
  return PME_OK;
}

pme_status pme__meter_flush(pme__meter *m) {
  for (uint32_t i = 0; i < m->instances; i++)
    if (flush_stack(m, m->stacks[i]) != PME_OK)
      return PME_NO_MEMORY;
  for (uint32_t t = 0; t < m->threads; t++)
    m->profile[t].references = m->profile[t].infinite + pme__tally_count(&m->profile[t].finite);
  return PME_OK;
}

const pme__concurrent_profile *pme__meter_thread(const pme__meter *m, uint32_t thread) { return &m->profile[thread]; }

double pme__meter_invalidated(const pme__meter *m, uint32_t thread) { return m->invalidated[thread]; }

pme_status pme__meter_instance(const pme__meter *m, uint32_t instance, pme_arena *arena, pme__concurrent_profile *out) {
  pme_status status = pme__concurrent_profile_open(arena, (UINT64_C(2) << LARGEST_OCTAVE) - 1, out);
  for (uint32_t t = 0; status == PME_OK && t < m->threads; t++)
    if (m->instance[t] == instance)
      pme__concurrent_profile_add(out, &m->profile[t]);
  return status;
}
