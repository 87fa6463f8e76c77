/* Where the symbols of a program stand. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_USES_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_USES_H

#include "pmecache/arena.h"
#include "pmecache/program.h"

/* Bits of a mask for each symbol. */
enum pme__use {
  PME__IN_THREADS = 1,
  PME__IN_CHUNK = 2,
  PME__IN_STEP = 4,
  PME__IN_FIRST = 8,
  PME__IN_LAST = 16,
  PME__IN_REPETITIONS = 32,
  PME__IN_GUARD = 64,
  PME__ELSEWHERE = 128,
  PME__IN_DATA = 2048,
  PME__IN_EXTENT = 65536,
  /* How: */
  PME__IN_PRODUCT = 256, /* with other symbols, or loops */
  PME__LASTS = PME__IN_LAST | PME__IN_REPETITIONS,
  PME__TAKEN_OFF = 512,        /* loops have fewer iterations the more it is ... */
  PME__ADDED = 1024,           /* ... or more */
  PME__IN_BORDER = 4096,       /* a loop begins there and ends elsewhere */
  PME__IN_TEAM_PRODUCT = 8192, /* a team of teams */
  PME__ONLY_END = 16384,       /* a loop ends there, and no other symbol has to do with it */
  PME__DIVIDES = 32768         /* what others are divided by */
};

typedef struct pme__uses {
  const pme_program *program;
  unsigned *of; /* of each parameter */
} pme__uses;

/* In `arena`. PME_NO_MEMORY. */
pme_status pme__read_uses(const pme_program *program, pme_arena *arena, pme__uses *out);

#endif
