/* pmecache: the machine. Cache levels, which cores share an instance, costs.
 *
 * Text form: `name=NAME;cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4` (docs/formats/machine.md).
 */
#ifndef PMECACHE_MACHINE_H
#define PMECACHE_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmecache/status.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

enum { PME_MAX_LEVELS = 6, PME_MAX_CORES = 4096 };

/* Which line of a full set leaves when another one comes in (docs/formats/machine.md). Zero-initialised: LRU. */
typedef enum pme_policy_kind {
#define PME_POLICY(NAME, name) PME_POLICY_##NAME,
#include "pmecache/policies.def"
#undef PME_POLICY
} pme_policy_kind;

/* Behind the kind: of QLRU, by the naming of uops.info, H32_M_R_U. Ages are 0 to 3, a line of age 3 may leave. */
typedef struct pme_policy {
  pme_policy_kind kind;
  uint8_t hit_of_3, hit_of_2; /* H: the age that a hit makes of 3, of 2; of 1 and 0 it makes 0 */
  uint8_t fill_age;           /* M */
  uint8_t place;              /* R: 0 first way of age 3, 1 the same or way 0, 2 as 0 but the last empty way first */
  uint8_t aging;              /* U: how all grow older */
  bool aging_on_miss_only;    /* UMO */
  bool loads_only;            /* PLRU: a write to a line that is there is no use of it */
} pme_policy;

/* What a level holds beside those above it (docs/formats/machine.md, hierarchies). */
typedef enum pme_inclusion {
  PME_INCLUSION_NONE,      /* of its own: what is above may be here or not */
  PME_INCLUSION_INCLUSIVE, /* what leaves here leaves the levels above, too */
  PME_INCLUSION_EXCLUSIVE, /* what the level above evicts comes in; what the level above asks for moves up */
  PME_INCLUSION_VICTIM     /* the same, but a share of the unchanged lines is dropped */
} pme_inclusion;

/* What a write does whose line is not there. */
typedef enum pme_write {
  PME_WRITE_ALLOCATE, /* the line comes in, as for a read */
  PME_WRITE_AROUND,   /* the write goes on to the level behind */
  PME_WRITE_EVADE     /* of the outermost level: lines that are written wholly are not read from memory */
} pme_write;

/* What brings lines in before they are asked for (docs/formats/machine.md, prefetchers). All see what the level above
 * missed, and stay inside of PME_PREFETCH_BYTES. */
typedef struct pme_prefetchers {
  bool next; /* the line behind the one that is asked for */
  bool pair; /* the other one of two that begin at a multiple of both */
  int ahead; /* a streamer that runs up to so many lines ahead; 0: there is none */
} pme_prefetchers;
enum { PME_PREFETCH_BYTES = 4096, PME_MOST_LINES_AHEAD = 64, PME_USUAL_LINES_AHEAD = 20 };

typedef struct pme_cache_level {
  char name[16];         /* "L1" */
  int64_t size_bytes;    /* of one instance */
  int64_t told_bytes;    /* where others share it: what the system tells, of which size_bytes were had; 0: the same */
  int associativity;     /* ways, 1..1024; full associativity is size/line ways */
  int line_bytes;        /* power of two, 8..4096 */
  int shared_by;         /* cores that share one instance, >= 1; 1 = private */
  double latency_cycles; /* load-to-use of a hit; 0 = unknown */
  double throughput_cycles; /* reciprocal throughput: cycles a line from here; 0 = unknown */
  double scattered_cycles;  /* cycles a line of accesses that no prefetcher foresees but that overlap; 0 = unknown */
  pme_policy policy;
  bool sees_misses; /* only what the level above misses; else all accesses of its cores */
  pme_inclusion inclusion;
  double dropped_share; /* of a victim cache: of the unchanged lines that the level above evicts, those not kept */
  pme_write write;
  pme_prefetchers prefetchers;
} pme_cache_level;

static inline bool pme_level_prefetches(const pme_cache_level *level) {
  return level->prefetchers.next || level->prefetchers.pair || level->prefetchers.ahead > 0;
}

/* Whether lines of this level come from the one above. */
static inline bool pme_level_takes_victims(const pme_cache_level *level) {
  return level->inclusion == PME_INCLUSION_EXCLUSIVE || level->inclusion == PME_INCLUSION_VICTIM;
}

enum { PME_POLICY_NAME_BYTES = 32 };
/* "plru", "qlru_h00_m1_r2_u1"; always terminated. */
void pme_policy_name(const pme_policy *policy, char name[PME_POLICY_NAME_BYTES]);
/* From a name in letters of either case. False: there is none of that name. */
bool pme_policy_named(const char *name, pme_policy *out);

typedef enum pme_placement { PME_PLACEMENT_CLOSE, PME_PLACEMENT_SPREAD } pme_placement;

