/* What of the OpenMP tools interface is used here (OpenMP 5.2, section 19): runtimes that have it (those of LLVM and of
 * makers that build on it) tell a tool where worksharing begins and ends. Types and numbers are the standard's. Private to
 * tools/verify. */
#ifndef PMECACHE_TOOLS_VERIFY_OPENMP_TOOLS_H
#define PMECACHE_TOOLS_VERIFY_OPENMP_TOOLS_H

#include <stdint.h>

typedef union ompt_data_t {
  uint64_t value;
  void *ptr;
} ompt_data_t;

typedef enum ompt_scope_endpoint_t { ompt_scope_begin = 1, ompt_scope_end = 2 } ompt_scope_endpoint_t;
/* The kind of work; schedules of loops have their own since 5.2. */
enum { ompt_work_loop = 1, ompt_work_loop_static = 10, ompt_work_loop_other = 13 };
enum { ompt_callback_work = 20 };

typedef void (*ompt_callback_t)(void);
typedef void (*ompt_interface_fn_t)(void);
typedef ompt_interface_fn_t (*ompt_function_lookup_t)(const char *name);
typedef int (*ompt_set_callback_t)(int which, ompt_callback_t callback);

/* What a tool gives the runtime. */
typedef struct ompt_start_tool_result_t {
  int (*initialize)(ompt_function_lookup_t lookup, int device, ompt_data_t *tool);
  void (*finalize)(ompt_data_t *tool);
  ompt_data_t tool_data;
} ompt_start_tool_result_t;

#endif
