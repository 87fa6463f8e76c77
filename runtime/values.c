/* Counting the values of symbols. A symbol mostly has one value, recorded by all threads at once: that is one
 * comparison and one addition. Others are counted under the symbol's own lock. When there is no room for a new value,
 * the rarest one makes room and is counted with the others: what is frequent stays, however late it comes. */
#include "values.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/* The fields are plain integers in the header, which C++ reads, too. */
#define ATOMIC(field) ((_Atomic __typeof__(field) *)&(field))

/* False: the handler of a signal may have come in between, on the thread that holds it. */
static bool lock(pme_instrumented_symbol *symbol) {
  enum { MOST_WAITS = 1000000 };
  for (int waits = 0; waits < MOST_WAITS; waits++) {
    if (!atomic_exchange_explicit(ATOMIC(symbol->lock), 1, memory_order_acquire))
      return true;
    sched_yield();
  }
  return false;
}

static void unlock(pme_instrumented_symbol *symbol) {
  atomic_store_explicit(ATOMIC(symbol->lock), 0, memory_order_release);
}

/* The first value never makes room: it is counted without the lock. */
static void count_first(pme_instrumented_symbol *symbol) {
  atomic_fetch_add_explicit(ATOMIC(symbol->values[0].count), 1, memory_order_relaxed);
}

static pme_symbol_value *find(pme_instrumented_symbol *symbol, int64_t value) {
  for (uint32_t i = 1; i < symbol->used; i++)
    if (symbol->values[i].value == value)
      return &symbol->values[i];
  return NULL;
}

/* An entry without a value. */
static pme_symbol_value *make_room(pme_instrumented_symbol *symbol) {
  if (symbol->used < PME_SYMBOL_VALUES) {
    atomic_store_explicit(ATOMIC(symbol->used), symbol->used + 1, memory_order_relaxed);
    return &symbol->values[symbol->used - 1];
  }
  pme_symbol_value *rarest = &symbol->values[1];
  for (uint32_t i = 2; i < PME_SYMBOL_VALUES; i++)
    if (symbol->values[i].count < rarest->count)
      rarest = &symbol->values[i];
  symbol->others += rarest->count;
  return rarest;
}

static void count_other(pme_instrumented_symbol *symbol, int64_t value) {
  pme_symbol_value *known = find(symbol, value);
  if (known)
    known->count++;
  else
    *make_room(symbol) = (pme_symbol_value){value, 1};
}

void __pme_rt_value(pme_instrumented_symbol *symbol, int64_t value) {
  bool started = atomic_load_explicit(ATOMIC(symbol->used), memory_order_acquire) > 0;
  if (started && symbol->values[0].value == value) {
    count_first(symbol);
    return;
  }
  if (!lock(symbol))
    return;
  if (symbol->used == 0) {
    symbol->values[0] = (pme_symbol_value){value, 1};
    atomic_store_explicit(ATOMIC(symbol->used), 1, memory_order_release);
  } else if (symbol->values[0].value == value) {
    count_first(symbol);
  } else {
    count_other(symbol, value);
  }
  unlock(symbol);
}

void __pme_rt_rounds(pme_instrumented_symbol *symbol, uint64_t rounds, uint64_t entries) {
  if (!entries)
    return;
  atomic_fetch_add_explicit(ATOMIC(symbol->total), rounds, memory_order_relaxed);
  atomic_fetch_add_explicit(ATOMIC(symbol->entries), entries, memory_order_relaxed);
}

void pmert_forget_values(pme_instrumented_module *module) {
  for (uint32_t f = 0; f < module->function_count; f++)
    for (uint32_t s = 0; s < module->functions[f].symbol_count; s++) {
      pme_instrumented_symbol *symbol = &module->functions[f].symbols[s];
      symbol->lock = 0;
      symbol->used = 0;
      symbol->others = 0;
      memset(symbol->values, 0, sizeof symbol->values);
      symbol->total = symbol->entries = 0;
    }
}
