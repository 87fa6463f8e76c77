/* Memory of an allocator that the caller names, or of the one that stands for none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/base/uncleared.h"
#include "pmecache/allocator.h"

typedef struct account {
  size_t held; /* bytes */
  int calls;
} account;

static void *counted(void *context, void *pointer, size_t old_bytes, size_t new_bytes) {
  account *a = context;
  a->calls++;
  a->held += new_bytes - old_bytes;
  if (new_bytes)
    return realloc(pointer, new_bytes);
  free(pointer);
  return NULL;
}

/* Sizes below and above those of which each piece is a mapping of its own. */
static const size_t sizes[] = {1, 100, PME_MAPPED_BYTES - 1, PME_MAPPED_BYTES, 3 * PME_MAPPED_BYTES + 5, 64};

static void grow_and_shrink(const pme_allocator *allocator) {
  unsigned char *piece = NULL;
  size_t old = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; old = sizes[i++]) {
    piece = pme_allocator_reallocate(allocator, piece, old, sizes[i]);
    assert_non_null(piece);
    size_t kept = old < sizes[i] ? old : sizes[i];
    for (size_t at = 0; at < kept; at += 1 + kept / 100)
      assert_int_equal(piece[at], at % 251);
    for (size_t at = 0; at < sizes[i]; at++)
      piece[at] = (unsigned char)(at % 251);
  }
  assert_null(pme_allocator_reallocate(allocator, piece, old, 0));
}

static void what_is_written_stays(void **state) {
  (void)state;
  account a = {0};
  grow_and_shrink(&(pme_allocator){counted, &a});
  assert_int_equal(a.calls, sizeof sizes / sizeof *sizes + 1);
  assert_int_equal(a.held, 0);
  grow_and_shrink(NULL);
}

static unsigned char *fill_arena(size_t bytes) {
  pme_arena *arena = pme_arena_create();
  assert_non_null(arena);
  unsigned char *piece = pme_arena_allocate(arena, bytes, 1);
  for (size_t i = 0; piece && i < bytes; i++)
    assert_int_equal(piece[i], 0);
  if (piece)
    memset(piece, 1, bytes);
  pme_arena_destroy(arena);
  return piece;
}

/* Where blocks are kept the next arena asks for itself alone, and finds its memory cleared all the same. */
static void blocks_are_kept(void **state) {
  (void)state;
  enum { BYTES = 200000, HUGE_BYTES = 64 << 20 };
  pme_arena_begin_keeping();
  pme_arena_begin_keeping();
  assert_non_null(fill_arena(BYTES));
  assert_non_null(fill_arena(HUGE_BYTES)); /* too much to keep */
  pme_arena_end_keeping();
  pme_fail_allocation_after(2);
  assert_non_null(fill_arena(BYTES));
  pme_fail_allocation_after(2);
  assert_null(fill_arena(HUGE_BYTES));
  pme_fail_allocation_after(0);
  pme_arena_end_keeping();
  pme_fail_allocation_after(2);
  assert_null(fill_arena(BYTES));
  pme_fail_allocation_after(0);
}

/* Memory of an arena that is not cleared lies between pieces that are, and touches none of them. */
static void uncleared_memory_is_apart(void **state) {
  (void)state;
  enum { COUNT = 1000 };
  pme_arena *arena = pme_arena_create();
  unsigned char *before = PME_ARENA_NEW(arena, unsigned char, COUNT);
  uint64_t *between = PME__ARENA_UNCLEARED(arena, uint64_t, COUNT);
  assert_non_null(before);
  assert_non_null(between);
  assert_int_equal((uintptr_t)between % sizeof *between, 0);
  memset(between, 255, COUNT * sizeof *between);
  unsigned char *behind = PME_ARENA_NEW(arena, unsigned char, COUNT);
  assert_non_null(behind);
  for (int i = 0; i < COUNT; i++)
    assert_true(before[i] == 0 && between[i] == UINT64_MAX && behind[i] == 0);
  assert_null(pme__arena_allocate_uncleared(arena, SIZE_MAX / 4, sizeof *between));
  pme_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_stays),
                                     cmocka_unit_test(uncleared_memory_is_apart), cmocka_unit_test(blocks_are_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
