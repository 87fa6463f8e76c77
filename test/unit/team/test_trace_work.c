/* A recorded trace that is dealt out: a made-up region, executed by teams of one to four threads that share its loops
 * out in many ways, must give the same pieces, iterations and references each time, read from the file and kept in
 * memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/advise/recorded/recorded_advice.h"
#include "analysis/team/blocks/record_walk.h"
#include "analysis/team/blocks/recorded_blocks.h"
#include "analysis/team/kept_trace.h"
#include "analysis/team/trace_records.h"
#include "analysis/team/trace_work.h"
#include "pmecache/status.h"
#include "test/unit/trace/trace_example.h"

enum { LINE_BYTES = 64, ITERATIONS = 60, MOST_REFERENCES = 64, REGIONS = 2 };
enum { EVERYBODY, FIRST_LOOP, ONE, SECOND_LOOP, PIECES }; /* of a region */

static char path[] = "/tmp/pmecache-deal-XXXXXX";

static int make_path(void **data) {
  (void)data;
  int file = mkstemp(path);
  return file < 0 ? -1 : close(file);
}

static int remove_path(void **data) {
  (void)data;
  return remove(path);
}

/* ---- the program ---- */

static uint64_t first_address(uint64_t i) { return UINT64_C(0x10000) + 24 * i; }
/* 16 bytes from here straddle lines. */
static uint64_t second_address(uint64_t i) { return UINT64_C(0x900038) + 4096 * i; }

typedef struct references {
  pme__line_reference at[MOST_REFERENCES];
  size_t count;
} references;

static void expect(references *r, uint64_t address, uint64_t bytes, bool is_write) {
  for (uint64_t line = address / LINE_BYTES; line <= (address + bytes - 1) / LINE_BYTES; line++)
    r->at[r->count++] = pme__reference_make(line, is_write);
}

/* What an iteration of a piece touches; EVERYBODY's is private and looked at by itself. */
static references expected(int piece, uint64_t i) {
  references r = {.count = 0};
  if (piece == FIRST_LOOP) {
    expect(&r, first_address(i), 8, false);
    expect(&r, first_address(i) + 4, 8, true); /* straddles now and then */
    expect(&r, first_address(i) + 400, 4, false);
    for (uint64_t more = 0; more < i % 3; more++)
      expect(&r, first_address(i) + 800 * more, 8, false);
  } else if (piece == ONE) {
    expect(&r, 0x777000, 8, false);
  } else if (piece == SECOND_LOOP) {
    expect(&r, second_address(i), 16, false);
    expect(&r, 7 * second_address(i), 1, false);
  }
  return r;
}

/* ---- its execution ---- */

typedef struct recorder {
  pme__bytes *file;
  uint32_t thread, number;
  uint64_t stack; /* upper end of its part */
  example_packet packet;
  pme_trace_state state;
  pme__packer packer;
  uint64_t before;
} recorder;

static void flush(recorder *r) {
  uint64_t accesses = 0;
  const pme__packed_records records = {r->packet.words, r->packet.word_count, r->packet.borders,
                                       r->packet.border_count};
  assert_int_equal(pme__pack(&r->packer, EXAMPLE_SITES, &records, &r->state, &accesses), PME_OK);
  pme__packet_head head = {.kind = PME_PACKET_RECORDS, .owner = r->thread, .number = r->number++, .before = r->before};
  example_add_packet(r->file, &head, r->packer.out.data, r->packer.out.count);
  r->before += accesses;
  r->packet.word_count = r->packet.border_count = 0;
}

static void border(recorder *r, pme_trace_border_kind kind, int block, const int64_t *values) {
  pme_trace_border b = {.position = r->packet.word_count, .kind = kind};
  if (block >= 0)
    b.block = example_blocks()[block];
  if (values)
    memcpy(b.values, values, sizeof b.values);
  r->packet.borders[r->packet.border_count++] = b;
  if (r->packet.border_count == EXAMPLE_MOST_BORDERS || example_random(20) == 0)
    flush(r);
}

static void simple(recorder *r, pme_trace_border_kind kind, int64_t value) {
  border(r, kind, -1, (int64_t[PME_TRACE_BORDER_VALUES]){value});
}

static void record(recorder *r, int site, const uint64_t *words, size_t count) {
  r->packet.words[r->packet.word_count++] = (uint64_t)(uintptr_t)example_blocks()[site];
  for (size_t w = 0; w < count; w++)
    r->packet.words[r->packet.word_count++] = words[w];
  if (r->packet.word_count > EXAMPLE_MOST_WORDS - 100 || example_random(20) == 0)
    flush(r);
}

