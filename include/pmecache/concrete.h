/* pmecache: a program in which every symbol has a value: what the model and the simulator read.
 *
 * pme_concrete_create evaluates the expressions of a pme_program with parameter values and what-if requests, and
 * writes them as affine functions of the enclosing loops:
 *
 *     value = constant + sum_d coefficients[d] * (source value of the enclosing loop at depth d)
 *                      + sum_q divs[q].coefficient * floor(divs[q].numerator / divs[q].denominator)
 *
 * `depth` counts enclosing *loops* only (regions and guards have none), outermost = 0. Node ids are those of the
 * pme_program. Loops keep their source form (first, last, step): normalising is the reader's affair.
 *
 * What cannot be evaluated is left out of the tree and gets a reason (unknown parameter, not affine, too large):
 * a node that is left out has `modelled == false`, and so has everything below it.
 */
#ifndef PMECACHE_CONCRETE_H
#define PMECACHE_CONCRETE_H

#include "pmecache/program.h"
#include "pmecache/subject.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

typedef struct pme_affine pme_affine;

typedef struct pme_affine_div {
  int64_t coefficient;
  const pme_affine *numerator; /* may have floor-div terms itself */
  int64_t denominator;         /* > 0 */
} pme_affine_div;

struct pme_affine {
  int64_t constant;
  int depth;                   /* number of coefficients */
  const int64_t *coefficients; /* per enclosing loop, outermost first */
  int div_count;
  const pme_affine_div *divs;
};

typedef struct pme_concrete_loop {
  int depth; /* of this loop: it owns index `depth` in the affine functions below it */
  int first_count, last_count;
  const pme_affine *firsts; /* start = max (min when step < 0); over loops 0..depth-1 */
  const pme_affine *lasts;  /* inclusive end = min (max when step < 0) */
  int64_t step;             /* not 0 */
  bool parallel;
  pme_schedule_kind schedule; /* STATIC, DYNAMIC or GUIDED: auto and runtime are resolved, with an assumption */
  int64_t chunk;              /* >= 1; 0: none given */
  int threads;                /* team size, >= 1; for a parallel loop and for a loop in a region: of the region */
  int collapse;               /* >= 1 */
  bool nowait;
  bool ordered;
  bool is_team; /* each thread runs the iteration of its number: static, chunk 1, whatever is asked for */
} pme_concrete_loop;

/* Whether a thread has a value in a register over most of its iterations of a dealt loop: all of them where it knows
 * them from the start, a chunk of them where it asks for more. */
static inline bool pme_is_kept_over(const pme_concrete_loop *dealt) {
  bool asks = dealt->schedule == PME_SCHEDULE_DYNAMIC;
  return !dealt->ordered && !dealt->is_team && (!asks || dealt->chunk > 1);
}

typedef struct pme_concrete_guard {
  int condition_count;
  const pme_affine *conditions;
  bool one_thread;
} pme_concrete_guard;

typedef struct pme_concrete_access {
  int array;
  pme_affine offset_bytes; /* over all enclosing loops, of thread 0 */
  int64_t thread_bytes;    /* what the next thread of the team adds to it; 0 outside of teams */
  int threads;             /* team size there, >= 1 */
  int64_t size_bytes;
  bool is_write;
  int scattered; /* as pme_access.scattered: not modelled; `offset_bytes` is what misses most, a line of its own each
                    time, as far as the array has so many */
} pme_concrete_access;

typedef struct pme_concrete_node {
  bool modelled;
  pme_node_kind kind;
  int parent, first_child, next_sibling; /* as in the program, nodes that are not modelled included */
  union {
    pme_concrete_loop loop;
    struct {
      int threads;
    } region;
    pme_concrete_guard guard;
    pme_concrete_access access;
  } u;
} pme_concrete_node;

typedef struct pme_concrete_array {
  bool has_base;
  uint64_t base_bytes;
  int64_t alignment_bytes;
  int64_t element_bytes;
  int64_t size_bytes; /* product of the extents; 0 = unknown */
  int64_t row_bytes;  /* of all extents but the outermost; 0 = less than two of them, or unknown */
  int group;
  bool is_private, is_heap, is_unmapped, is_likely_heap;
  int64_t allocated_bytes, allocated_at; /* as pme_array */
  bool is_about_there;
} pme_concrete_array;

/* Where a base that is not known can be: at each multiple of `granule_bytes`, plus `phase_bytes` (below the granule). */
typedef struct pme_alignment {
  int64_t granule_bytes, phase_bytes;
} pme_alignment;

/* Of an array whose accesses reach `reach_bytes` behind its base (0: not known). An element has its natural alignment:
 * the largest power of two that divides its size, at most 16. A block of the heap is aligned to 16 bytes; the GNU C
 * library maps one of 128 KiB and more into pages of its own, 16 bytes behind the start of the first; one that was asked
 * for with an alignment of more than that, as many bytes behind it; of as many bytes as it has had back (32 MiB at most)
 * it maps none. An array that may be of the heap is aligned to 16
 * bytes, as all large objects are. */
pme_alignment pme_concrete_alignment(const pme_concrete_array *array, int64_t reach_bytes);
/* The same, with arrays that may be of the heap taken to be: small ones at the start of a line, where aligned
 * allocators put them, for no other place in a line is likelier. */
