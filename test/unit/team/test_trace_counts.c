/* Executions and moves of the blocks of a recorded trace, against adding them up record by record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/team/trace_counts.h"
#include "test/unit/trace/trace_example.h"

enum { PACKETS = 6 };

static pme_trace *open_example(void) {
  char path[] = "/tmp/pme-trace-XXXXXX";
  pme__bytes bytes = {0};
  pme_trace *trace;
  pme_error error = {0};
  int file = mkstemp(path);
  example_seed(12);
  example_file(PACKETS, &bytes, NULL);
  assert_true(file >= 0 && write(file, bytes.data, bytes.count) == (ssize_t)bytes.count);
  close(file);
  if (pme_trace_open(path, &trace, &error) != PME_OK)
    fail_msg("%s", error.message);
  unlink(path);
  pme__bytes_free(&bytes);
  return trace;
}

typedef struct totals {
  double records, rounds;
} totals;

/* Of the records inside of worksharing loops. */
static totals add_up(pme_trace *trace) {
  totals all = {0};
  pme_trace_packet packet;
  bool found;
  pme_trace_rewind(trace);
  while (pme_trace_next(trace, &packet, &found) == PME_OK && found) {
    pme_trace_state state = packet.state;
    size_t border = 0;
    for (size_t word = 0; word < packet.word_count;) {
      const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)packet.words[word];
      for (; border < packet.border_count && packet.borders[border].position <= word; border++)
        pme_trace_pass_border(&state, &packet.borders[border]);
      all.records += state.in_chunk;
      all.rounds += state.in_chunk && block->kind == PME_BLOCK_RUN ? (double)packet.words[word + 1] : 0;
      word += pme_trace_pass_record(&state, packet.words + word);
    }
  }
  return all;
}

static void counts_add_up(void **state) {
  (void)state;
  pme_trace *trace = open_example();
  pme_arena *arena = pme_arena_create();
  pme__trace_counts counts;
  totals counted = {0};
  double surprises = 0;
  assert_int_equal(pme__trace_count(trace, 64, arena, &counts), PME_OK);
  for (uint32_t site = 0; site < counts.count; site++) {
    const pme__site_count *s = &counts.site[site];
    counted.records += counts.block[site].records;
    counted.rounds += counts.block[site].rounds;
    assert_true(s->near <= s->moves && s->lowest <= s->highest);
    assert_true(s->moves <= (s->lowest ? s->changes : counts.block[site].records) || counts.block[site].records == 0);
    surprises += counts.block[site].surprises;
    assert_true(!s->lowest || (s->first_address >= s->lowest && s->first_address <= s->highest));
  }
  totals all = add_up(trace);
  assert_true(all.records > 0 && all.rounds > 0);
  assert_true(counted.records == all.records && counted.rounds == all.rounds);
  assert_true(surprises > 0 && surprises <= all.records);
  pme_arena_destroy(arena);
  pme_trace_close(trace);
}

/* Asked twice, the same: a trace is read from its start. */
static void counts_do_not_depend_on_what_was_read(void **state) {
  (void)state;
  pme_trace *trace = open_example();
  pme_arena *arena = pme_arena_create();
  pme__trace_counts once, again;
  assert_int_equal(pme__trace_count(trace, 64, arena, &once), PME_OK);
  assert_int_equal(pme__trace_count(trace, 64, arena, &again), PME_OK);
  assert_int_equal(once.count, again.count);
  assert_memory_equal(once.block, again.block, once.count * sizeof *once.block);
  assert_memory_equal(once.site, again.site, once.count * sizeof *once.site);
  pme_arena_destroy(arena);
  pme_trace_close(trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(counts_add_up),
                                     cmocka_unit_test(counts_do_not_depend_on_what_was_read)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
