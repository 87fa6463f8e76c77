/* What LLVM's OpenMP runtime takes for a team and for a chunk, by the calls that clang makes. The library is opened, not
 * linked: a command that is used without OpenMP does not need it. */
#include <dlfcn.h>
#include <math.h>
#include <stddef.h>

#include "calibrate_bench.h"

/* As in the interface of the runtime (kmp.h): where a construct is in the source. */
typedef struct ident {
  int32_t reserved, flags, more_reserved[2];
  const char *source;
} ident;

typedef void microtask(const int32_t *thread, const int32_t *member, void *shared);

typedef struct runtime {
  void (*fork)(ident *, int32_t arguments, microtask *, ...);
  int32_t (*thread)(ident *);
  void (*push_threads)(ident *, int32_t thread, int32_t threads);
  int (*team_size)(void);
  void (*dispatch_init)(ident *, int32_t thread, int32_t schedule, int32_t first, int32_t last, int32_t step,
                        int32_t chunk);
  int32_t (*dispatch_next)(ident *, int32_t thread, int32_t *is_last, int32_t *first, int32_t *last, int32_t *step);
  void (*dispatch_deinit)(ident *, int32_t thread); /* from LLVM 19 on */
} runtime;

enum {
  OF_COMPILER = 2,        /* ident.flags: in the manner of kmpc */
  DYNAMIC_CHUNKED = 35,   /* sched_type */
  NONMONOTONIC = 1 << 30, /* what OpenMP 5 takes for `dynamic` alone */
  FORKS = 100,
  CHUNKS = 2000,
};

static ident here = {.flags = OF_COMPILER, .source = ";pmecache;calibrate;0;0;;"};

static bool find(void *library, const char *name, void *out) {
  void *symbol = dlsym(library, name);
  *(void **)out = symbol;
  return symbol != NULL;
}

static bool open_runtime(const char *path, runtime *r) {
  void *library = dlopen(path ? path : "libomp.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return false;
  find(library, "__kmpc_dispatch_deinit", &r->dispatch_deinit);
  return find(library, "__kmpc_fork_call", &r->fork) && find(library, "__kmpc_global_thread_num", &r->thread) &&
         find(library, "__kmpc_push_num_threads", &r->push_threads) &&
         find(library, "omp_get_num_threads", &r->team_size) &&
         find(library, "__kmpc_dispatch_init_4", &r->dispatch_init) &&
         find(library, "__kmpc_dispatch_next_4", &r->dispatch_next);
}

/* ---- teams ---- */

/* What the members of a team share. */
typedef struct task {
  runtime runtime;
  int team_size; /* that the runtime gave, which a user may limit */
} task;

static void do_nothing(const int32_t *thread, const int32_t *member, void *shared) {
  (void)thread, (void)member, (void)shared;
}

static void ask_for_chunks(const int32_t *thread, const int32_t *member, void *shared) {
  task *t = (task *)shared;
  const runtime *r = &t->runtime;
  int32_t is_last, first, last, step;
  if (*member == 0)
    t->team_size = r->team_size();
  r->dispatch_init(&here, *thread, DYNAMIC_CHUNKED | NONMONOTONIC, 0, CHUNKS - 1, 1, 1);
  while (r->dispatch_next(&here, *thread, &is_last, &first, &last, &step))
    ;
  if (r->dispatch_deinit)
    r->dispatch_deinit(&here, *thread);
}

static void run_team(const bench *b, task *t, microtask *work) {
  t->runtime.push_threads(&here, t->runtime.thread(&here), b->machine.cores);
  t->runtime.fork(&here, 1, work, t);
}

static double run_forks(bench *b, const void *argument) {
  task *t = *(task *const *)argument;
  double start = bench_now_s();
  for (int i = 0; i < FORKS; i++)
    run_team(b, t, do_nothing);
  return (bench_now_s() - start) / FORKS;
}

static double run_handouts(bench *b, const void *argument) {
  task *t = *(task *const *)argument;
  double start = bench_now_s();
  run_team(b, t, ask_for_chunks);
  return (bench_now_s() - start) / CHUNKS;
}

void calibrate_runtime(bench *b, const char *path) {
  task shared = {.team_size = 0}, *t = &shared;
  if (b->machine.cores < 2 || !open_runtime(path, &t->runtime))
    return;
  double team = bench_fastest(b, "starting a team", run_forks, &t);
  double handout = bench_fastest(b, "handing out chunks", run_handouts, &t);
  if (t->team_size != b->machine.cores)
    return;
  b->machine.team_cycles = team;
  b->machine.handout_cycles = fmax(handout - team / CHUNKS, 0) * b->machine.cores;
}
