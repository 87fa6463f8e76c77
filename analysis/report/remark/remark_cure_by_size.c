/* What ends false sharing of a loop whose size is not known: what is written is read in the program itself, as nothing
 * of it has values. */
#include "remark_parts.h"

#include <stdlib.h>

/* An expression as constant + slope * variable + others, of one variable; not known: it is not of that form. */
typedef struct linear {
  bool known, is_constant;
  int64_t constant, slope;
} linear;

/* The number of the thread stands for no loop. */
enum { OF_THREAD = -1 };

static linear linear_in(const pme_program *program, pme_expr expr, int variable) {
  const pme_expr_node *node = pme_program_expr(program, expr);
  bool is_other = node->kind == PME_EXPR_PARAMETER || node->kind == PME_EXPR_TEAM;
  if (node->kind == PME_EXPR_CONSTANT)
    return (linear){.known = true, .is_constant = true, .constant = node->value};
  if (node->kind == PME_EXPR_THREAD)
    return (linear){.known = true, .slope = variable == OF_THREAD};
  if (node->kind == PME_EXPR_LOOP)
    return (linear){.known = true, .slope = variable == (int)node->value};
  if (node->left == PME_NONE || node->right == PME_NONE)
    return (linear){.known = is_other};
  linear left = linear_in(program, node->left, variable), right = linear_in(program, node->right, variable);
  bool known = left.known && right.known;
  if (node->kind == PME_EXPR_ADD)
    return (linear){.known = known, .slope = left.slope + right.slope};
  if (node->kind == PME_EXPR_MULTIPLY && (left.is_constant || right.is_constant))
    return (linear){.known = known,
                    .is_constant = left.is_constant && right.is_constant,
                    .constant = left.constant * right.constant,
                    .slope = left.is_constant ? left.constant * right.slope : right.constant * left.slope};
  return (linear){.known = known && left.slope == 0 && right.slope == 0};
}

static int64_t constant_of(const pme_program *program, pme_expr expr) {
  linear value = expr == PME_NONE ? (linear){0} : linear_in(program, expr, OF_THREAD);
  return value.is_constant ? value.constant : 0;
}

/* Neighbouring iterations of different threads write into one line; how many would fill it. 0: they do not, or nothing
 * is known. */
static int64_t iterations_of_line(const pme_program *program, int loop_node, pme_expr offset, int64_t line_bytes) {
  const pme_loop *loop = &pme_program_node(program, loop_node)->u.loop;
  int64_t chunk = constant_of(program, loop->chunk), step = constant_of(program, loop->step);
  linear place = linear_in(program, offset, loop_node);
  int64_t stride = place.known ? llabs(place.slope * step) : 0;
  bool is_shared = loop->collapse == 1 && !loop->is_team && chunk > 0 && stride > 0 && chunk * stride < line_bytes;
  return is_shared ? (line_bytes + stride - 1) / stride : 0;
}

/* Each thread has an element of its own, in the line of others. */
static bool is_of_thread(const pme_program *program, int loop_node, pme_expr offset, int64_t line_bytes) {
  linear place = linear_in(program, offset, OF_THREAD), along = linear_in(program, offset, loop_node);
  bool is_known = place.known && along.known && along.slope == 0;
  return is_known && place.slope != 0 && llabs(place.slope) < line_bytes;
}

void pme__say_cure_by_size(pme__words *l, const pme__remark_builder *b, int loop_node, int level) {
  const pme_program *program = pme_concrete_program(b->prediction->concrete);
  int64_t line_bytes = b->prediction->machine->levels[level].line_bytes;
  for (int i = 0; i < b->prediction->reference_count; i++) {
    int node = b->prediction->references[i].node;
    const pme_access *access = &pme_program_node(program, node)->u.access;
    if (!access->is_write || access->scattered || !pme_subject_is_below(b->subject, node, loop_node))
      continue;
    int64_t chunk = iterations_of_line(program, loop_node, access->offset_bytes, line_bytes);
    bool is_own = is_of_thread(program, loop_node, access->offset_bytes, line_bytes);
    if (chunk == 0 && !is_own)
      continue;
    pme__say(l, ": ");
    pme__say_access(l, b, node);
    if (is_own)
      pme__say(l, "; a variable of each thread's own, or elements that are %d bytes apart, end that", (int)line_bytes);
    else if (pme_program_node(program, loop_node)->u.loop.is_taskloop)
      pme__say(l, "; grainsize(%lld) or more ends most of that", (long long)chunk);
    else
      pme__say(l, "; chunks of %lld or more iterations end most of that", (long long)chunk);
    return;
  }
}
