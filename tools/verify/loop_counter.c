/* libpmecache_counters.so: inside of a program, loaded by its OpenMP runtime (OMP_TOOL_LIBRARIES): counts events between
 * beginning and end of each worksharing loop, on the thread that does it. The program is not changed, nor compiled anew. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counting.h"
#include "loop_counts.h"
#include "openmp_tools.h"
#include "pmecache/arena.h"

enum { LOOP_MOST = 512, DEPTH_MOST = 16 };

typedef struct loop_count {
  const void *address; /* behind the call that begins it */
  uint64_t executions;
  double counts[EVENT_MOST];
} loop_count;

/* A loop that has begun. */
typedef struct open_loop {
  const void *address;
  counted before[EVENT_MOST];
} open_loop;

typedef struct thread_counts {
  struct thread_counts *next;
  int counters[EVENT_MOST];
  int depth, loop_count;
  open_loop open[DEPTH_MOST];
  loop_count loops[LOOP_MOST];
} thread_counts;

static struct {
  event_code events[EVENT_MOST];
  int event_count;
  const char *file;
  pthread_mutex_t lock; /* of the list */
  thread_counts *threads;
} tool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local thread_counts *own;

/* ---- threads ---- */

static thread_counts *new_thread(void) {
  thread_counts *thread = (thread_counts *)pme_reallocate(NULL, sizeof *thread);
  if (!thread)
    return NULL;
  memset(thread, 0, sizeof *thread);
  for (int i = 0; i < tool.event_count; i++)
    thread->counters[i] = host_counting.open(&tool.events[i], 0, false);
  pthread_mutex_lock(&tool.lock);
  thread->next = tool.threads;
  tool.threads = thread;
  pthread_mutex_unlock(&tool.lock);
  return thread;
}

static void read_all(const thread_counts *thread, counted values[EVENT_MOST]) {
  for (int i = 0; i < tool.event_count; i++)
    if (thread->counters[i] < 0 || !host_counting.read(thread->counters[i], &values[i]))
      values[i] = (counted){0};
}

static loop_count *loop_of(thread_counts *thread, const void *address) {
  for (int i = 0; i < thread->loop_count; i++)
    if (thread->loops[i].address == address)
      return &thread->loops[i];
  if (thread->loop_count == LOOP_MOST)
    return NULL;
  thread->loops[thread->loop_count].address = address;
  return &thread->loops[thread->loop_count++];
}

/* ---- loops ---- */

static void begin_loop(thread_counts *thread, const void *address) {
  if (thread->depth < DEPTH_MOST) {
    thread->open[thread->depth].address = address;
    read_all(thread, thread->open[thread->depth].before);
  }
  thread->depth++;
}

static void end_loop(thread_counts *thread) {
  counted now[EVENT_MOST];
  read_all(thread, now);
  if (!thread->depth)
    return;
  thread->depth--;
  if (thread->depth >= DEPTH_MOST)
    return;
  const open_loop *begun = &thread->open[thread->depth];
  loop_count *loop = loop_of(thread, begun->address);
  if (!loop)
    return;
  loop->executions++;
  for (int i = 0; i < tool.event_count; i++) {
    const counted *before = &begun->before[i];
    counted change = {now[i].count - before->count, now[i].enabled_ns - before->enabled_ns,
                      now[i].running_ns - before->running_ns};
    loop->counts[i] += counted_value(&change);
  }
}

static void on_work(int work, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task, uint64_t count,
                    const void *address) {
  (void)parallel, (void)task, (void)count;
  if (work != ompt_work_loop && (work < ompt_work_loop_static || work > ompt_work_loop_other))
    return;
  if (!own)
    own = new_thread();
  if (own && endpoint == ompt_scope_begin)
    begin_loop(own, address);
  else if (own && endpoint == ompt_scope_end)
    end_loop(own);
}

/* ---- what is told at the end ---- */

