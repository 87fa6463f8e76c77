/* Traces: what is packed is what is unpacked, and damage loses what it hits and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/base/checksum.h"
#include "pmecache/arena.h"
#include "pmecache/profile.h"
#include "pmecache/trace.h"
#include "test/unit/trace/trace_example.h"

static char path[] = "/tmp/pmecache-trace-XXXXXX";

static int make_path(void **data) {
  (void)data;
  int file = mkstemp(path);
  return file < 0 ? -1 : close(file);
}

static int remove_path(void **data) {
  (void)data;
  return remove(path);
}

static void save(const uint8_t *bytes, size_t count) {
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  assert_int_equal(fwrite(bytes, 1, count, stream), count);
  assert_int_equal(fclose(stream), 0);
}

/* ---- one packet ---- */

static void assert_same_border(const pme_trace_border *a, const pme_trace_border *b) {
  assert_int_equal(a->position, b->position);
  assert_int_equal(a->kind, b->kind);
  assert_ptr_equal(a->block, b->block);
  assert_memory_equal(a->values, b->values, sizeof a->values);
}

static void test_packets_come_back(void **data) {
  (void)data;
  static example_packet packet;
  pme__packer packer = {0};
  pme__unpacker unpacker = {0};
  pme_trace_state state = {0};
  example_seed(1);
  for (int round = 0; round < 300; round++) {
    pme_trace_state before = state;
    pme_trace_packet out = {0};
    uint64_t accesses = 0;
    example_records(&packet);
    assert_int_equal(
        pme__pack(&packer, EXAMPLE_SITES,
                  &(pme__packed_records){packet.words, packet.word_count, packet.borders, packet.border_count}, &state,
                  &accesses),
        PME_OK);
    assert_int_equal(pme__unpack(&unpacker, example_blocks(), EXAMPLE_SITES, packer.out.data, packer.out.count, &out),
                     PME_OK);
    assert_int_equal(out.word_count, packet.word_count);
    if (out.word_count)
      assert_memory_equal(out.words, packet.words, out.word_count * sizeof *out.words);
    assert_int_equal(out.border_count, packet.border_count);
    for (size_t b = 0; b < out.border_count; b++)
      assert_same_border(&out.borders[b], &packet.borders[b]);
    assert_int_equal(out.state.regions, before.regions);
    assert_int_equal(out.state.in_loop, before.in_loop);
    if (before.in_loop)
      assert_int_equal(out.state.iteration, before.iteration);
  }
  pme__packer_free(&packer);
  pme__unpacker_free(&unpacker);
}

/* The promise of a cheap file: columns that count up take next to nothing, random ones as many bytes as they have. */
static void test_columns_are_small(void **data) {
  (void)data;
  static uint64_t words[EXAMPLE_MOST_WORDS];
  enum { RECORDS = 2000 };
  pme__packer packer = {0};
  pme_trace_state state = {0};
  uint64_t accesses = 0;
  for (int i = 0; i < RECORDS; i++) {
    words[2 * i] = (uint64_t)(uintptr_t)example_blocks()[0];
    words[2 * i + 1] = UINT64_C(0x7f0012345678) + 8 * (uint64_t)i;
  }
  assert_int_equal(
      pme__pack(&packer, EXAMPLE_SITES, &(pme__packed_records){words, 2 * RECORDS, NULL, 0}, &state, &accesses),
      PME_OK);
  assert_int_equal(accesses, RECORDS);
  assert_true(packer.out.count < RECORDS + 40); /* the sequence of blocks: all the same, nothing when compressed */
  example_seed(7);
  for (int i = 0; i < RECORDS; i++)
    words[2 * i + 1] = UINT64_C(0x7f0012345678) + 8 * example_random(1 << 22);
  assert_int_equal(
      pme__pack(&packer, EXAMPLE_SITES, &(pme__packed_records){words, 2 * RECORDS, NULL, 0}, &state, &accesses),
      PME_OK);
  assert_true(packer.out.count < RECORDS + 3 * RECORDS + 40);
  pme__packer_free(&packer);
}

static void test_tables_come_back(void **data) {
  (void)data;
  pme__bytes first = {0}, second = {0};
  pme__tables tables;
  pme__tables_write(&first, example_module());
  assert_int_equal(pme__tables_read(first.data, first.count, &tables), PME_OK);
  pme__tables_write(&second, tables.module);
  assert_int_equal(first.count, second.count);
  assert_memory_equal(first.data, second.data, first.count);
  for (size_t end = 0; end < first.count; end++)
    assert_int_equal(pme__tables_read(first.data, end, &(pme__tables){0}), PME_BAD_INPUT);
  pme__tables_free(&tables);
  pme__bytes_free(&first);
  pme__bytes_free(&second);
}

/* The check value of CRC-32, and that eight bytes at a time are those one at a time. */
static void test_check_sums(void **data) {
  (void)data;
  static const char text[] = "The quick brown fox jumps over the lazy dog";
  assert_int_equal(pme__check_sum("", 0), 0);
  assert_int_equal(pme__check_sum("123456789", 9), 0xcbf43926);
  assert_int_equal(pme__check_sum(text, sizeof text - 1), 0x414fa339);
}

