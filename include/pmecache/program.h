/* pmecache: the program, what recovery hands to the model and to the simulator.
 *
 * A pme_program is one function: parameters (symbols), arrays, and a tree of nodes in program order.
 *
 *   region   code that every thread of an OpenMP team runs; a barrier stands at its end
 *   loop     `for (i = first; i <= last; i += step)` (>= when step < 0), first = max and last = min of several
 *            expressions. A *parallel* loop deals its iterations out to the team by its schedule; outside a
 *            region it is a region of its own. A loop that is not parallel inside a region is run by every thread.
 *   guard    its children run when every condition is >= 0 (and, with `one_thread`, on thread 0 only)
 *   access   one load or store of `size_bytes` at `offset_bytes` from the start of an array
 *
 * Code that asks for its own number, as omp_get_thread_num() does, has it in one of two forms. Where the number alone
 * decides what a thread does, a *team loop* stands around that code: a parallel loop from 0 to threads() - 1 of which
 * every thread runs the iteration of its own number, so that its variable is that number. Inside other worksharing
 * loops, and in addresses anywhere, it is the expression thread().
 *
 * Expressions are integer trees over parameters, enclosing loops, and the team: + - * floor-division, mod, min, max.
 * They are what SCEV or a person writes. pme_concrete_create (concrete.h) gives every parameter its value and turns
 * them into affine functions of the loops with constant coefficients (and floor-div terms): that is what engines read.
 *
 * Objects are named by ids (indices), never by pointers. A program owns its memory: pme_program_destroy frees all.
 * Builder functions return an id >= 0, or PME_NONE after a failure; the failure sticks (pme_program_status), and
 * PME_NONE is accepted as an operand and gives PME_NONE, so that a caller checks once, at the end.
 *
 * The text form (pme_program_read, pme_program_write) is described in docs/formats/program.md.
 */
#ifndef PMECACHE_PROGRAM_H
#define PMECACHE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "pmecache/status.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

enum { PME_NONE = -1 };
/* Deepest tree of nodes that a program may hold. */
enum { PME_MAX_DEPTH = 64 };

/* ---- places ---- */

/* A place in the source: line and column are 1-based, 0 = unknown. `file` is NULL for the function's own file. */
typedef struct pme_place {
  const char *file;
  int line;
  int column;
} pme_place;

/* ---- expressions ---- */

typedef int32_t pme_expr;

typedef enum pme_expr_kind {
  PME_EXPR_CONSTANT,
  PME_EXPR_PARAMETER,
  PME_EXPR_LOOP,   /* the source value of a loop's variable */
  PME_EXPR_THREAD, /* the number of the thread in its team, from 0; 0 outside of teams */
  PME_EXPR_TEAM,   /* the number of threads of the team; 1 outside of teams */
  PME_EXPR_ADD,
  PME_EXPR_MULTIPLY,
  PME_EXPR_FLOOR_DIVIDE, /* rounds towards minus infinity; the divisor must come out positive */
  PME_EXPR_MODULO,       /* result in [0, divisor) */
  PME_EXPR_MINIMUM,
  PME_EXPR_MAXIMUM
} pme_expr_kind;

typedef struct pme_expr_node {
  pme_expr_kind kind;
  int64_t value;        /* constant; or id of the parameter; or node id of the loop */
  pme_expr left, right; /* operands of the two-operand kinds, else PME_NONE */
} pme_expr_node;

/* ---- parameters and arrays ---- */

/* A parameter of this name is the size of a team without a clause, unless it is given: nobody has to be asked. */
#define PME_LARGEST_TEAM "omp_get_max_threads()"

typedef struct pme_parameter {
  const char *name; /* source name: "n", "grid_points[0]", "s->len" */
  bool known;
  int64_t value; /* if known */
} pme_parameter;

typedef struct pme_array {
  const char *name;
  int64_t element_bytes; /* > 0; only for display, alignment and subscripts */
  int extent_count;      /* known extents, outermost first; the outermost may be PME_NONE (unknown) */
  const pme_expr *extents;
  bool has_base;
  uint64_t base_bytes;     /* address of offset 0, if has_base */
  int64_t alignment_bytes; /* the base is a multiple of this; 1 = unknown, >= 1 */
  int group;           /* arrays of one allocation share a group >= 0 and have bases relative to it; PME_NONE = alone */
  bool is_private;     /* every thread has a copy of its own (stack of the outlined function) */
  bool is_heap;        /* the base is what malloc gave: pme_concrete_alignment says where that can be */
  bool is_unmapped;    /* is_heap, and malloc has had as large a block back, so that it does not map this one */
  bool is_likely_heap; /* of a pointer from elsewhere, of which nothing is known: most are blocks of the heap */
  int64_t
      allocated_bytes;  /* of the heap, probably: how large the block is that begins at `allocated_at`; 0: not known */
  int64_t allocated_at; /* bytes behind the first block that is not mapped, as malloc places what is allocated */
  bool is_about_there;  /* it, and all blocks that are so, may be multiples of 16 bytes further on */
} pme_array;