typedef struct module_search {
  uintptr_t address, base;
  char path[PATH_MAX];
} module_search;

static int look_at_module(struct dl_phdr_info *info, size_t bytes, void *context) {
  module_search *search = (module_search *)context;
  (void)bytes;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    if (info->dlpi_phdr[i].p_type != PT_LOAD || search->address - begin >= info->dlpi_phdr[i].p_memsz)
      continue;
    search->base = info->dlpi_addr;
    snprintf(search->path, sizeof search->path, "%s", info->dlpi_name);
    return 1;
  }
  return 0;
}

static void find_module(module_search *search) {
  dl_iterate_phdr(look_at_module, search);
  if (search->path[0])
    return;
  ssize_t length =
      readlink("/proc/self/exe", search->path, sizeof search->path - 1); /* the program has no name there */
  search->path[length > 0 ? length : 0] = 0;
}

/* Adds what the other threads counted of the loop, and takes it from them. */
static int gather(loop_count *loop, thread_counts *others) {
  int threads = 1;
  for (thread_counts *thread = others; thread; thread = thread->next)
    for (int l = 0; l < thread->loop_count; l++) {
      loop_count *same = &thread->loops[l];
      if (same->address != loop->address || !same->executions)
        continue;
      threads++;
      loop->executions = loop->executions > same->executions ? loop->executions : same->executions;
      for (int i = 0; i < tool.event_count; i++)
        loop->counts[i] += same->counts[i];
      same->executions = 0;
    }
  return threads;
}

static void write_loop(loop_count *loop, thread_counts *others, FILE *stream) {
  module_search search = {.address = (uintptr_t)loop->address - 1}; /* in the call, not behind it */
  int threads = gather(loop, others);
  find_module(&search);
  fprintf(stream, "%" PRIxPTR " %" PRIu64 " %d", search.address - search.base, loop->executions, threads);
  for (int i = 0; i < tool.event_count; i++)
    fprintf(stream, " %.0f", loop->counts[i]);
  fprintf(stream, " %s\n", search.path);
}

static void finish(ompt_data_t *data) {
  (void)data;
  FILE *stream = fopen(tool.file, "a"); /* a program may start others */
  pthread_mutex_lock(&tool.lock);
  for (thread_counts *thread = tool.threads; stream && thread; thread = thread->next)
    for (int l = 0; l < thread->loop_count; l++)
      if (thread->loops[l].executions)
        write_loop(&thread->loops[l], thread->next, stream);
  pthread_mutex_unlock(&tool.lock);
  if (stream)
    fclose(stream);
}

/* ---- the beginning ---- */

/* "0:2:0:0,1:..." in hexadecimal: type, config and its extensions. */
static void read_events(const char *text) {
  while (text && *text && tool.event_count < EVENT_MOST) {
    event_code *code = &tool.events[tool.event_count++];
    char *at = NULL;
    code->type = (uint32_t)strtoul(text, &at, 16);
    code->config = *at == ':' ? strtoull(at + 1, &at, 16) : 0;
    code->config1 = *at == ':' ? strtoull(at + 1, &at, 16) : 0;
    code->config2 = *at == ':' ? strtoull(at + 1, &at, 16) : 0;
    text = *at == ',' ? at + 1 : NULL;
  }
}

static int start(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  read_events(getenv(LOOP_COUNTS_EVENTS));
  tool.file = getenv(LOOP_COUNTS_FILE);
  if (!set || !tool.file || !tool.event_count)
    return 0; /* nothing to do: the runtime goes on without a tool */
  set(ompt_callback_work, (ompt_callback_t)on_work);
  return 1;
}

/* What runtimes look for. */
__attribute__((visibility("default"))) ompt_start_tool_result_t *ompt_start_tool(unsigned version,
                                                                                 const char *runtime) {
  static ompt_start_tool_result_t result = {start, finish, {0}};
  (void)version, (void)runtime;
  return &result;
}