static void run_first(recorder *r, uint64_t i) {
  uint64_t at = first_address(i);
  record(r, 4, (uint64_t[]){at, at + 4, at + 400}, 3);
  for (uint64_t more = 0; more < i % 3; more++)
    record(r, 0, (uint64_t[]){at + 800 * more}, 1);
}

static void run_second(recorder *r, uint64_t first, uint64_t count) {
  record(r, 16, (uint64_t[]){count, second_address(first), 7 * second_address(first), 7 * UINT64_C(4096)}, 4);
}

/* The loop, shared out at random; the variable counts down from 100 in steps of 2. */
static void run_loop(recorder *team, uint32_t threads, int piece) {
  const int64_t loop[] = {PME_SCHEDULE_DYNAMIC, piece, 100, 100 - 2 * (ITERATIONS - 1), -2};
  for (uint32_t t = 0; t < threads; t++)
    border(&team[t], PME_TRACE_LOOP_BEGIN, 23, loop);
  for (uint64_t first = 0; first < ITERATIONS;) {
    recorder *r = &team[example_random(threads)];
    uint64_t left = ITERATIONS - first, count = 1 + example_random(left < 9 ? left : 9);
    simple(r, PME_TRACE_CHUNK, 100 - 2 * (int64_t)first);
    if (piece == SECOND_LOOP)
      run_second(r, first, count);
    else
      for (uint64_t i = first; i < first + count; i++)
        run_first(r, i);
    first += count;
  }
  for (uint32_t t = 0; t < threads; t++) {
    simple(&team[t], PME_TRACE_LOOP_END, 0);
    simple(&team[t], PME_TRACE_BARRIER, 0);
  }
}

static void run_region(recorder *team, uint32_t threads, int64_t execution) {
  for (uint32_t t = 0; t < threads; t++) {
    int64_t high = (int64_t)team[t].stack;
    border(&team[t], PME_TRACE_REGION_BEGIN, 22,
           (int64_t[PME_TRACE_BORDER_VALUES]){execution, t, threads, high - 8192, high});
    record(&team[t], 0, (uint64_t[]){team[t].stack - 128}, 1);
  }
  run_loop(team, threads, FIRST_LOOP);
  uint32_t chosen = (uint32_t)example_random(threads);
  for (uint32_t t = 0; t < threads; t++) {
    simple(&team[t], PME_TRACE_ONE_BEGIN, t == chosen);
    if (t == chosen) {
      record(&team[t], 0, (uint64_t[]){0x777000}, 1);
      simple(&team[t], PME_TRACE_ONE_END, 0);
    }
    simple(&team[t], PME_TRACE_BARRIER, 0);
  }
  run_loop(team, threads, SECOND_LOOP);
  for (uint32_t t = 0; t < threads; t++)
    simple(&team[t], PME_TRACE_REGION_END, 0);
}

static void write_executions(uint32_t threads, int64_t count) {
  static recorder team[4];
  pme__bytes file;
  example_file(0, &file, NULL);
  for (uint32_t t = 0; t < threads; t++)
    team[t] = (recorder){.file = &file, .thread = t, .stack = (UINT64_C(0x7ffd00000000) - t * (UINT64_C(8) << 20))};
  for (int64_t execution = 1; execution <= count; execution++)
    run_region(team, threads, execution);
  for (uint32_t t = 0; t < threads; t++) {
    flush(&team[t]);
    pme__packer_free(&team[t].packer);
  }
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  assert_int_equal(fwrite(file.data, 1, file.count, stream), file.count);
  assert_int_equal(fclose(stream), 0);
  pme__bytes_free(&file);
}

static void write_trace(uint32_t threads) { write_executions(threads, REGIONS); }

/* ---- what comes out ---- */

enum { READERS = 3, MOST_OF_RANGE = ITERATIONS * MOST_REFERENCES };

/* Iterations that somebody reads, and what he has to find. */
typedef struct assertion {
  pme__iteration_reader reader;
  pme__line_reference wanted[MOST_OF_RANGE];
  size_t wanted_count;
  bool has_ended;
} assertion;

static void start(assertion *a, int piece, uint64_t first, uint64_t last) {
  *a = (assertion){.reader = {.first = first, .last = last}};
  for (uint64_t i = first; i < last; i++) {
    references r = expected(piece, i);
    memcpy(a->wanted + a->wanted_count, r.at, r.count * sizeof *r.at);
    a->wanted_count += r.count;
  }
}