/* ---- schedules ---- */

typedef enum pme_schedule_kind {
  PME_SCHEDULE_STATIC, /* chunk PME_NONE: one contiguous block a thread, their sizes as equal as can be */
  PME_SCHEDULE_DYNAMIC,
  PME_SCHEDULE_GUIDED,
  PME_SCHEDULE_AUTO,
  PME_SCHEDULE_RUNTIME
} pme_schedule_kind;

/* "static", ... never NULL; and back (false if there is no such kind). */
const char *pme_schedule_name(pme_schedule_kind kind);
bool pme_schedule_from_name(const char *name, pme_schedule_kind *out);

/* ---- nodes ---- */

typedef enum pme_node_kind { PME_NODE_LOOP, PME_NODE_REGION, PME_NODE_GUARD, PME_NODE_ACCESS } pme_node_kind;

/* What one iteration of a loop computes beside its memory accesses and the loops inside it. Zero: not known. */
typedef struct pme_work {
  int64_t operations; /* in the units of a compiler's cost model: about one for each instruction; divisions apart */
  int64_t divisions;  /* and square roots */
  int64_t chain;      /* operations on floating-point numbers that each wait for the iteration before */
  int64_t vector;     /* iterations that one instruction could do, as far as the code and not its accesses decide;
                         0: not known, 1: it cannot be done */
  int64_t library;    /* of the operations, what calls of the mathematical library (library_functions.def) and atomics
                         are worth */
} pme_work;

/* Operations a cycle of the core that calls of the mathematical library were measured on. */
#define PME_LIBRARY_RATE 4.5

typedef struct pme_loop {
  const char *variable;
  int first_count, last_count; /* at least 1 each */
  const pme_expr *firsts;      /* start value = their maximum (minimum when step < 0) */
  const pme_expr *lasts;       /* inclusive end value = their minimum (maximum when step < 0) */
  pme_expr step;               /* not 0 */
  bool parallel;
  pme_schedule_kind schedule;
  pme_expr chunk;   /* PME_NONE: none given */
  pme_expr threads; /* num_threads of the region that this loop is; PME_NONE: not given */
  int collapse;     /* this many perfectly nested loops, this one included, form the iteration space; >= 1 */
  bool nowait;
  bool ordered;
  bool orphaned; /* no region is visible: the function is called by a team */
  bool is_team; /* parallel, from 0 to threads() - 1: each thread runs one iteration, that of its number. No schedule */
  bool is_taskloop; /* parallel, dynamic: one thread makes a task of each chunk, and whoever is free takes one. What
                       decides the chunk are its own clauses, no schedule that is asked for */
  bool carries;     /* an iteration may have values from the one before that are in no array: sums, other counters */
  pme_work work;
} pme_loop;

typedef struct pme_region {
  pme_expr threads; /* PME_NONE: not given */
} pme_region;

typedef struct pme_guard {
  int condition_count;
  const pme_expr *conditions; /* each >= 0 */
  bool one_thread;            /* master, single: thread 0 only */
} pme_guard;

typedef struct pme_access {
  int array;
  pme_expr offset_bytes;
  int64_t size_bytes; /* > 0 */
  bool is_write;
  int kept_loops; /* over so many of the loops around it, innermost first, a compiler keeps the value in a register: the
                     program that it makes reads memory before them and writes it behind them. 0: it does not */
  int scattered; /* 0: at `offset_bytes`. Else data choose the place in the array, and what is meant is the place of this
                    number (equal numbers in one iteration are one place), `offset_bytes` behind it. Nothing else is
                    known of it: a reason beside it says why, predictions have bounds for it */
  int stays;     /* of a scattered one: so many of the loops around it, innermost first, have the place from outside */
  bool is_carried; /* of a write: in each execution of its body it writes what the iterations of the loop before it hand
                      on, which is one value (pme_loop.carries), and nothing else behind that loop has it. Of a read: what
                      iterations of the loop behind it hand on begins with it, and nothing else has it */
} pme_access;

typedef struct pme_node {
  pme_node_kind kind;
  int parent; /* PME_NONE at the top */
  int first_child, last_child, next_sibling;
  pme_place place;
  union {
    pme_loop loop;
    pme_region region;
    pme_guard guard;
    pme_access access;
  } u;
} pme_node;

/* A piece of code under `node` (PME_NONE: anywhere in the function) that is not in the tree, and why. */
typedef struct pme_reason {
  pme_reason_code code;
  int node;
  pme_place place;
  const char *text; /* what in particular: "'idx' loaded at line 7"; may be "" */
  const char *hint; /* what the user can do; "" = the code's own hint */
} pme_reason;