/* ---- files ---- */

enum { PACKETS = 10 };

typedef struct reading {
  int packets[2];
  uint32_t seen[2]; /* a bit for each packet */
  uint64_t faults;
  char message[160]; /* of the first fault */
  bool is_complete;
} reading;

static reading read_all(void) {
  reading result = {0};
  pme_trace *trace;
  pme_error error = {0};
  assert_int_equal(pme_trace_open(path, &trace, &error), PME_OK);
  pme_trace_packet packet;
  for (bool found = true; found;) {
    assert_int_equal(pme_trace_next(trace, &packet, &found), PME_OK);
    if (found) {
      result.packets[packet.thread]++;
      result.seen[packet.thread] |= 1u << packet.number;
    }
  }
  size_t listed;
  const pme_trace_fault *faults = pme_trace_faults(trace, &listed, &result.faults);
  if (listed)
    snprintf(result.message, sizeof result.message, "%s", faults[0].message);
  result.is_complete = pme_trace_is_complete(trace);
  pme_trace_close(trace);
  return result;
}

static void test_a_file_is_read(void **data) {
  (void)data;
  pme__bytes file;
  example_seed(3);
  example_file(PACKETS, &file, NULL);
  save(file.data, file.count);
  reading r = read_all();
  assert_int_equal(r.packets[0] + r.packets[1], 2 * PACKETS);
  assert_int_equal(r.faults, 0);
  assert_true(r.is_complete);
  pme__bytes_free(&file);
}

/* Packets that are asked for again, while reading goes on. */
static void test_packets_are_found_again(void **data) {
  (void)data;
  pme__bytes file;
  pme_trace *trace;
  pme_trace_packet packet;
  uint64_t offset[2 * PACKETS], first[2 * PACKETS];
  size_t count[2 * PACKETS];
  bool found;
  example_seed(9);
  example_file(PACKETS, &file, NULL);
  save(file.data, file.count);
  assert_int_equal(pme_trace_open(path, &trace, NULL), PME_OK);
  for (int p = 0; p < 2 * PACKETS; p++) {
    assert_int_equal(pme_trace_next(trace, &packet, &found), PME_OK);
    assert_true(found);
    offset[p] = packet.offset_bytes;
    count[p] = packet.word_count;
    first[p] = packet.word_count > 1 ? packet.words[1] : 0;
    int again = (int)example_random((uint64_t)p + 1);
    assert_int_equal(pme_trace_packet_at(trace, offset[again], &packet), PME_OK);
    assert_int_equal(packet.thread, again % 2);
    assert_int_equal(packet.number, again / 2);
    assert_int_equal(packet.word_count, count[again]);
    assert_int_equal(packet.word_count > 1 ? packet.words[1] : 0, first[again]);
  }
  assert_int_equal(pme_trace_next(trace, &packet, &found), PME_OK);
  assert_false(found);
  assert_int_equal(pme_trace_packet_at(trace, offset[3] + 1, &packet), PME_IO);
  assert_int_equal(pme_trace_packet_at(trace, file.count, &packet), PME_IO);
  pme_trace_close(trace);
  pme__bytes_free(&file);
}

/* A flipped bit anywhere in a packet loses that packet, which is named. */
static void test_a_flipped_bit_loses_one_packet(void **data) {
  (void)data;
  pme__bytes file;
  size_t starts[2 * PACKETS + 1];
  example_seed(4);
  example_file(PACKETS, &file, starts);
  for (int round = 0; round < 200; round++) {
    size_t packet = example_random(2 * PACKETS), length = starts[packet + 1] - starts[packet];
    size_t at = starts[packet] + example_random(length);
    uint8_t bit = (uint8_t)(1u << example_random(8));
    file.data[at] ^= bit;
    save(file.data, file.count);
    reading r = read_all();
    assert_int_equal(r.packets[0] + r.packets[1], 2 * PACKETS - 1);
    assert_int_equal(r.seen[packet % 2], ((1u << PACKETS) - 1) & ~(1u << packet / 2));
    assert_true(r.faults >= 1);
    assert_non_null(strstr(r.message, "damaged"));
    assert_true(r.is_complete);
    file.data[at] ^= bit;
  }
  pme__bytes_free(&file);
}

static void test_a_cut_file_keeps_what_is_before(void **data) {
  (void)data;
  pme__bytes file;
  size_t starts[2 * PACKETS + 1];
  example_seed(5);
  example_file(PACKETS, &file, starts);
  for (int packet = 0; packet < 2 * PACKETS; packet++) {
    size_t length = starts[packet + 1] - starts[packet];
    save(file.data, starts[packet] + example_random(length));
    reading r = read_all();
    assert_int_equal(r.packets[0] + r.packets[1], packet);
    assert_true(r.faults >= 1);
    assert_false(r.is_complete);
  }
  pme__bytes_free(&file);
}