/* The next ones; fewer than there is room for only at the end. */
static void go_on(assertion *a, const pme__iterations *iterations, size_t room) {
  pme__line_reference found[MOST_REFERENCES];
  uint64_t done = a->reader.done, left = a->wanted_count - done;
  size_t count = iterations->read(iterations->context, &a->reader, found, room);
  assert_int_equal(count, left < room ? left : room);
  assert_int_equal(a->reader.done, done + count);
  assert_memory_equal(found, a->wanted + done, count * sizeof *found);
  a->has_ended = count < room;
}

/* Ranges of iterations, and readers that take turns. */
static void assert_iterations(const pme__iterations *iterations, int piece) {
  static assertion a[READERS];
  bool has_ended = false;
  if (iterations->expect)
    iterations->expect(iterations->context, 1 + (uint32_t)example_random(READERS));
  for (int r = 0; r < READERS; r++) {
    uint64_t first = example_random(iterations->count),
             last = r == 0 ? first + 1 : first + example_random(iterations->count - first + 1);
    start(&a[r], piece, first, last);
    assert_int_equal(iterations->length(iterations->context, first, last), a[r].wanted_count);
  }
  while (!has_ended) {
    has_ended = true;
    for (int r = 0; r < READERS; r++) {
      if (!a[r].has_ended && a[r].reader.first < a[r].reader.last)
        go_on(&a[r], iterations, 1 + example_random(9));
      has_ended = has_ended && (a[r].has_ended || a[r].reader.first == a[r].reader.last);
    }
  }
  start(&a[0], piece, 0, iterations->count);
  assert_int_equal(iterations->length(iterations->context, 0, iterations->count), a[0].wanted_count);
  while (!a[0].has_ended)
    go_on(&a[0], iterations, MOST_REFERENCES);
}

static void assert_private(const pme__iterations *iterations) {
  pme__line_reference found;
  pme__iteration_reader reader = {.last = 1};
  assert_int_equal(iterations->count, 1);
  assert_int_equal(iterations->length(iterations->context, 0, 1), 1);
  assert_int_equal(iterations->read(iterations->context, &reader, &found, 1), 1);
  assert_true(found & PME_REFERENCE_PRIVATE);
}

static void assert_region(const pme__piece *work) {
  static const pme__piece_kind kinds[PIECES] = {PME_PIECE_ALL, PME_PIECE_LOOP, PME_PIECE_MASTER, PME_PIECE_LOOP};
  for (int p = 0; p < PIECES; p++) {
    const pme__iterations *iterations = &work[p].iterations;
    assert_int_equal(work[p].kind, kinds[p]);
    assert_int_equal(work[p].no_barrier, p == EVERYBODY);
    assert_int_equal(iterations->count, kinds[p] == PME_PIECE_LOOP ? ITERATIONS : 1);
    if (p == EVERYBODY) {
      assert_private(iterations);
      continue;
    }
    if (kinds[p] == PME_PIECE_LOOP) {
      assert_int_equal(work[p].schedule, PME_TEAM_DYNAMIC);
      assert_int_equal(work[p].chunk, p);
    }
    for (int round = 0; round < 8; round++)
      assert_iterations(iterations, p);
  }
}

static void test_any_team_gives_the_same(void **data) {
  (void)data;
  example_seed(11);
  for (int round = 0; round < 40; round++) {
    pme_trace *trace;
    pme__sequential_trace dealt;
    uint64_t unplaced;
    write_trace(1 + (uint32_t)round % 4);
    assert_int_equal(pme_trace_open(path, &trace, NULL), PME_OK);
    assert_int_equal(pme__trace_work(trace, LINE_BYTES, &dealt, &unplaced, NULL), PME_OK);
    assert_int_equal(unplaced, 0);
    assert_true(dealt.has_iterations);
    assert_int_equal(dealt.work_count, REGIONS * PIECES);
    for (int r = 0; r < REGIONS; r++)
      assert_region(dealt.work + (size_t)r * PIECES);
    assert_false(pme__sequential_trace_keep(&dealt, 1000)); /* is more than that */
    pme_fail_allocation_after(1);
    assert_false(pme__sequential_trace_keep(&dealt, UINT64_MAX));
    pme_fail_allocation_after(0);
    assert_true(pme__sequential_trace_keep(&dealt, UINT64_MAX));
    for (int r = 0; r < REGIONS; r++)
      assert_region(dealt.work + (size_t)r * PIECES);
    pme__sequential_trace_close(&dealt);
  }
}

