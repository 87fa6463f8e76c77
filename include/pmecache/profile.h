/* pmecache: the profile, what an instrumented run leaves behind (docs/formats/profile.md, docs/model/profiles.md).
 *
 *   function    name, place, and the hash of the instrumented code: a profile of another build is recognised by it
 *   loop        of a function: place, how often entered (executions), how many iterations altogether
 *   block       a basic block of a function, in a loop or in none: how often executed
 *   reference   a load or store of a block: place, name of the array, read or write, bytes
 *   stream      what one thread saw of one reference: a histogram of reuse distances on the thread's own stack, and for
 *               each `geometry` (number of sets) hits by depth in the LRU stack of the set
 *   symbol      the value of a name of the source (trip count, stride, parameter) at the entry of a loop or function
 *
 * Functions, loops, blocks, references are named by `number`, which is unique within their function and stable for one
 * build: the instrumentation chooses it. Indices (0, 1, ...) are those of the arrays of this profile.
 *
 * Profiles of blocks, loops, functions and threads are sums over streams: pme_profile_sum.
 *
 * Building: pme_profile_add_* copy what they get and return an index >= 0, the old one when the thing was added before
 * (its counts are then added up), or PME_NONE after a failure. A failure sticks (pme_profile_status), and PME_NONE is
 * accepted as an operand, so that a caller checks once, at the end. A profile belongs to one thread at a time.
 */
#ifndef PMECACHE_PROFILE_H
#define PMECACHE_PROFILE_H

#include <stdbool.h>
#include <stdio.h>

#include "pmecache/histogram.h"
#include "pmecache/line_sample.h"
#include "pmecache/program.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

enum {
  PME_PROFILE_VERSION = 1,
  PME_PROFILE_MAX_GEOMETRIES = 8,
  PME_PROFILE_MAX_WAYS = 64,
  PME_PROFILE_MAX_THREADS = 4096,
  PME_PROFILE_PARTS = 32 /* of the iterations of a loop */
};

typedef enum pme_sampling { PME_SAMPLING_EXACT, PME_SAMPLING_BOUNDED, PME_SAMPLING_HYBRID } pme_sampling;

/* An index of sets as a cache has it: set = line mod sets. Stacks are `ways` deep, which answers all caches with this
 * number of sets and at most so many ways. Of a sampled geometry only some references were looked at, and it answers
 * caches with just so many ways. */
typedef struct pme_geometry {
  int64_t sets; /* >= 1 */
  int ways;     /* 1 .. PME_PROFILE_MAX_WAYS */
  bool sampled;
} pme_geometry;

/* How the run was measured. Profiles with distances are merged only when all but `threads`, `command` and `rate` agree.
 */
typedef struct pme_profile_options {
  int line_bytes; /* power of two, 8 .. 4096 */
  pme_sampling sampling;
  uint32_t window_lines; /* distances below are exact; 0 when sampling is exact */
  uint32_t sample_lines; /* hybrid only */
  double rate;           /* share of the references that were looked at (bursts), 0 < rate <= 1 */
  int threads;           /* largest team seen */
  int geometry_count;
  pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES];
  const char *command; /* what ran; NULL: not known */
  const char *scaled;  /* the runs that a larger input was made from, "n = 100, 200, 400"; NULL: this ran */
} pme_profile_options;

typedef struct pme_profile_function {
  const char *name;
  const char *file; /* NULL: not known */
  int line;         /* 0: not known */
  uint64_t hash;    /* of the instrumented function; 0: not known */
  double calls;     /* of an outlined function: times the threads */
} pme_profile_function;

/* What an iteration of a loop computes besides accesses and inner loops (pme_instrumented_loop); all 0: not known. */
typedef struct pme_profile_work {
  uint32_t operations, divisions, chain, vector;
  uint32_t path;    /* additions that wait for each other within an iteration */
  uint32_t entry;   /* operations each time that the loop is entered */
  uint32_t library; /* of the operations, what calls of the mathematical library are worth */
} pme_profile_work;

/* How a block was come to, of the executions that were looked at. */
typedef struct pme_profile_course {
  bool is_run;      /* a loop whose rounds are one record */
  double records;   /* looked at; 0: nothing is known */
  double rounds;    /* of these, of a run */
  double surprises; /* how often something else came than a core would have guessed */
} pme_profile_course;

