/* A core of the preset i9-10980xe, access by access: what programs-run-forward compiles with a dumped program.
 *
 * L1 of 64 sets of 8 ways, tree-PLRU that writes do not use; L2 of 1,024 sets of 16, QLRU_H00_M1_R2_U1, asked for what L1
 * missed, in frames that are drawn; 64 translations in sets of 4, then 1,536 in sets of 12, hashed, whose walks read
 * entries of the page table through both. It shares the policies with the analysis, and nothing else.
 *
 * RESIDUES: a bit for each set of L1 that is run; L2 has 16 sets for each. Translations are all run. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/policy/policy.h"

enum { L1_SETS = 64, L1_WAYS = 8, L2_SETS = 1024, L2_WAYS = 16, COLOURS = 16, PAGE_SHIFT = 12, LINE_SHIFT = 6 };
enum { FIRST_SETS = 16, FIRST_WAYS = 4, SECOND_SETS = 128, SECOND_WAYS = 12, SECOND_SHIFT = 7 };
static const int64_t ENTRIES = INT64_C(1) << 50; /* where the page table is */

static const pme_policy plru = {.kind = PME_POLICY_PLRU};
static const pme_policy qlru = {.kind = PME_POLICY_QLRU, .fill_age = 1, .place = 2, .aging = 1};
static pme__policy_set l1[L1_SETS], l2[L2_SETS];
static void *l1_lines[L1_SETS * L1_WAYS], *l2_lines[L2_SETS * L2_WAYS];
static int64_t latest[FIRST_SETS], first[FIRST_SETS][FIRST_WAYS], second[SECOND_SETS][SECOND_WAYS];
static uint64_t residues, frames;
static int64_t l1_misses, l2_misses, page_walks;

/* False: it was not there; it is afterwards. */
static bool is_kept(int64_t *pages, int ways, int64_t page) {
  int way = 0;
  while (way < ways && pages[way] != page)
    way++;
  bool kept = way < ways;
  memmove(pages + 1, pages, (size_t)(kept ? way : ways - 1) * sizeof *pages);
  pages[0] = page;
  return kept;
}

static bool miss(pme__policy_set *set, int64_t line, bool is_write) {
  void *tag = (void *)(intptr_t)(line + 1);
  int way = pme__policy_find(set, tag);
  if (way < set->count) {
    if (!is_write || set->policy != &plru)
      pme__policy_touch(set, way);
    return false;
  }
  pme__policy_fill(set, pme__policy_victim(set), tag);
  return true;
}

static uint64_t frame_of(uint64_t page) {
  page += frames;
  page = (page ^ page >> 31) * UINT64_C(0x9e3779b97f4a7c15);
  page = (page ^ page >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  return page >> 32;
}

static void touch_line(int64_t line, bool is_write) {
  int64_t residue = line % L1_SETS;
  if (!(residues >> residue & 1) || !miss(&l1[residue], line, is_write))
    return;
  l1_misses++;
  uint64_t colour = frame_of((uint64_t)line >> (PAGE_SHIFT - LINE_SHIFT)) % COLOURS;
  l2_misses += miss(&l2[colour * L1_SETS + (uint64_t)residue], line, is_write);
}

static void translate(int64_t page) {
  latest[page % FIRST_SETS] = page;
  if (is_kept(first[page % FIRST_SETS], FIRST_WAYS, page) ||
      is_kept(second[(page ^ page >> SECOND_SHIFT) % SECOND_SETS], SECOND_WAYS, page))
    return;
  page_walks++;
  touch_line((ENTRIES + 8 * page) >> LINE_SHIFT, false);
}

static inline void touch(int64_t address, bool is_write) {
  int64_t page = address >> PAGE_SHIFT;
  if (latest[page % FIRST_SETS] != page)
    translate(page);
  touch_line(address >> LINE_SHIFT, is_write);
}

/* Sets of a cache in use: lines that nobody asks for, which came where others had left. */
static void fill(pme__policy_set *set, const pme_policy *policy, void **lines, int ways) {
  pme__policy_begin(set, policy, lines, ways);
  for (int64_t i = 1; i <= (int64_t)3 * ways; i++)
    pme__policy_fill(set, pme__policy_victim(set), (void *)(intptr_t)-i);
}

static int64_t next_base(void) {
  static int64_t base = INT64_C(0x7f0000000000);
  base += (INT64_C(1) << 30) + ((int64_t)1 << PAGE_SHIFT) * (1 + rand() % 511);
  return base;
}

static void run_program(void); /* generated; arrays begin at pages, as PolyBench's do */

int main(int count, char **words) {
  if (count != 3)
    return 2;
  residues = strtoull(words[1], NULL, 0);
  frames = strtoull(words[2], NULL, 0) * UINT64_C(0x632be59bd9b4e019);
  srand((unsigned)strtoul(words[2], NULL, 0));
  for (int i = 0; i < L1_SETS; i++)
    fill(&l1[i], &plru, l1_lines + (ptrdiff_t)i * L1_WAYS, L1_WAYS);
  for (int i = 0; i < L2_SETS; i++)
    fill(&l2[i], &qlru, l2_lines + (ptrdiff_t)i * L2_WAYS, L2_WAYS);
  memset(latest, -1, sizeof latest);
  memset(first, -1, sizeof first);
  memset(second, -1, sizeof second);
  run_program();
  int scale = L1_SETS / __builtin_popcountll(residues);
  printf("[%" PRId64 ", %" PRId64 ", %" PRId64 "]\n", scale * l1_misses, scale * l2_misses, page_walks);
  return 0;
}
