/* pmecache: what an instrumented object file tells the runtime, and what it calls.
 *
 * The plugin (plugin/Instrument*) writes one pme_instrumented_module into each object file, with everything that is
 * known at compile time, and a constructor that hands it to __pme_rt_module. The code then calls the other functions
 * below. The structures are data of the instrumented program: the runtime never frees them, and writes only what is
 * said to be counted. Both sides are built from this header; `version` tells when they were not.
 *
 * No function of this header fails, ends the program, or changes errno.
 */
#ifndef PMECACHE_INSTRUMENTED_H
#define PMECACHE_INSTRUMENTED_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes with every change of the structures. */
enum { PME_INSTRUMENTED_VERSION = 9 };

/* Different values of one symbol that are told apart; of more, the rarest are only counted. */
enum { PME_SYMBOL_VALUES = 8 };

typedef struct pme_symbol_value {
  int64_t value;
  uint64_t count; /* how often it was recorded */
} pme_symbol_value;

/* A symbol of a recovered function, by its source name, and the values that it had. Zero but for the name at the
 * start; the runtime counts. Of one that is how often a loop goes round each time that it is entered, only the mean is
 * known: `total` rounds in `entries`. */
typedef struct pme_instrumented_symbol {
  const char *name;
  uint32_t lock;   /* of the runtime: held while a value is added */
  uint32_t used;   /* of `values` */
  uint64_t others; /* times of values that had to make room */
  pme_symbol_value values[PME_SYMBOL_VALUES];
  uint64_t total, entries;
} pme_instrumented_symbol;

/* The name of an entry that is no symbol: its times are the calls of the function. Its value is 1, and larger in calls
 * that give the function one object for two: 2 where it is given so first in the source, and so on. */
#define PME_CALLS_SYMBOL "()"
#define PME_CALLS_PLAIN 1

/* ---- traced code ----
 *
 * A load or store of the source is a site. Sites that are executed one after the other form a block; each execution of
 * a block is one record in the buffer of the thread, written by the code itself:
 *
 *     block   address of the pme_instrumented_block, then the address that each site touches
 *     run     the same, of a loop in which all sites have addresses that count up: how often the loop went round, then
 *             the first address of each site, then the strides that the sites do not tell; iteration k touches
 *             base + k * stride, all sites in order, then iteration k + 1
 *
 *     loop        no sites, no further words: a loop that is no run is entered
 *     iteration   no sites, no further words: an iteration of a worksharing loop starts
 *
 * All words are 64 bits. A block is aligned, its address says nothing in the lowest 3 bits.
 *
 * Where iterations of a worksharing loop start is told once: by a record of its own, or by the flag of a block that is
 * the first thing of every iteration, or by the flag of a run whose rounds are the iterations. With __pme_rt_chunk,
 * which tells the first one of a chunk, that numbers all of them. The other borders (regions, loops, barriers, code of
 * one thread) are calls: they do nothing unless a trace is written.
 */
enum {
  PME_SITE_WRITE = 1,
  PME_SITE_STRIDE_RECORDED = 2, /* the stride stands in the record */
  /* What is read is needed to find, or to compute, what the next iteration of the innermost loop reads here: no
   * iteration begins before the one before has it. */
  PME_SITE_CHAINED = 4,
  PME_SITE_DECIDES = 8,    /* a branch waits for what is read */
  PME_SITE_BY_THREAD = 16, /* at an address that was computed from the number of the thread: each thread has its own */
  /* And those of two threads may share lines: they stand one behind the other, or in a table, which may have them near each
   * other. The bits from PME_SITE_DISTANCE_BIT on say how many bytes apart; 0: not known. */
  PME_SITE_NEAR = 32,
  PME_SITE_OF_ALL = 64, /* a variable of the file that the code writes, at a place that is known: all threads have it */
  /* An element whose number an atomic counter has handed out: threads have those of a line in turns. */
  PME_SITE_IN_TURN = 128,
  PME_SITE_DISTANCE_BIT = 8
};

/* In place of the bytes, of the runtime: the site was moved, `stride` is the address of what takes its place. */
#define PME_SITE_MOVED UINT32_MAX

typedef struct pme_instrumented_site {
  uint32_t line, column; /* 0 = not known */
  uint32_t bytes;
  uint32_t flags;    /* PME_SITE_* */
  int64_t stride;    /* bytes; of a run */
  const char *array; /* source name; "" = not known */
  const char *file;  /* NULL = that of the function */
} pme_instrumented_site;

enum {
  PME_BLOCK_PLAIN,
  PME_BLOCK_RUN,
  PME_BLOCK_LOOP,
  PME_BLOCK_ITERATION,
  PME_BLOCK_REGION,      /* no records: names a region in the calls below */
  PME_BLOCK_WORKSHARING, /* the same for a worksharing loop */
  PME_BLOCK_MOVED        /* of the runtime, of tables that move: `first_site` is the address of what takes its place */
};
enum {
  PME_BLOCK_IS_ITERATION = 1, /* an iteration of a worksharing loop: each execution or, of a run, each round */
  PME_BLOCK_IS_ORPHAN = 2,    /* of a region: a function with worksharing loops that is called from regions elsewhere */
  PME_BLOCK_HAS_ROWS = 4      /* some site is PME_SITE_NEAR, _OF_ALL or _IN_TURN */
};
/* Most sites of a block; longer ones are cut. A record is at most twice as many words, and two. */
enum { PME_BLOCK_SITES = 30, PME_RECORD_WORDS = 2 * PME_BLOCK_SITES + 2 };