/* How the addresses of a reference move, of the executions that were looked at. */
typedef struct pme_profile_moves {
  bool is_chained, decides; /* PME_SITE_CHAINED, PME_SITE_DECIDES */
  uint64_t first_address;   /* 0: none */
  double span_bytes;        /* from the lowest to the highest address, of a block that is no run */
  int64_t stride_bytes;     /* of a run */
  double seen;              /* executions, of a run: records; 0: nothing is known */
  double changes;           /* the address was another one than before */
  double moves, near;       /* its line was another one, and of these at most two lines away; of a run: its start */
  double follows;           /* its line was that of a reference before it in the block ... */
  int leader;               /* ... mostly of the one with this number of the block's */
} pme_profile_moves;

typedef struct pme_profile_loop {
  int function; /* index */
  int number;   /* within the function, >= 0 */
  int parent;   /* index of the enclosing loop, PME_NONE */
  pme_place place;
  const char *variable; /* NULL: not known */
  bool parallel;
  pme_schedule_kind schedule; /* of a parallel loop */
  int64_t chunk;              /* 0: none given */
  int threads;                /* largest team that ran it */
  double executions;          /* times entered; of a parallel loop: once a team */
  double iterations;          /* altogether, over all threads */
  pme_profile_work work;
  double part[PME_PROFILE_PARTS]; /* references in equal parts of its iterations, in order; all 0: not known */
} pme_profile_loop;

typedef struct pme_profile_block {
  int function; /* index */
  int number;   /* within the function, >= 0 */
  int loop;     /* index of the innermost loop, PME_NONE */
  pme_place place;
  double executions;
  pme_profile_course course;
} pme_profile_block;

typedef struct pme_profile_reference {
  int block;  /* index */
  int number; /* within the function, >= 0 */
  pme_place place;
  const char *array; /* source name; NULL: not known */
  bool is_write;
  int size_bytes; /* of one access; 0: not known */
  pme_profile_moves moves;
} pme_profile_reference;

/* What a sample of a stream's references did in the sets of a geometry, as sums over the references that it stands for.
 * The hits of all of them are those that SDCM says (docs/model/profiles.md), and hits - expected more. */
typedef struct pme_set_sample {
  double hits, expected; /* expected: by SDCM, of the same references */
  double variance;       /* of hits - expected */
  double weight;         /* most references that one of the sample stands for; 0: SDCM is right for all */
  bool partly;           /* of some kinds no references were looked at from some time on */
  /* References beyond the window are not looked at in their sets; but of the lines in the window so many were in the
   * set of such a line, and so many would have been if lines were spread evenly over the sets. 0: not known. */
  double met, met_evenly;
} pme_set_sample;

/* How near and how far the references of a scaled profile, or of bursts, may be: each a histogram of all of them. */
typedef struct pme_profile_range {
  pme_histogram nearest, farthest;
} pme_profile_range;

typedef struct pme_profile_stream {
  int reference;            /* index */
  int thread;               /* 0 .. PME_PROFILE_MAX_THREADS - 1 */
  double accesses;          /* executions of the reference by the thread, exact; histogram.total may be a sample of it,
                               and is larger where accesses straddle lines */
  pme_histogram histogram;  /* distances on the thread's own stack, in lines */
  pme_profile_range *range; /* NULL: the histogram is known */
  /* For each geometry: hits at depth 0 .. ways - 1 of the set's stack, references seen in all; NULL: not measured. */
  double *set_hits[PME_PROFILE_MAX_GEOMETRIES];
  double set_total;
  pme_set_sample set_sample[PME_PROFILE_MAX_GEOMETRIES]; /* for each sampled geometry, in place of set_hits */
} pme_profile_stream;

/* One value that a symbol had; each value is an entry of its own. Or the mean of all that it had. */
typedef struct pme_profile_symbol {
  int function; /* index */
  int loop;     /* index, PME_NONE: at the entry of the function */
  const char *name;
  bool other; /* values that were not told apart: `value` says nothing */
  bool mean;  /* of how often a loop goes round: `total` in `times` entries, and `value` is the mean, rounded */
  int64_t value;
  double times; /* how often it was seen */
  double total;
} pme_profile_symbol;

/* What to do about a worksharing loop, found from the trace of the run (pmecache mimic --advise): for programs that no
 * static model answers. Candidates cost too much for a compile; it repeats what was found for its machine. */
typedef struct pme_profile_advice {
  int loop;            /* index */
  const char *machine; /* text of the machine that it was made for */
  const char *text;    /* "use schedule(dynamic,4) ...: about 30% less time ..." */
  bool pays;
  int threads;
  pme_schedule_kind schedule;
  int64_t chunk;    /* 0: none */
  double ratio;     /* of the time, or of the misses, to that of the loop as it is */
  double low, high; /* it lies between these */
} pme_profile_advice;

