/* Packets of all threads go into one file, under a lock; the tables of modules as they come. */
#define _GNU_SOURCE /* F_DUPFD_CLOEXEC */
#include "trace_output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/base/checksum.h"
#include "compress.h"
#include "guest.h"
#include "memory.h"
#include "message.h"
#include "registry.h"
#include "run_names.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1;
static struct stat opened; /* which file that was */
static atomic_bool failed;
static uint32_t modules_written, tables_written;
static char path[PMERT_PATH_BYTES];

bool pmert_trace_file_is_asked(void) {
  const char *pattern = getenv("PMECACHE_TRACE_OUT");
  return pattern && *pattern && !atomic_load(&failed);
}

static void fail(const char *what) {
  if (atomic_exchange(&failed, true))
    return;
  pmert_warn("the trace '%s' ends here: %s (%s); the program goes on", path, what, strerror(errno));
}

/* ---- bytes ---- */

static _Atomic uint64_t bytes_written;

uint64_t pmert_trace_file_bytes(void) { return atomic_load(&bytes_written); }

/* A program that closes all descriptors may have opened a file of its own by this number. */
static bool is_still_open(void) {
  struct stat now;
  if (!fstat(file, &now) && now.st_dev == opened.st_dev && now.st_ino == opened.st_ino)
    return true;
  errno = EBADF;
  return false;
}

static bool write_all(const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    atomic_fetch_add(&bytes_written, (uint64_t)written);
    count -= (size_t)written;
  }
  return true;
}

static bool write_packet(pme__packet_head *head, const uint8_t *stored, size_t count) {
  uint8_t bytes[PME_TRACE_PACKET_HEAD];
  head->stored_bytes = (uint32_t)count;
  head->check_sum = pme__check_sum((const char *)stored, count);
  pme__packet_head_write(head, bytes);
  sigset_t before;
  pmert_hold_signals(&before);
  bool written = is_still_open() && write_all(bytes, sizeof bytes) && write_all(stored, count);
  pmert_release_signals(&before, !written);
  if (!written)
    fail("it cannot be written");
  return written;
}

/* ---- tables ---- */

static void write_compressed(uint8_t kind, uint32_t owner, const pme__bytes *raw) {
  pmert_compressor compressor = {0};
  pme__bytes stored = {.allocator = &pmert_allocator};
  errno = ENOMEM;
  if (raw->count > PME_PACKET_MOST_BYTES || !pmert_compress(&compressor, raw, &stored)) {
    fail("the tables are too large");
  } else {
    pme__packet_head head = {
        .kind = kind, .owner = owner, .number = tables_written++, .raw_bytes = (uint32_t)raw->count};
    write_packet(&head, stored.data, stored.count);
  }
  pmert_compressor_free(&compressor);
  pme__bytes_free(&stored);
}

/* The newest module comes first in the list; it has the highest number. */
static void write_modules(uint32_t from) {
  uint32_t count = 0;
  for (const pme_instrumented_module *module = pmert_modules(); module; module = module->next)
    count++;
  uint32_t number = count;
  for (const pme_instrumented_module *module = pmert_modules(); module && number-- > from; module = module->next) {
    pme__bytes raw = {.allocator = &pmert_allocator};
    pme__tables_write(&raw, module);
    write_compressed(PME_PACKET_MODULE, number, &raw);
    pme__bytes_free(&raw);
  }
  modules_written = count;
}

static void write_run(void) {
  char command[PMERT_COMMAND_BYTES];
  pmert_read_command(command);
  pme__bytes raw = {.allocator = &pmert_allocator};
  pme__put_text(&raw, command);
  write_compressed(PME_PACKET_RUN, 0, &raw);
  pme__bytes_free(&raw);
}

/* ---- the file ---- */

/* The number that a program gets for its own next file stays the same, if there is room above. */
static int move_up(int low) {
  enum { FAR = 512, NEAR = 64 };
  int high = fcntl(low, F_DUPFD_CLOEXEC, FAR);
  if (high < 0)
    high = fcntl(low, F_DUPFD_CLOEXEC, NEAR);
  if (high < 0)
    return low;
  close(low);
  return high;
}

static bool begin_file(const uint8_t *head) {
  sigset_t before;
  file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return false;
  file = move_up(file);
  pmert_hold_signals(&before);
  bool written = !fstat(file, &opened) && write_all(head, PME_TRACE_FILE_HEAD);
  pmert_release_signals(&before, !written);
  return written;
}

static void open_file(void) {
  static const uint8_t head[PME_TRACE_FILE_HEAD + 1] = PME_TRACE_MAGIC "\6";
  _Static_assert(PME_TRACE_VERSION == 6, "the byte behind the magic is the version");
  const char *pattern = getenv("PMECACHE_TRACE_OUT");
  errno = ENAMETOOLONG;
  if (!pattern || !pmert_expand_path(pattern, path)) {
    fail("its name is too long");
    return;
  }
  if (!begin_file(head)) {
    fail("it cannot be written");
    return;
  }
  write_run();
  write_modules(0);
}

static bool is_open(void) {
  if (file < 0 && !atomic_load(&failed))
    open_file();
  return !atomic_load(&failed);
}

void pmert_trace_file_write(pme__packet_head *head, const uint8_t *stored, size_t count) {
  pthread_mutex_lock(&lock);
  uint32_t modules = modules_written;
  if (is_open()) {
    if (modules)
      write_modules(modules); /* those that came since */
    write_packet(head, stored, count);
  }
  pthread_mutex_unlock(&lock);
}

void pmert_trace_file_give_up(const char *why) {
  if (pmert_trace_file_is_asked())
    fail(why);
}

/* The tables again: with the values of symbols, and for the case that the first ones are damaged. */
void pmert_trace_file_finish(void) {
  if (!pmert_trace_file_is_asked())
    return;
  pthread_mutex_lock(&lock);
  if (is_open()) {
    write_modules(0);
    pme__bytes raw = {.allocator = &pmert_allocator};
    pme__put_number(&raw, 0);
    write_compressed(PME_PACKET_END, 0, &raw);
    pme__bytes_free(&raw);
    if (!atomic_load(&failed) && close(file) != 0)
      fail("it cannot be closed");
    if (!atomic_load(&failed))
      pmert_tell("trace written to '%s'", path);
    atomic_store(&failed, true); /* nothing more */
  }
  pthread_mutex_unlock(&lock);
}

void pmert_trace_file_in_child(void) {
  pthread_mutex_init(&lock, NULL);
  if (file >= 0 && is_still_open())
    close(file);
  file = -1;
  modules_written = tables_written = 0;
  atomic_store(&bytes_written, 0);
  atomic_store(&failed, false);
}