typedef struct pme_machine {
  char name[64];
  int cores;        /* 1..PME_MAX_CORES */
  int core_threads; /* threads of a core at once, side by side; 0: one */
  int level_count;
  pme_cache_level levels[PME_MAX_LEVELS]; /* nearest to the core first */
  double frequency_hz;                    /* 0 = unknown */
  double memory_latency_cycles;           /* 0 = unknown */
  double memory_throughput_cycles;        /* cycles a line, all cores together; 0 = unknown */
  double memory_core_cycles;              /* cycles a line when one core streams alone; 0 = unknown */
  double memory_streams_cycles;           /* the same from several streams at once; 0 = unknown */
  double memory_scattered_cycles;         /* as of a level; 0 = unknown */
  double memory_gathered_cycles;          /* the same where as many are under way as a core can have; 0 = unknown */
  int page_entries;                       /* pages whose translations a core keeps; 0 = unknown */
  int64_t page_bytes;                     /* 0 = unknown */
  double page_walk_cycles;                /* to translate one of the others, several at a time; 0 = unknown */
  int page_ways;                          /* of the translations kept: set = page mod sets, LRU; 0 = unknown */
  int page_first_entries;                 /* of a smaller buffer that is asked before; 0 = none is known */
  int page_first_ways;                    /* 0 = unknown */
  double page_hit_cycles;  /* what a load waits longer where only the larger buffer has its page; 0 = unknown */
  bool page_walks_read;    /* to translate another page its entry of 8 bytes is read through L1 */
  bool page_sets_hashed;   /* of the larger buffer: set = (page ^ page / sets) mod sets; sets are a power of two */
  bool page_frames_random; /* levels behind the first are indexed by frames, which pages get at random */
  double transfer_cycles;  /* to get a line that another core has written; 0 = unknown */
  double issue;            /* operations that a core completes a cycle; 0 = unknown */
  double chain_cycles;     /* latency of an operation on floating-point numbers; 0 = unknown */
  double divide_cycles;    /* between two divisions; 0 = unknown */
  double branch_cycles;    /* that one takes which was guessed wrong; 0 = unknown */
  double library;          /* cycles of calls of the mathematical library, as a multiple of library_functions.def's;
                              0 = unknown */
  double team_cycles;      /* the OpenMP runtime starts a team of all cores and joins it; 0 = unknown */
  double handout_cycles;   /* that a thread waits for a chunk of a dynamic schedule, where all cores ask for more;
                              0 = unknown */
  double uncertainty;      /* of these costs, as a share of them; 0 = unknown */
  pme_placement placement;
  char untold[160]; /* of a host: what the system does not tell, and what was done about it; "" = nothing. No part of
                       the text form; predictions have it as an assumption */
} pme_machine;

/* sets = size / (line * ways); the reader has checked that this divides. */
static inline int64_t pme_cache_sets(const pme_cache_level *level) {
  return level->size_bytes / ((int64_t)level->line_bytes * level->associativity);
}
/* Whether some level is other than the papers': each with its own policy, sees all accesses, lines of its own, that come
 * in when they are asked for. */
bool pme_machine_has_hierarchy(const pme_machine *machine);
/* ... and all that is other is that some see what the level above misses. */
bool pme_machine_only_filters(const pme_machine *machine);
bool pme_machine_prefetches(const pme_machine *machine);
/* Bytes that an entry of the page table has. */
enum { PME_PAGE_ENTRY_BYTES = 8 };
/* Where some level has more than was had of it: the machine with all of it. False: there is none. */
bool pme_machine_as_told(const pme_machine *machine, pme_machine *out);
/* Number of instances that a team of `threads` uses, and the instance that a thread uses (placement as the machine
 * says; threads beyond the cores wrap round). */
int pme_machine_instances(const pme_machine *machine, int level, int threads);
int pme_machine_instance_of(const pme_machine *machine, int level, int thread, int threads);

/* A preset name, `file:PATH`, a machine text, or `host`. PME_BAD_INPUT with line, column and what was expected;
 * an unknown preset names the nearest one. PME_UNSUPPORTED when the host cannot be read. */
pme_status pme_machine_resolve(const char *request, pme_machine *out, pme_error *error);
/* A machine text; line breaks and `#` comments are allowed between fields. */
pme_status pme_machine_read(const char *text, size_t length, pme_machine *out, pme_error *error);
/* Writes the text form on one line (cut to fit, always terminated). Returns the length it needs. */
size_t pme_machine_write(const pme_machine *machine, char *buffer, size_t buffer_bytes);
pme_status pme_machine_host(pme_machine *out, pme_error *error);

typedef struct pme_machine_preset {
  const char *name;
  const char *processor; /* as its maker calls it */
  const char *text;
  const char *source; /* where the figures come from */
} pme_machine_preset;
int pme_machine_preset_count(void);
const pme_machine_preset *pme_machine_preset_at(int index);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