/* What was lost while a file was read, and where. */
typedef struct pme_profile_fault {
  int line; /* of the file; 0: no place */
  char message[160];
} pme_profile_fault;

typedef struct pme_profile pme_profile;

/* ---- life ---- */

/* An empty profile. `allocator` (NULL: pme_reallocate) is copied. PME_BAD_ARGUMENT for options out of range,
 * PME_NO_MEMORY. Free with pme_profile_destroy (accepts NULL). */
pme_status pme_profile_create(const pme_profile_options *options, const pme_allocator *allocator, pme_profile **out);
void pme_profile_destroy(pme_profile *profile);
/* PME_OK, or the first failure of a building call. */
pme_status pme_profile_status(const pme_profile *profile);
/* Defaults: 64-byte lines, exact, rate 1, one thread, no geometry. */
pme_profile_options pme_profile_default_options(void);

/* ---- building ---- */

int pme_profile_add_function(pme_profile *profile, const pme_profile_function *function);
int pme_profile_add_loop(pme_profile *profile, const pme_profile_loop *loop);
int pme_profile_add_block(pme_profile *profile, const pme_profile_block *block);
int pme_profile_add_reference(pme_profile *profile, const pme_profile_reference *reference);
/* The stream of a reference and a thread, empty when it is new; NULL after a failure. It stays where it is. */
pme_profile_stream *pme_profile_stream_of(pme_profile *profile, int reference, int thread);
/* One measured reference of a stream: distance, weight and window as the engine tells them; `depths` has the depth in
 * the set of each geometry (>= ways: a miss; see set_stacks.h), NULL when sets are not measured. */
void pme_profile_add_distance(pme_profile *profile, pme_profile_stream *stream, uint64_t distance, double weight,
                              uint64_t window, const uint8_t *depths);
/* A symbol had this value so many times; the same value again adds up. */
void pme_profile_add_symbol(pme_profile *profile, int function, int loop, const char *name, int64_t value,
                            double times);
/* A symbol that is how often a loop goes round was `total` in `times` entries; what was there before is added to. */
void pme_profile_add_mean(pme_profile *profile, int function, int loop, const char *name, double total, double times);
/* What was there for the loop and machine before is replaced. */
void pme_profile_add_advice(pme_profile *profile, const pme_profile_advice *advice);
/* Largest team, executions counted elsewhere, ... */
/* A symbol had values so many times that were not told apart. */
void pme_profile_add_other_values(pme_profile *profile, int function, int loop, const char *name, double times);
void pme_profile_count_loop(pme_profile *profile, int loop, double executions, double iterations, int threads);
void pme_profile_count_block(pme_profile *profile, int block, double executions);
void pme_profile_set_threads(pme_profile *profile, int threads);
/* What the run has found the loop to be shared out by. */
void pme_profile_set_schedule(pme_profile *profile, int loop, pme_schedule_kind schedule, int64_t chunk);
void pme_profile_set_work(pme_profile *profile, int loop, const pme_profile_work *work);
/* What another thread, or run, has seen is added. */
void pme_profile_count_parts(pme_profile *profile, int loop, const double part[PME_PROFILE_PARTS]);
void pme_profile_count_course(pme_profile *profile, int block, const pme_profile_course *course);
void pme_profile_count_moves(pme_profile *profile, int reference, const pme_profile_moves *moves);

/* to += from: things with the same function name, file, hash and number are one. PME_BAD_INPUT when the options do not
 * agree (`error` says which), PME_NO_MEMORY. A function that is there with another hash stays a function of its own.
 */
pme_status pme_profile_merge(pme_profile *to, const pme_profile *from, pme_error *error);

/* The line sample of the run: started once, then piece by piece, each followed by its touches. Only what `sample` says of
 * itself is looked at, not its pieces and touches; nor are `first` and `count` of a piece. */
void pme_profile_start_line_sample(pme_profile *profile, const pme_line_sample *sample);
void pme_profile_add_sampled_piece(pme_profile *profile, const pme_sampled_piece *piece);
void pme_profile_add_sampled_touch(pme_profile *profile, const pme_sampled_touch *touch);
void pme_profile_add_sampled_row(pme_profile *profile, const pme_sampled_row *row);

/* ---- reading ---- */

