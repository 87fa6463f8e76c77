/* Exact caches beside a whole program: the truth for totals of a program (benchmarks/accuracy/report-totals).
 *
 * Takes the place of the oracle's runtime: the calls that its pass plants (test/oracle/trace_events.h) go through caches
 * instead of into a file. LRU, set = line mod sets, every level sees all accesses, writes take lines out of the other
 * instances; the accesses of a region's threads take turns (lock step), its worksharing loops end with a barrier. Chunks
 * of dynamic schedules are asked for in that order, too: a thread waits until no other one is behind it, or one of four on
 * two processors would get dozens in turn. As the simulator defines it (docs/model/simulator.md), written anew: nothing
 * is shared with what it judges.
 *
 *   WHOLE_CACHES=64x8x1,512x8x1,2048x16x4   levels: sets x ways x threads to an instance, lines of 64 bytes
 *   WHOLE_ONLY=,f,g,                        only what these functions do, and what they call (all)
 *   WHOLE_OUT=FILE                          a line for each chain of calls: accesses, misses of each level, "main;f;g"
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "test/oracle/trace_events.h"

enum { LINE_BYTES = 64, MOST_LEVELS = 6, MOST_THREADS = 64, MOST_DEPTH = 256, MOST_CHAINS = 4096 };

static const uint64_t no_line = UINT64_MAX;

typedef struct level {
  uint64_t sets, ways, threads_an_instance;
  uint64_t *lines[MOST_THREADS]; /* of each instance: sets of `ways`, newest first */
} level;

/* Accesses of one thread in a region. A barrier has size 0. */
typedef struct access {
  uint64_t address;
  uint32_t bytes;
  bool is_write;
} access;

typedef struct stream {
  access *items;
  size_t count, capacity, next;
} stream;

/* Calls that are open on the first thread, from main on. Functions that the compiler made of regions are left out. */
typedef struct chain {
  const char *names[MOST_DEPTH];
  int depth;
  bool is_wanted; /* one of them is asked for */
  uint64_t accesses, misses[MOST_LEVELS];
} chain;

int omp_get_ancestor_thread_num(int level) __attribute__((weak));
int omp_get_team_size(int level) __attribute__((weak));

static level levels[MOST_LEVELS];
static int level_count;
static stream streams[MOST_THREADS];
static chain *chains, *current;
static int chain_count;
static chain open_calls;
static const char *only; /* with commas around names; NULL: all */
static volatile bool is_in_region;
static _Thread_local int own_regions;
/* How far each thread of the region is: barriers that it has passed, and its accesses since then. */
enum { BARRIER_SHIFT = 40 };
static atomic_uint_least64_t clocks[MOST_THREADS];

static void give_up(const char *why) {
  fprintf(stderr, "whole_program_caches: %s\n", why);
  _Exit(97);
}

static void *zeros(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory)
    give_up("out of memory");
  return memory;
}

/* ---- caches ---- */

static uint64_t *set_of(level *l, uint64_t instance, uint64_t line) {
  if (!l->lines[instance]) {
    l->lines[instance] = zeros(l->sets * l->ways, sizeof *l->lines[instance]);
    for (uint64_t i = 0; i < l->sets * l->ways; i++)
      l->lines[instance][i] = no_line;
  }
  return l->lines[instance] + line % l->sets * l->ways;
}

static uint64_t place_of(const level *l, const uint64_t *set, uint64_t line) {
  uint64_t place = 0;
  while (place < l->ways && set[place] != line)
    place++;
  return place;
}

static void take_from_others(level *l, uint64_t own, uint64_t line) {
  for (uint64_t i = 0; i < MOST_THREADS; i++) {
    if (i == own || !l->lines[i])
      continue;
    uint64_t *set = set_of(l, i, line), place = place_of(l, set, line);
    if (place == l->ways)
      continue;
    memmove(set + place, set + place + 1, (l->ways - place - 1) * sizeof *set);
    set[l->ways - 1] = no_line;
  }
}

static void reference(level *l, uint64_t thread, uint64_t line, bool is_write, uint64_t *misses) {
  uint64_t instance = thread / l->threads_an_instance;
  uint64_t *set = set_of(l, instance, line), place = place_of(l, set, line);
  if (place == l->ways) {
    ++*misses;
    place--;
  }
  memmove(set + 1, set, place * sizeof *set);
  set[0] = line;
  if (is_write)
    take_from_others(l, instance, line);
}

