/* What tells whether an access changes anything, which most do not: asked for at each, so that it is told without a call.
 * Private to analysis/model/replay. */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_QUIET_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_QUIET_H

#include "replay_caches.h"

/* Threads whose repeated accesses to a line are told by one look. */
enum { PME__REPLAY_QUIET_THREADS = 64 };

struct pme__replay_line {
  int64_t number;
  uint64_t quiet;   /* a bit for each of the first threads: it may read the line, and nothing changes at any level */
  int owner;        /* that may write it as well, for no other instance knows the line; PME_NONE */
  int teams;        /* `quiet` is of that time */
  uint64_t *others; /* [instance of any level]: bytes that others wrote since it was taken; NULL: it never was */
  uint64_t known[]; /* of each level, then [instance of any level] int16_t: thread whose access evicted it last */
};

/* Of the caches. */
struct pme__replay_now {
  bool coherent;
  int line_bits; /* a line has 2^line_bits bytes */
  int teams;     /* how often the number of threads has changed */
  int64_t stirs; /* how often a line that was quiet for a thread became one that may not be */
};

/* Whether the thread's next access to the line, which it touched last by the same reference, changes nothing. */
static inline bool pme__replay_is_quiet(const pme__replay_now *now, const pme__replay_line *line, int thread,
                                        bool is_write) {
  return thread < PME__REPLAY_QUIET_THREADS && (line->quiet >> thread & 1) && line->teams == now->teams &&
         (!is_write || !now->coherent || line->owner == thread);
}

/* The same of any access, `last` as for pme__replay_touch, which need not be asked then. */
static inline bool pme__replay_changes_nothing(const pme__replay_now *now, const pme__replay_access *access,
                                               const pme__replay_line *last) {
  return last && access->address >> now->line_bits == last->number &&
         (access->address + access->size_bytes - 1) >> now->line_bits == last->number &&
         pme__replay_is_quiet(now, last, access->thread, access->is_write);
}

#endif