typedef struct pme_assumption {
  pme_assumption_code code;
  int node;
  const char *text;
} pme_assumption;

typedef struct pme_program pme_program;

/* ---- life ---- */

/* An empty program; NULL when memory is exhausted. */
pme_program *pme_program_create(void);
void pme_program_destroy(pme_program *program);
/* PME_OK, or the first failure of a builder call (PME_NO_MEMORY, PME_BAD_ARGUMENT). */
pme_status pme_program_status(const pme_program *program);

/* ---- building ---- */

void pme_program_set_function(pme_program *program, const char *name, const char *file, int line);
/* Microseconds of effort that the prediction of a compile had, where that was less than the usual: functions of a large
 * unit share what there is. Who asks again for no other budget takes the same, and gets the same number. 0: the usual. */
void pme_program_set_effort_us(pme_program *program, int64_t effort_us);
/* A parameter with this name; the one that exists already if there is one. */
int pme_program_add_parameter(pme_program *program, const char *name);
void pme_program_set_parameter(pme_program *program, int parameter, int64_t value);
/* Copies `array` and what it points to. */
int pme_program_add_array(pme_program *program, const pme_array *array);
/* Nodes are appended to the children of `parent` (PME_NONE: top). All data are copied. A loop's variable is renamed
 * (i, i_2, ...) where an enclosing loop or a parameter has that name. Its `firsts`, `lasts` and `step` may use
 * enclosing loops only. PME_BAD_ARGUMENT when the parent is an access or the tree gets deeper than PME_MAX_DEPTH. */
int pme_program_add_loop(pme_program *program, int parent, const pme_loop *loop, pme_place place);
int pme_program_add_region(pme_program *program, int parent, const pme_region *region, pme_place place);
int pme_program_add_guard(pme_program *program, int parent, const pme_guard *guard, pme_place place);
int pme_program_add_access(pme_program *program, int parent, const pme_access *access, pme_place place);
void pme_program_add_reason(pme_program *program, const pme_reason *reason);
void pme_program_add_assumption(pme_program *program, const pme_assumption *assumption);

pme_expr pme_expr_constant(pme_program *program, int64_t value);
pme_expr pme_expr_parameter(pme_program *program, int parameter);
pme_expr pme_expr_loop(pme_program *program, int loop_node);
pme_expr pme_expr_thread(pme_program *program);
pme_expr pme_expr_team(pme_program *program);
/* Constants are folded; x+0, 1*x and 0*x are simplified. */
pme_expr pme_expr_add(pme_program *program, pme_expr left, pme_expr right);
pme_expr pme_expr_subtract(pme_program *program, pme_expr left, pme_expr right);
pme_expr pme_expr_multiply(pme_program *program, pme_expr left, pme_expr right);
pme_expr pme_expr_floor_divide(pme_program *program, pme_expr left, pme_expr right);
pme_expr pme_expr_modulo(pme_program *program, pme_expr left, pme_expr right);
pme_expr pme_expr_minimum(pme_program *program, pme_expr left, pme_expr right);
pme_expr pme_expr_maximum(pme_program *program, pme_expr left, pme_expr right);

/* ---- reading ---- */

const char *pme_program_function(const pme_program *program); /* never NULL */
const char *pme_program_file(const pme_program *program);     /* never NULL */
int pme_program_line(const pme_program *program);
int64_t pme_program_effort_us(const pme_program *program);
int pme_program_parameter_count(const pme_program *program);
const pme_parameter *pme_program_parameter(const pme_program *program, int id);
int pme_program_array_count(const pme_program *program);
const pme_array *pme_program_array(const pme_program *program, int id);
int pme_program_node_count(const pme_program *program);
const pme_node *pme_program_node(const pme_program *program, int id);
/* First top-level node, PME_NONE if there is none. Follow next_sibling. */
int pme_program_first_node(const pme_program *program);
const pme_expr_node *pme_program_expr(const pme_program *program, pme_expr expr);
int pme_program_reason_count(const pme_program *program);
const pme_reason *pme_program_reason(const pme_program *program, int index);
int pme_program_assumption_count(const pme_program *program);
const pme_assumption *pme_program_assumption(const pme_program *program, int index);

/* ---- text ---- */

/* Reads the text form, `length` bytes. PME_BAD_INPUT with line, column and what was expected; never crashes. */
pme_status pme_program_read(const char *text, size_t length, pme_program **out, pme_error *error);
/* Reads a file; PME_IO when it cannot be read. */
pme_status pme_program_read_file(const char *path, pme_program **out, pme_error *error);
/* Writes the text form; what pme_program_read makes of it is the same program. PME_IO when writing fails. */
pme_status pme_program_write(const pme_program *program, FILE *stream);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