/* Packets that are lost take their iterations along, and no others. */
static void test_lost_packets(void **data) {
  (void)data;
  example_seed(12);
  write_trace(1);
  static uint8_t bytes[1 << 18];
  FILE *stream = fopen(path, "rb+");
  assert_non_null(stream);
  size_t count = fread(bytes, 1, sizeof bytes, stream);
  assert_true(count > 3000);
  bytes[0] = (uint8_t)(bytes[count / 2] ^ 0x55);
  assert_int_equal(fseek(stream, (long)count / 2, SEEK_SET), 0);
  assert_int_equal(fwrite(bytes, 1, 1, stream), 1);
  assert_int_equal(fclose(stream), 0);
  pme_trace *trace;
  pme__sequential_trace dealt;
  uint64_t unplaced, found = 0;
  assert_int_equal(pme_trace_open(path, &trace, NULL), PME_OK);
  assert_int_equal(pme__trace_work(trace, LINE_BYTES, &dealt, &unplaced, NULL), PME_OK);
  for (size_t w = 0; w < dealt.work_count; w++)
    if (dealt.work[w].kind == PME_PIECE_LOOP)
      found += dealt.work[w].iterations.count;
  assert_in_range(found, 2 * REGIONS * ITERATIONS - 2 * ITERATIONS, 2 * REGIONS * ITERATIONS - 1);
  pme__sequential_trace_close(&dealt);
}

/* A file that ends before its time: that is told, and nothing is made up. */
static void test_a_file_that_is_cut_off_meanwhile(void **data) {
  (void)data;
  pme_machine machine;
  pme_trace *trace;
  pme__sequential_trace dealt;
  pme__team_answer answer;
  uint64_t unplaced;
  const char *text = "cores=4;L1=1K,2,64;L2=16K,4,64,shared=4";
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  pme__team_question question = {.machine = &machine, .threads = 2};
  example_seed(16);
  write_executions(1, 100);
  assert_int_equal(pme_trace_open(path, &trace, NULL), PME_OK);
  assert_int_equal(pme__trace_work(trace, LINE_BYTES, &dealt, &unplaced, NULL), PME_OK);
  assert_int_equal(pme__team_predict(&dealt, &question, &answer, NULL), PME_OK);
  assert_int_equal(truncate(path, 3000), 0);
  assert_int_equal(pme__sequential_trace_status(&dealt), PME_OK);
  assert_int_equal(pme__team_predict(&dealt, &question, &answer, NULL), PME_IO);
  assert_int_equal(pme__sequential_trace_status(&dealt), PME_IO);
  pme__sequential_trace_close(&dealt);
}

static void test_line_sizes(void **data) {
  (void)data;
  pme_trace *trace;
  pme__sequential_trace dealt;
  uint64_t unplaced;
  example_seed(13);
  write_trace(2);
  assert_int_equal(pme_trace_open(path, &trace, NULL), PME_OK);
  assert_int_equal(pme__trace_work(trace, 48, &dealt, &unplaced, NULL), PME_BAD_ARGUMENT);
  pme_trace_close(trace);
}

/* ---- times and advice ---- */

static pme_status advise(const pme_machine *machine, bool check) {
  pme_trace *trace = NULL;
  pme__sequential_trace dealt;
  pme__recorded_times *times = NULL;
  uint64_t unplaced;
  pme_status status = pme_trace_open(path, &trace, NULL);
  if (status != PME_OK)
    return status;
  status = pme__trace_work(trace, LINE_BYTES, &dealt, &unplaced, NULL);
  if (status != PME_OK) {
    pme_trace_close(trace);
    return status;
  }
  status = pme__recorded_advise(&dealt, machine, &(pme__recorded_advise_options){0}, &times, NULL);
  for (int i = 0; check && i < times->count; i++) {
    const pme_loop_advice *loop = &times->items[i].advice->loops[0];
    assert_true(loop->count >= 4);
    assert_true(loop->candidates[loop->present].is_present);
    assert_int_equal(loop->candidates[loop->present].threads, 2);
    for (int c = 0; c < loop->count; c++) {
      assert_true(loop->candidates[c].time.cycles > 0);
      assert_true(loop->candidates[c].ratio_low <= loop->candidates[c].ratio);
      assert_true(loop->candidates[c].ratio <= loop->candidates[c].ratio_high);
    }
    assert_true(loop->candidates[0].time.cycles <= loop->candidates[loop->count - 1].time.cycles);
    assert_true(loop->now.cycles == loop->candidates[loop->present].time.cycles);
  }
  if (check)
    assert_int_equal(times->count, dealt.loop_count);
  pme__recorded_times_destroy(times);
  pme__sequential_trace_close(&dealt);
  return status;
}