static void go_through(uint64_t thread, const access *a) {
  uint64_t last = (a->address + a->bytes - 1) / LINE_BYTES;
  current->accesses++;
  for (uint64_t line = a->address / LINE_BYTES; line <= last; line++)
    for (int l = 0; l < level_count; l++)
      reference(&levels[l], thread, line, a->is_write, &current->misses[l]);
}

/* ---- regions ---- */

/* One access of each thread that is not at a barrier. False: all are, or at their ends. */
static bool take_turns(void) {
  bool has_gone_on = false;
  for (uint64_t t = 0; t < MOST_THREADS; t++) {
    stream *s = &streams[t];
    if (s->next < s->count && s->items[s->next].bytes) {
      go_through(t, &s->items[s->next++]);
      has_gone_on = true;
    }
  }
  return has_gone_on;
}

static bool open_barrier(void) {
  bool has_opened = false;
  for (int t = 0; t < MOST_THREADS; t++)
    if (streams[t].next < streams[t].count) {
      streams[t].next++;
      has_opened = true;
    }
  return has_opened;
}

static void end_region(void) {
  do
    while (take_turns())
      ;
  while (open_barrier());
  for (int t = 0; t < MOST_THREADS; t++)
    streams[t].count = streams[t].next = 0;
}

static int own_number(void) {
  int thread = omp_get_ancestor_thread_num ? omp_get_ancestor_thread_num(1) : 0;
  if (thread < 0 || thread >= MOST_THREADS)
    give_up("too many threads");
  return thread;
}

static void keep(const access *a) {
  stream *s = &streams[own_number()];
  if (s->count == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 1 << 16;
    s->items = realloc(s->items, s->capacity * sizeof *s->items);
    if (!s->items)
      give_up("out of memory");
  }
  s->items[s->count++] = *a;
}

static void keep_barrier(void) {
  keep(&(access){0});
  atomic_uint_least64_t *clock = &clocks[own_number()];
  atomic_store(clock, ((atomic_load(clock) >> BARRIER_SHIFT) + 1) << BARRIER_SHIFT);
}

/* ---- chunks that are handed out while the program runs ---- */

static bool is_first(int own, int threads) {
  uint64_t mine = atomic_load(&clocks[own]);
  for (int t = 0; t < threads; t++) {
    uint64_t other = t == own ? UINT64_MAX : atomic_load(&clocks[t]);
    if (other < mine || (other == mine && t < own))
      return false;
  }
  return true;
}

/* All threads of the team come to the loop: who is behind is on its way. */
static void wait_for_turn(void) {
  enum { LONGEST_SECONDS = 120 };
  int own = own_number(), threads = omp_get_team_size ? omp_get_team_size(1) : 1;
  time_t begin = time(NULL);
  while (is_in_region && threads <= MOST_THREADS && !is_first(own, threads)) {
    if (time(NULL) - begin > LONGEST_SECONDS)
      give_up("a thread of a dynamic loop does not go on");
    sched_yield();
  }
}

