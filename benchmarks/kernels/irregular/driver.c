/* main of the irregular kernels, and the memory that they use. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, MAP_FIXED_NOREPLACE */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "kernel.h"

enum { PAGE_BYTES = 4096 };
static const uintptr_t arena_begin = (uintptr_t)1 << 40;
static const size_t arena_bytes = (size_t)1 << 34;

enum { FIRST_RANDOM_STATE = 1 };

static char *arena_next;
static uint64_t random_state = FIRST_RANDOM_STATE;

/* Address space only: pages cost nothing before they are touched. */
static void open_arena(void) {
  void *at = mmap((void *)arena_begin, arena_bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != (void *)arena_begin) {
    fputs("no memory at the fixed address\n", stderr);
    exit(2);
  }
  arena_next = at;
}

/* A page between two pieces: they do not start in the same set of a cache. */
void *place(size_t bytes) {
  char *piece = arena_next;
  size_t pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES + 1;
  if ((uintptr_t)piece + pages * PAGE_BYTES > arena_begin + arena_bytes) {
    fputs("the kernel is too large\n", stderr);
    exit(2);
  }
  arena_next += pages * PAGE_BYTES;
  return piece;
}

struct placed start_over(void) {
  if (!arena_next)
    open_arena();
  struct placed before = {(char *)arena_begin, arena_next};
  memset(before.begin, 0, (size_t)(before.end - before.begin));
  arena_next = before.begin;
  random_state = FIRST_RANDOM_STATE;
  return before;
}

uint32_t draw(uint32_t below) {
  random_state += UINT64_C(0x9e3779b97f4a7c15);
  uint64_t x = random_state;
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return (uint32_t)((x >> 32) * below >> 32);
}

int main(int argc, char **argv) {
  int size = argc > 1 ? atoi(argv[1]) : kernel_default_size;
  if (size < 1) {
    fprintf(stderr, "usage: %s [SIZE]\n", argv[0]);
    return 2;
  }
  open_arena();
  kernel_prepare(size);
  kernel_run(size);
  printf("checksum %" PRIu64 "\n", kernel_checksum());
  return 0;
}