pme_alignment pme_concrete_likely_alignment(const pme_concrete_array *array, int64_t reach_bytes);

typedef struct pme_binding {
  const char *name;
  int64_t value;
  const char *origin; /* who says so, for people: "measured, run.pmeprof"; NULL: "given" */
} pme_binding;

/* An array whose rows get longer. A row is the product of all extents but the outermost; arrays of less than two
 * dimensions, or with an unknown row, stay as they are, unless `row_bytes` is their row. */
typedef struct pme_longer_rows {
  int array;
  int64_t bytes;     /* by so many */
  int64_t row_bytes; /* of a row now, where the array declares none (a vector, an allocation); else 0 */
} pme_longer_rows;

enum { PME_MOST_LONGER_ROWS = 4 };

enum { PME_MOST_NEST_LOOPS = 5 };

/* Loops of a nest in another order: where loops[p] stands in the program, loops[at[p]] is to stand. What makes a loop
 * parallel, and the work of a body, stay where they are. */
typedef struct pme_nest_order {
  int count;
  int loops[PME_MOST_NEST_LOOPS]; /* nodes, outermost first; nothing that moves stands between them */
  int at[PME_MOST_NEST_LOOPS];    /* each of 0 .. count - 1 once */
} pme_nest_order;

/* One worksharing loop as it might be; all others stay as they are. What advice compares. */
typedef struct pme_proposal {
  int loop;          /* node of the loop */
  int threads;       /* of its team, other loops of the same region included; 0: as it is */
  bool has_schedule; /* replace its schedule by: */
  pme_schedule_kind schedule;
  int64_t chunk; /* 0: none */
  int pad_count; /* arrays whose rows get longer */
  pme_longer_rows pads[PME_MOST_LONGER_ROWS];
  pme_nest_order order; /* count 0: loops stand as they do */
  bool alone;           /* evaluate only the outermost construct that holds the loop: everything else is left out */
} pme_proposal;

/* What is asked beyond the source. Zero-initialised: nothing. */
typedef struct pme_what_if {
  int binding_count;
  const pme_binding *bindings; /* values of parameters; they win over values in the program */
  int threads;                 /* team size of every region; 0: what the source says */
  int default_threads;         /* team size where the source says nothing; 0 counts as 1 */
  bool has_schedule;           /* replace every worksharing schedule by: */
  pme_schedule_kind schedule;
  int64_t chunk;    /* 0: none */
  bool as_compiled; /* accesses that a compiler keeps in registers (pme_access.kept_loops) stand where it leaves them */
  const pme_proposal *proposal; /* NULL: none. It wins over what stands above */
} pme_what_if;

typedef struct pme_concrete pme_concrete;

/* `program` must outlive the result. PME_NO_MEMORY, PME_BAD_ARGUMENT (threads < 0 or > 4096, chunk < 0, a binding
 * whose name is no parameter of the program is not an error: see pme_what_if_unused). Free with pme_concrete_destroy.
 */
pme_status pme_concrete_create(const pme_program *program, const pme_what_if *what_if, pme_concrete **out,
                               pme_error *error);
void pme_concrete_destroy(pme_concrete *concrete);

const pme_program *pme_concrete_program(const pme_concrete *concrete);
/* What it speaks of, node ids as in the program, with all reasons and assumptions. */
const pme_subject *pme_concrete_subject(const pme_concrete *concrete);
const pme_concrete_node *pme_concrete_node_at(const pme_concrete *concrete, int id);
/* Whether another loop stands in the place of this one (pme_proposal.order). */
bool pme_concrete_is_replaced(const pme_concrete *concrete, int loop);
const pme_concrete_array *pme_concrete_array_at(const pme_concrete *concrete, int id);
/* Reasons and assumptions of the program and of its evaluation, together. */
int pme_concrete_reason_count(const pme_concrete *concrete);
const pme_reason *pme_concrete_reason(const pme_concrete *concrete, int index);
int pme_concrete_assumption_count(const pme_concrete *concrete);
const pme_assumption *pme_concrete_assumption(const pme_concrete *concrete, int index);

/* Parses "static", "static,4", "dynamic,8", ... into what_if; PME_BAD_INPUT with the column. */
pme_status pme_what_if_read_schedule(const char *text, pme_what_if *what_if, pme_error *error);
/* Parses "n=1000,grid_points[0]=64" and appends to *bindings (grown with pme_reallocate, names are copies; free with
 * pme_bindings_destroy). Names may stand in double quotes, as in program text. PME_BAD_INPUT with the column. */
pme_status pme_bindings_read(const char *text, pme_binding **bindings, int *count, pme_error *error);
void pme_bindings_destroy(pme_binding *bindings, int count);

/* floor(a / b), b > 0 */
static inline int64_t pme_floor_divide(int64_t a, int64_t b) {
  int64_t q = a / b;
  return q - (a % b != 0 && a < 0);
}

/* Value of an affine function at loop values `iterators` (outermost first). The caller has checked ranges: no
 * overflow happens inside the iteration domain, pme_concrete_create saw to that. */
int64_t pme_affine_value(const pme_affine *affine, const int64_t *iterators);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