/* The tables stand in the file twice. */
static void test_lost_tables_are_read_from_the_end(void **data) {
  (void)data;
  pme__bytes file;
  size_t starts[2 * PACKETS + 1];
  example_seed(6);
  example_file(PACKETS, &file, starts);
  file.data[starts[0] - 5] ^= 1; /* of the first tables */
  save(file.data, file.count);
  assert_int_equal(read_all().packets[0], PACKETS);
  save(file.data, starts[2 * PACKETS]);
  pme_trace *trace;
  pme_error error = {0};
  assert_int_equal(pme_trace_open(path, &trace, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "tables"));
  pme__bytes_free(&file);
}

static void test_other_files_are_refused(void **data) {
  (void)data;
  static const struct {
    const char *bytes;
    size_t count;
    const char *message;
  } files[] = {{"", 0, "empty"},
               {"pmeprof 1\n", 10, "no trace"},
               {PME_TRACE_MAGIC "\7", 8, "version 7"},
               {PME_TRACE_MAGIC "\6", 8, "tables"}};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    pme_trace *trace;
    pme_error error = {0};
    save((const uint8_t *)files[i].bytes, files[i].count);
    assert_int_equal(pme_trace_open(path, &trace, &error), PME_BAD_INPUT);
    assert_non_null(strstr(error.message, files[i].message));
  }
  pme_trace *trace;
  assert_int_equal(pme_trace_open("/nonexistent/trace", &trace, NULL), PME_IO);
  assert_int_equal(pme_trace_open("/tmp", &trace, NULL), PME_IO);
}

/* What pme_trace_profile says of a trace of two threads, on stderr. */
static pme_profile *profile_of(const uint32_t threads[2], char *said, size_t room) {
  pme__bytes file;
  pme_trace *trace;
  pme_profile *profile = NULL;
  example_seed(9);
  example_file_of(threads, 1, &file, NULL);
  save(file.data, file.count);
  pme__bytes_free(&file);
  FILE *log = tmpfile();
  int kept = dup(STDERR_FILENO);
  assert_true(log && kept >= 0 && dup2(fileno(log), STDERR_FILENO) >= 0);
  pme_status opened = pme_trace_open(path, &trace, NULL);
  pme_status status = opened == PME_OK ? pme_trace_profile(trace, &profile, NULL) : opened;
  assert_true(dup2(kept, STDERR_FILENO) >= 0);
  close(kept);
  assert_int_equal(status, PME_OK);
  size_t listed;
  uint64_t faults;
  const pme_trace_fault *fault = pme_trace_faults(trace, &listed, &faults);
  rewind(log);
  size_t count = fread(said, 1, room - 1, log);
  snprintf(said + count, room - count, "%s", listed ? fault[0].message : "");
  fclose(log);
  pme_trace_close(trace);
  return profile;
}

/* More threads than a profile, or a reader, has room for: it is said, and the others are there. */
static void test_too_many_threads(void **data) {
  (void)data;
  static const struct {
    uint32_t number;
    const char *message;
  } cases[] = {{PME_PROFILE_MAX_THREADS - 1, ""},
               {PME_PROFILE_MAX_THREADS, "warning: more than 4096 threads: what the others do is not in the profile"},
               {1 << 16, "packet 0 of thread 65536 is left out"},
               {UINT32_MAX, "packet 0 of thread 4294967295 is left out"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char said[400];
    pme_profile *profile = profile_of((const uint32_t[]){7, cases[i].number}, said, sizeof said);
    int threads = pme_profile_options_of(profile)->threads;
    assert_int_equal(threads, i == 0 ? PME_PROFILE_MAX_THREADS : 8);
    assert_true(*cases[i].message ? strstr(said, cases[i].message) != NULL : *said == 0);
    pme_profile_destroy(profile);
  }
}

/* Every allocation fails once: a status, and nothing leaks. */
static void test_no_memory(void **data) {
  (void)data;
  pme__bytes file;
  example_seed(8);
  example_file(2, &file, NULL);
  save(file.data, file.count);
  pme__bytes_free(&file);
  bool failed = true;
  for (long n = 1; failed && n < 1000; n++) {
    pme_trace *trace = NULL;
    pme_trace_packet packet;
    bool found = true;
    pme_fail_allocation_after(n);
    pme_status status = pme_trace_open(path, &trace, NULL);
    while (status == PME_OK && found)
      status = pme_trace_next(trace, &packet, &found);
    pme_fail_allocation_after(0);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
    failed = status != PME_OK;
    pme_trace_close(trace);
  }
  assert_false(failed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_packets_come_back),
      cmocka_unit_test(test_columns_are_small),
      cmocka_unit_test(test_tables_come_back),
      cmocka_unit_test(test_check_sums),
      cmocka_unit_test(test_a_file_is_read),
      cmocka_unit_test(test_packets_are_found_again),
      cmocka_unit_test(test_a_flipped_bit_loses_one_packet),
      cmocka_unit_test(test_a_cut_file_keeps_what_is_before),
      cmocka_unit_test(test_lost_tables_are_read_from_the_end),
      cmocka_unit_test(test_other_files_are_refused),
      cmocka_unit_test(test_too_many_threads),
      cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests(tests, make_path, remove_path);
}