/* Stands before the function of the OpenMP runtime. */
#define DISPATCH(name, number)                                                                                         \
  int name(void *place, int32_t thread, int32_t *last, number *lower, number *upper, number *stride);                  \
  int name(void *place, int32_t thread, int32_t *last, number *lower, number *upper, number *stride) {                 \
    int (*next)(void *, int32_t, int32_t *, number *, number *, number *);                                             \
    *(void **)&next = dlsym(RTLD_NEXT, #name);                                                                         \
    if (!next)                                                                                                         \
      give_up("no " #name " in the OpenMP runtime");                                                                   \
    wait_for_turn();                                                                                                   \
    return next(place, thread, last, lower, upper, stride);                                                            \
  }
DISPATCH(__kmpc_dispatch_next_4, int32_t)
DISPATCH(__kmpc_dispatch_next_4u, uint32_t)
DISPATCH(__kmpc_dispatch_next_8, int64_t)
DISPATCH(__kmpc_dispatch_next_8u, uint64_t)

/* ---- what the pass plants ---- */

static void add_access(const struct trace_site *site, access a) {
  if ((site->flags & TRACE_LOCAL_SCALAR) || !site->line || !a.bytes || !current)
    return;
  if (is_in_region)
    atomic_fetch_add_explicit(&clocks[own_number()], 1, memory_order_relaxed);
  if (!current->is_wanted)
    return;
  if (is_in_region)
    keep(&a);
  else
    go_through(0, &a);
}

void pme_trace_event(struct trace_site *site, uint64_t value);
void pme_trace_block(struct trace_site *site, uint64_t address, uint64_t bytes);
void pme_trace_next(struct trace_site *site, int32_t more);
void pme_trace_enter(struct trace_site *site);
void pme_trace_leave(struct trace_site *site);

void pme_trace_event(struct trace_site *site, uint64_t value) {
  if (site->kind == TRACE_READ || site->kind == TRACE_WRITE) {
    add_access(site, (access){value, site->size_bytes, site->kind == TRACE_WRITE});
  } else if (site->kind == TRACE_LOOP_END) {
    if (is_in_region)
      keep_barrier();
  } else if (site->kind == TRACE_REGION_BEGIN) {
    for (int t = 0; t < MOST_THREADS && !is_in_region; t++)
      atomic_store(&clocks[t], 0);
    if (!is_in_region || own_regions)
      own_regions++;
    is_in_region = true;
  } else if (site->kind == TRACE_REGION_END && own_regions && --own_regions == 0) {
    is_in_region = false;
    end_region();
  }
}

/* As the model counts them: one access of all its bytes. */
void pme_trace_block(struct trace_site *site, uint64_t address, uint64_t bytes) {
  uint32_t counted = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
  add_access(site, (access){address, counted, site->kind == TRACE_BLOCK_WRITE});
}

void pme_trace_next(struct trace_site *site, int32_t more) {
  (void)site;
  if (is_in_region && !more)
    keep_barrier();
}

/* ---- chains of calls ---- */

static bool is_open(const chain *c) {
  return c->depth == open_calls.depth && !memcmp(c->names, open_calls.names, (size_t)c->depth * sizeof *c->names);
}

static bool is_asked_for(const char *name) {
  size_t length = strlen(name);
  for (const char *at = only; at && (at = strstr(at, name)); at++)
    if (at[-1] == ',' && at[length] == ',')
      return true;
  return !only;
}

static void find_chain(void) {
  int at = 0;
  while (at < chain_count && !is_open(&chains[at]))
    at++;
  if (at == MOST_CHAINS)
    give_up("too many chains of calls");
  if (at == chain_count) {
    chains[chain_count++] = open_calls;
    for (int i = 0; i < open_calls.depth; i++)
      chains[at].is_wanted |= is_asked_for(open_calls.names[i]);
  }
  current = &chains[at];
}

void pme_trace_enter(struct trace_site *site) {
  if (is_in_region || strstr(site->name, "omp_outlined"))
    return;
  if (open_calls.depth == MOST_DEPTH)
    give_up("calls are too deep");
  open_calls.names[open_calls.depth++] = site->name;
  find_chain();
}

void pme_trace_leave(struct trace_site *site) {
  if (is_in_region || strstr(site->name, "omp_outlined"))
    return;
  open_calls.depth -= open_calls.depth > 0;
  if (open_calls.depth)
    find_chain();
  else
    current = NULL;
}

/* ---- begin and end ---- */

static void finish(void) {
  const char *path = getenv("WHOLE_OUT");
  FILE *out = path ? fopen(path, "w") : NULL;
  if (!out)
    give_up("WHOLE_OUT names no file that can be written");
  for (int i = 0; i < chain_count; i++) {
    fprintf(out, "%llu", (unsigned long long)chains[i].accesses);
    for (int l = 0; l < level_count; l++)
      fprintf(out, " %llu", (unsigned long long)chains[i].misses[l]);
    for (int d = 0; d < chains[i].depth; d++)
      fprintf(out, "%c%s", d ? ';' : ' ', chains[i].names[d]);
    fputc('\n', out);
  }
  fclose(out);
}

__attribute__((constructor(101))) static void start(void) {
  unsigned long long sets, ways, threads;
  const char *text = getenv("WHOLE_CACHES");
  int length;
  chains = zeros(MOST_CHAINS, sizeof *chains);
  while (text && level_count < MOST_LEVELS && sscanf(text, "%llux%llux%llu%n", &sets, &ways, &threads, &length) == 3) {
    if (!sets || !ways || !threads)
      give_up("WHOLE_CACHES: sets x ways x threads");
    levels[level_count++] = (level){.sets = sets, .ways = ways, .threads_an_instance = threads};
    text += length;
    text = *text == ',' ? text + 1 : NULL;
  }
  only = getenv("WHOLE_ONLY");
  atexit(finish);
}
