/* Tables of what followed, one for each length of history. */
#include "branch_guesses.h"

enum { HISTORIES = 4, ENTRIES = 4096, LONGEST = 64, MOST_REPEATS = 128 };
/* A guess counts when it has been right so many times more than wrong, up to a limit of two bits. */
enum { SURE = 2, SURE_MASK = 3 };
static const uint32_t length_of[HISTORIES] = {0, 4, 16, LONGEST};

/* Small, so that the tables stay in the caches of this machine beside what the program has there. */
typedef struct entry {
  uint32_t history; /* bits of its hash, other ones than find the entry, and how sure the guess is; 0: none */
  uint32_t next;
} entry;

struct pme__branch_guesses {
  entry table[HISTORIES][ENTRIES];
  uint64_t past[LONGEST];    /* a ring: the newest stands before `at` */
  uint64_t hash[HISTORIES];  /* of the newest records, as many as the history has */
  uint64_t power[HISTORIES]; /* what the oldest of them is multiplied by */
  uint64_t newest, repeats;
  uint32_t at;
};

static const uint64_t BASE = UINT64_C(0x9e3779b97f4a7c15);

size_t pme__branch_guesses_bytes(void) { return sizeof(pme__branch_guesses); }

void pme__branch_guesses_start(pme__branch_guesses *g) {
  for (int h = 0; h < HISTORIES; h++) {
    g->power[h] = 1;
    for (uint32_t i = 0; i < length_of[h]; i++)
      g->power[h] *= BASE;
  }
}

static uint64_t mixed(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  return x ^ x >> 27;
}

/* What is known behind the present history, whose newest part is `behind`; its bits are written where another one was. */
static entry *entry_of(pme__branch_guesses *g, int h, uint64_t behind, uint32_t *history) {
  uint64_t key = mixed(g->hash[h] + behind);
  *history = ((uint32_t)(key >> 32) | (SURE_MASK + 1)) & ~(uint32_t)SURE_MASK;
  return &g->table[h][(key >> 20) % ENTRIES];
}

static bool is_of(const entry *e, uint32_t history) { return (e->history & ~(uint32_t)SURE_MASK) == history; }

/* A longer history is noted where shorter ones were wrong. */
static void learn(entry *e, uint32_t history, uint32_t what, bool is_needed) {
  uint32_t sure = e->history & SURE_MASK;
  if (!is_of(e, history)) {
    if (is_needed)
      *e = (entry){history, what};
  } else if (e->next == what) {
    e->history += sure < SURE_MASK;
  } else if (sure > 0) {
    e->history--;
  } else {
    e->next = what;
  }
}

static void remember(pme__branch_guesses *g, uint64_t what) {
  for (int h = 1; h < HISTORIES; h++) {
    uint64_t oldest = g->past[(g->at + LONGEST - length_of[h]) % LONGEST];
    g->hash[h] = g->hash[h] * BASE + what - oldest * g->power[h];
  }
  g->past[g->at] = what;
  g->at = (g->at + 1) % LONGEST;
  g->repeats = what != g->newest ? 0 : g->repeats + (g->repeats < MOST_REPEATS);
  g->newest = what;
}

bool pme__branch_surprises(pme__branch_guesses *g, uint64_t what) {
  uint64_t newest = mixed(g->newest), repeated = mixed(g->newest + g->repeats * BASE);
  uint32_t guess = 0, now = (uint32_t)what;
  for (int h = 0; h < HISTORIES; h++) {
    uint32_t history;
    entry *e = entry_of(g, h, h == 0 ? newest : repeated, &history);
    if (is_of(e, history) && ((e->history & SURE_MASK) >= SURE || !guess))
      guess = e->next;
    learn(e, history, now, guess != now);
  }
  remember(g, what);
  return guess != now;
}