typedef struct pme_instrumented_block {
  uint16_t kind;  /* PME_BLOCK_PLAIN ... */
  uint16_t flags; /* PME_BLOCK_IS_* */
  uint32_t site_count;
  const pme_instrumented_site *sites;
  uint32_t line, column;
  int32_t loop;        /* innermost, of its function; -1 = none */
  uint32_t number;     /* within its function */
  uint64_t first_site; /* of the runtime: sites are numbered through the program */
} pme_instrumented_block;

/* What a loop is to the threads of a team: all enter a worksharing loop; the thread that meets the construct enters that
 * of its tasks, which any of them runs. */
enum { PME_LOOP_SHARED = 1, PME_LOOP_OF_TASKS = 2 };

typedef struct pme_instrumented_loop {
  uint32_t line, column; /* of a worksharing loop: its pragma */
  int32_t parent;        /* -1 = none */
  uint32_t parallel;     /* PME_LOOP_*; 0: a loop of one thread */
  /* What an iteration computes besides its accesses and its inner loops, as pme_work has it; all 0: not known. */
  uint32_t operations, divisions, chain, vector;
  uint32_t path;        /* additions, or what takes as long, that wait for each other within an iteration */
  uint32_t library;     /* of the operations, what calls of the mathematical library are worth */
  uint32_t entry;       /* operations each time that the loop is entered */
  const char *variable; /* source name of what counts it; "" = not known */
} pme_instrumented_loop;

typedef struct pme_instrumented_function {
  const char *name; /* as the linker knows it */
  const char *file; /* "" = not known */
  uint64_t hash;    /* of its code: a profile of other code is refused */
  uint32_t line;    /* 0 = not known */
  uint32_t symbol_count;
  pme_instrumented_symbol *symbols;
  uint32_t loop_count, block_count;
  const pme_instrumented_loop *loops;
  pme_instrumented_block *const *blocks;
} pme_instrumented_function;

/* The part of a thread's state that instrumented code knows. A record may be begun when cursor < limit; there is then
 * room for PME_RECORD_WORDS words. */
typedef struct pme_instrumented_thread {
  uint64_t *cursor;
  uint64_t *limit;
} pme_instrumented_thread;

typedef struct pme_instrumented_module {
  uint32_t version; /* PME_INSTRUMENTED_VERSION */
  uint32_t function_count;
  const char *source; /* the file that was compiled */
  pme_instrumented_function *functions;
  const char *caches;                   /* sets x ways of those that matter, as in "64x8,512x8"; "" = not known */
  struct pme_instrumented_module *next; /* of the runtime */
} pme_instrumented_module;

/* The runtime of a program can be that of its libraries, too. */
#pragma GCC visibility push(default)

/* Registers a module, once, before main. */
void __pme_rt_module(pme_instrumented_module *module);
/* The memory of the module is about to go, with the library that it is in: the runtime keeps a copy of its tables. Where
 * the library is opened again, its module goes on counting where that one has stopped. */
void __pme_rt_module_gone(pme_instrumented_module *module);
/* The symbol has this value now. Any thread, at any time. */
void __pme_rt_value(pme_instrumented_symbol *symbol, int64_t value);
/* The loop that the symbol counts was entered so often since it was last told, and went round so often in all. */
void __pme_rt_rounds(pme_instrumented_symbol *symbol, uint64_t rounds, uint64_t entries);
/* The state of the calling thread; never NULL, and always the same. */
pme_instrumented_thread *__pme_rt_thread(void);
/* The buffer is full: afterwards cursor < limit. */
void __pme_rt_flush(pme_instrumented_thread *code);
/* The thread is about to start a parallel region. */
void __pme_rt_fork(void);
/* The thread enters and leaves the body of a parallel region. `frame` is the highest address of the body's stack frame:
 * what lies below, down to the end of the stack, is the thread's own (spec: private). */
void __pme_rt_region_begin(pme_instrumented_thread *code, const pme_instrumented_block *region, const void *frame);
void __pme_rt_region_end(pme_instrumented_thread *code);
/* The thread comes to a worksharing loop: `schedule` is a pme_schedule_kind, `chunk` 0 when the source has none; the
 * loop's variable runs from `first` to `last` in steps of `step`, through all threads. Called before iterations are
 * dealt out. */
void __pme_rt_loop_begin(pme_instrumented_thread *code, const pme_instrumented_block *loop, int64_t schedule,
                         int64_t chunk, int64_t first, int64_t last, int64_t step);
/* The thread starts a piece of the loop that it is in; `first` is the value of the loop's variable there. */
void __pme_rt_chunk(pme_instrumented_thread *code, int64_t first);
/* The thread has no more iterations. */
void __pme_rt_loop_end(pme_instrumented_thread *code);
void __pme_rt_barrier(pme_instrumented_thread *code);
/* single, master, masked: `chosen` is 1 for the thread that executes it, which also says when it is through. */
void __pme_rt_one_begin(pme_instrumented_thread *code, int64_t chosen);
void __pme_rt_one_end(pme_instrumented_thread *code);
/* The thread has got a block of the heap, and is about to give one back. */
void __pme_rt_allocated(pme_instrumented_thread *code, int64_t address, int64_t bytes);
void __pme_rt_freed(pme_instrumented_thread *code, int64_t address);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