static pme_machine machine_of(const char *text) {
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}

static void test_advice_and_no_memory(void **data) {
  (void)data;
  pme_machine machine = machine_of("cores=4;L1=1K,2,64,latency=4;L2=16K,4,64,shared=4,latency=20;memory=200");
  example_seed(14);
  write_trace(2);
  assert_int_equal(advise(&machine, true), PME_OK);
  pme_status status = PME_NO_MEMORY;
  for (long n = 1; status != PME_OK && n < 100000; n += 1 + n / 20) {
    pme_fail_allocation_after(n);
    status = advise(&machine, false);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  pme_fail_allocation_after(0);
  assert_int_equal(status, PME_OK);
}

/* Without latencies misses decide, and nothing is said of other numbers of threads. */
static bool pass(void *context, uint32_t thread, const pme_trace_state *state, const pme_trace_border *border) {
  return context && state && border && thread < 2;
}

static bool count(void *context, uint32_t thread, const pme_trace_state *state, const uint64_t *record) {
  *(uint64_t *)context += pme__record_length(record, 6);
  return state && thread < 2;
}

/* Blocks have all references of the run, in its order; those of several threads have none. */
static void test_blocks(void **data) {
  (void)data;
  example_seed(16);
  for (uint32_t threads = 1; threads <= 2; threads++) {
    pme_trace *trace;
    pme__sequential_trace dealt;
    pme__recorded_blocks blocks;
    uint64_t unplaced;
    pme_error error;
    write_trace(threads);
    assert_int_equal(pme_trace_open(path, &trace, NULL), PME_OK);
    assert_int_equal(pme__trace_work(trace, LINE_BYTES, &dealt, &unplaced, NULL), PME_OK);
    pme_status status = pme__recorded_blocks_read(&dealt, true, 1 << 30, &blocks, &error);
    assert_int_equal(status, threads == 1 ? PME_OK : PME_UNSUPPORTED);
    if (status == PME_OK)
      assert_int_equal(blocks.trace.start[blocks.trace.executions], dealt.reference_count);
    pme__recorded_blocks_close(&blocks);
    uint64_t seen = 0;
    assert_int_equal(pme__walk_records(&dealt, &(pme__record_visitor){&seen, pass, count}), PME_OK);
    assert_true(seen >= dealt.reference_count);
    assert_int_equal(pme__recorded_blocks_read(&dealt, true, 100, &blocks, &error),
                     threads == 1 ? PME_OVER_BUDGET : PME_UNSUPPORTED);
    pme__recorded_blocks_close(&blocks);
    pme__sequential_trace_close(&dealt);
  }
}

static void test_advice_by_misses(void **data) {
  (void)data;
  pme_machine machine = machine_of("cores=4;L1=1K,2,64;L2=16K,4,64,shared=4");
  pme_trace *trace;
  pme__sequential_trace dealt;
  pme__recorded_times *times;
  uint64_t unplaced;
  pme__team_question question = {.machine = &machine, .threads = 2};
  assert_int_equal(pme_trace_open(path, &trace, NULL), PME_OK);
  assert_int_equal(pme__trace_work(trace, LINE_BYTES, &dealt, &unplaced, NULL), PME_OK);
  assert_int_equal(pme__recorded_times_of(&dealt, &question, &times, NULL), PME_UNSUPPORTED);
  assert_int_equal(pme__recorded_advise(&dealt, &machine, &(pme__recorded_advise_options){0}, &times, NULL), PME_OK);
  for (int i = 0; i < times->count; i++) {
    assert_true(times->items[i].advice->loops[0].by_misses);
    for (int c = 0; c < times->items[i].advice->loops[0].count; c++)
      assert_int_equal(times->items[i].advice->loops[0].candidates[c].threads, 2);
  }
  pme__recorded_times_destroy(times);
  pme__sequential_trace_close(&dealt);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_any_team_gives_the_same),
      cmocka_unit_test(test_lost_packets),
      cmocka_unit_test(test_a_file_that_is_cut_off_meanwhile),
      cmocka_unit_test(test_line_sizes),
      cmocka_unit_test(test_advice_and_no_memory),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_advice_by_misses),
  };
  return cmocka_run_group_tests(tests, make_path, remove_path);
}
