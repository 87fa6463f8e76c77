/* The runtime of the oracle: writes the events that the pass planted (trace_events.h) to a file.
 *
 * Records one call of one function, chosen by the environment:
 *
 *     PME_TRACE_FUNCTION  name of the function; without it nothing is recorded
 *     PME_TRACE_CALL      which of its calls, 1 = the first (default)
 *     PME_TRACE_OUT       the file (default pme.trace)
 *     PME_TRACE_LIMIT     events a thread at most (default 20,000,000)
 *     PME_TRACE_STOP      1: end the program as soon as the call is recorded
 *
 * Threads have buffers of their own; the lock is taken when one is full. Memory is of the system, never of the heap, on
 * which the program's blocks would stand elsewhere.
 */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "trace_events.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BUFFER_EVENTS = 1 << 16, MOST_SITES = 1 << 20 };

struct buffer {
  struct buffer *next;
  uint32_t thread;
  uint64_t written;
  size_t count;
  struct trace_event events[BUFFER_EVENTS];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1;
static struct buffer *buffers;
static struct trace_site **sites;
static uint32_t site_count;
static const char *wanted_function = "";
static long wanted_call = 1, calls_seen;
static uint64_t limit = 20000000;
static bool stop_after;
static _Atomic int recording; /* depth of nested calls of the wanted function */
static _Atomic int truncated;
static bool finished;
static _Thread_local struct buffer *mine;

/* Of libomp, where the program has it. */
extern int omp_get_thread_num(void) __attribute__((weak));

static void give_up(const char *why) {
  fprintf(stderr, "trace runtime: %s\n", why);
  _exit(97);
}

static void write_all(const void *data, size_t bytes) {
  for (const char *next = data; bytes;) {
    ssize_t written = write(file, next, bytes);
    if (written <= 0)
      give_up("cannot write the trace");
    next += written;
    bytes -= (size_t)written;
  }
}

static void *pages(size_t bytes) {
  void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED)
    give_up("out of memory");
  return start;
}

static void flush_locked(struct buffer *buffer) {
  if (!buffer->count)
    return;
  struct trace_block block = {TRACE_BLOCK_EVENTS, buffer->thread, buffer->count};
  write_all(&block, sizeof block);
  write_all(buffer->events, buffer->count * sizeof buffer->events[0]);
  buffer->written += buffer->count;
  buffer->count = 0;
}

static void write_sites(void) {
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream)
    give_up("out of memory");
  for (uint32_t i = 0; i < site_count; i++) {
    const struct trace_site *s = sites[i];
    fprintf(stream, "%u %u %u %u %u %s\t%s\t%s\n", s->kind, s->flags, s->size_bytes, s->line, s->column, s->name,
            s->function, s->file);
  }
  fclose(stream);
  struct trace_block block = {TRACE_BLOCK_SITES, 0, length};
  write_all(&block, sizeof block);
  write_all(text, length);
  free(text);
}

static void finish(void) {
  pthread_mutex_lock(&lock);
  if (file >= 0 && !finished) {
    finished = true;
    for (struct buffer *b = buffers; b; b = b->next)
      flush_locked(b);
    write_sites();
    struct trace_header header = {TRACE_MAGIC, (uint32_t)truncated, 0};
    lseek(file, 0, SEEK_SET);
    write_all(&header, sizeof header);
    close(file);
  }
  pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void start(void) {
  const char *text;
  if ((text = getenv("PME_TRACE_CALL")))
    wanted_call = strtol(text, NULL, 10);
  if ((text = getenv("PME_TRACE_LIMIT")))
    limit = strtoull(text, NULL, 10);
  if ((text = getenv("PME_TRACE_STOP")))
    stop_after = *text == '1';
  if (!(text = getenv("PME_TRACE_FUNCTION")) || !*text)
    return;
  wanted_function = text;
  const char *path = getenv("PME_TRACE_OUT");
  file = open(path ? path : "pme.trace", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    give_up("cannot open the trace");
  struct trace_header header = {TRACE_MAGIC, 0, 0};
  write_all(&header, sizeof header);
  atexit(finish);
}

static void number_site(struct trace_site *site) {
  pthread_mutex_lock(&lock);
  if (!site->number) {
    if (!sites)
      sites = pages(MOST_SITES * sizeof *sites);
    if (site_count == MOST_SITES)
      give_up("too many accesses");
    sites[site_count++] = site;
    __atomic_store_n(&site->number, site_count, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&lock);
}

static struct buffer *new_buffer(void) {
  struct buffer *buffer = pages(sizeof *buffer);
  buffer->thread = omp_get_thread_num ? (uint32_t)omp_get_thread_num() : 0;
  pthread_mutex_lock(&lock);
  buffer->next = buffers;
  buffers = buffer;
  pthread_mutex_unlock(&lock);
  return buffer;
}

/* _exit keeps libomp from taking away the file by which it knows of itself: a later process of the same number would
 * take it for another runtime of its own. */
static void forget_openmp(void) {
  char path[64];
  snprintf(path, sizeof path, "/dev/shm/__KMP_REGISTERED_LIB_%d_%d", (int)getpid(), (int)getuid());
  unlink(path);
}

static void stop_recording(void) {
  if (!stop_after)
    return;
  finish();
  forget_openmp();
  _exit(0);
}

static void record(struct trace_site *site, uint32_t kind, uint64_t value) {
  if (!__atomic_load_n(&site->number, __ATOMIC_ACQUIRE))
    number_site(site);
  if (!mine)
    mine = new_buffer();
  if (mine->written + mine->count >= limit) {
    truncated = 1;
    stop_recording();
    return;
  }
  mine->events[mine->count++] = (struct trace_event){site->number, kind, value};
  if (mine->count == BUFFER_EVENTS) {
    pthread_mutex_lock(&lock);
    if (!finished)
      flush_locked(mine);
    pthread_mutex_unlock(&lock);
  }
}

void pme_trace_event(struct trace_site *site, uint64_t value) {
  if (recording)
    record(site, site->kind, value);
}

void pme_trace_block(struct trace_site *site, uint64_t address, uint64_t bytes) {
  if (recording) {
    record(site, site->kind, address);
    record(site, TRACE_LENGTH, bytes);
  }
}

/* After __kmpc_dispatch_next: no more chunks ends the loop. */
void pme_trace_next(struct trace_site *site, int32_t more) {
  if (recording && !more)
    record(site, TRACE_LOOP_END, 0);
}

void pme_trace_enter(struct trace_site *site) {
  if (file >= 0 && !finished && strcmp(site->name, wanted_function) == 0) {
    if (recording || ++calls_seen == wanted_call)
      recording++;
  }
  if (recording)
    record(site, TRACE_FUNCTION_BEGIN, 0);
}

void pme_trace_leave(struct trace_site *site) {
  if (!recording)
    return;
  record(site, TRACE_FUNCTION_END, 0);
  if (strcmp(site->name, wanted_function) == 0 && --recording == 0)
    stop_recording();
}