/* False: the run has none. What *out points to is the profile's, until it changes. */
bool pme_profile_line_sample(const pme_profile *profile, pme_line_sample *out);
/* Of the profile: NULL when it uses pme_reallocate. For histograms made from it. */
const pme_allocator *pme_profile_allocator(const pme_profile *profile);
const pme_profile_options *pme_profile_options_of(const pme_profile *profile);
int pme_profile_function_count(const pme_profile *profile);
const pme_profile_function *pme_profile_function_at(const pme_profile *profile, int index);
int pme_profile_loop_count(const pme_profile *profile);
const pme_profile_loop *pme_profile_loop_at(const pme_profile *profile, int index);
int pme_profile_block_count(const pme_profile *profile);
const pme_profile_block *pme_profile_block_at(const pme_profile *profile, int index);
int pme_profile_reference_count(const pme_profile *profile);
const pme_profile_reference *pme_profile_reference_at(const pme_profile *profile, int index);
int pme_profile_stream_count(const pme_profile *profile);
const pme_profile_stream *pme_profile_stream_at(const pme_profile *profile, int index);
int pme_profile_symbol_count(const pme_profile *profile);
const pme_profile_symbol *pme_profile_symbol_at(const pme_profile *profile, int index);
int pme_profile_advice_count(const pme_profile *profile);
const pme_profile_advice *pme_profile_advice_at(const pme_profile *profile, int index);
/* The function with this name and hash (0: any), PME_NONE. When only the hash differs, *stale is set. */
int pme_profile_find_function(const pme_profile *profile, const char *name, uint64_t hash, bool *stale);
/* The source has the function at another line since, with the same code: what is behind its line in its file moves along.
 * Nothing where one of the lines is not known (0). */
void pme_profile_move_function(pme_profile *profile, int function, int line);

/* What to sum over: indices, or PME_NONE for "all". A loop includes the loops inside it. */
typedef struct pme_profile_part {
  int function, loop, block, reference, thread;
} pme_profile_part;
#define PME_PROFILE_WHOLE ((pme_profile_part){PME_NONE, PME_NONE, PME_NONE, PME_NONE, PME_NONE})
bool pme_profile_part_has(const pme_profile *profile, const pme_profile_part *part, const pme_profile_stream *stream);
/* The next stream of the part after *position (start with 0), PME_NONE when there is none. */
int pme_profile_next_stream(const pme_profile *profile, const pme_profile_part *part, int *position);
/* Adds the streams of the part into *histogram, each scaled from what was measured to all its accesses; *accesses is
 * the exact number (both may be NULL). PME_NO_MEMORY. */
pme_status pme_profile_sum(const pme_profile *profile, const pme_profile_part *part, pme_histogram *histogram,
                           double *accesses);

/* The range of a stream of the profile, empty when it had none. NULL: no memory. */
pme_profile_range *pme_profile_range_of(pme_profile *profile, pme_profile_stream *stream);
typedef enum pme_range_end { PME_RANGE_NEAREST, PME_RANGE_FARTHEST } pme_range_end;
/* As pme_profile_sum, of one end of the ranges; a stream without a range counts as it is. *open (may be NULL): there
 * was one with a range. */
pme_status pme_profile_sum_range(const pme_profile *profile, const pme_profile_part *part, pme_range_end end,
                                 pme_histogram *histogram, bool *open);

/* ---- files ---- */

/* The text form; what pme_profile_read makes of it is the same profile. `write` returns false when it fails; then
 * PME_IO. Uses no stdio, so that it also works at the end of an instrumented program. */
typedef struct pme_profile_writer {
  bool (*write)(void *context, const char *bytes, size_t length);
  void *context;
} pme_profile_writer;
pme_status pme_profile_write(const pme_profile *profile, const pme_profile_writer *writer);
/* To a file beside `path` that is then renamed: a reader never sees half a profile. PME_IO with the cause. */
pme_status pme_profile_save(const pme_profile *profile, const char *path, pme_error *error);

/* Reads the text form. A line that is damaged (its check sum is wrong) or does not make sense is left out, and so is
 * what depends on it; the rest is used. What was lost is told by pme_profile_faults. PME_BAD_INPUT only when nothing
 * can be used: no profile, or another version. PME_NO_MEMORY. */
pme_status pme_profile_read(const char *text, size_t length, pme_profile **out, pme_error *error);
/* PME_IO when the file cannot be read. */
pme_status pme_profile_read_file(const char *path, pme_profile **out, pme_error *error);
/* The first faults, *count of them, and how many there were in all. */
const pme_profile_fault *pme_profile_faults(const pme_profile *profile, int *count, int *total);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
