/* Traces as text, and the misses of a team that they tell. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/report/svg/svg_team.h"
#include "analysis/team/team_predict.h"
#include "analysis/team/team_prediction.h"

static pme_status read_text(const char *text, uint32_t line_bytes, pme__sequential_trace *trace, pme_error *error) {
  FILE *stream = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  assert_non_null(stream);
  pme_status status = pme__sequential_trace_read(stream, line_bytes, trace, error);
  fclose(stream);
  return status;
}

static const char small_trace[] = "pmetrace 1\n# a comment\nmaster\nb 3\nr 1000 8\nall nowait\nr 2000 4 p\n"
                                  "loop static,2 nowait\ni\nb 0\nw 3000 8\ni\nb 1\nr 303c 8\nr 2000 4 p\ni\n";

static void a_trace_is_read(void **state) {
  (void)state;
  pme__sequential_trace t;
  pme_error error = {0};
  assert_int_equal(read_text(small_trace, 64, &t, &error), PME_OK);
  assert_int_equal(t.work_count, 3);
  assert_int_equal(t.reference_count, 6); /* 303c .. 3043 straddles two lines */
  assert_int_equal(t.work[0].kind, PME_PIECE_MASTER);
  assert_false(t.work[0].no_barrier);
  assert_int_equal(t.work[1].kind, PME_PIECE_ALL);
  assert_true(t.work[1].no_barrier);
  assert_int_equal(t.work[2].schedule, PME_TEAM_CHUNKED);
  assert_int_equal(t.work[2].chunk, 2);
  assert_int_equal(t.work[2].iterations.count, 3);
  assert_int_equal(t.work[2].iterations.length(t.work[2].iterations.context, 1, 2), 3);
  assert_int_equal(t.work[2].iterations.length(t.work[2].iterations.context, 2, 3), 0);
  assert_int_equal(t.work[0].iterations.length(t.work[0].iterations.context, 0, 1), 1);
  assert_true(t.has_iterations);
  assert_int_equal(t.blocks.executions, 3);
  assert_int_equal(t.blocks.blocks, 4);
  assert_int_equal(t.blocks.start[3] - t.blocks.start[2], 3);
  pme__sequential_trace_close(&t);
}

static void faults_have_a_place(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int line;
  } cases[] = {{"", 1},
               {"pmetrace 2\n", 1},
               {"pmetrace 1\nr 10 8\n", 2},
               {"pmetrace 1\nloop\nr 10 8\n", 3},
               {"pmetrace 1\nall\nr 10\n", 3},
               {"pmetrace 1\nall\nr xyz 8\n", 3},
               {"pmetrace 1\nall\nr 10 0\n", 3},
               {"pmetrace 1\nall\nr 10 8 q\n", 3},
               {"pmetrace 1\nall\nr 1000000000000000 8\n", 3},
               {"pmetrace 1\nall\ni\n", 3},
               {"pmetrace 1\nloop fast\n", 2},
               {"pmetrace 1\nloop static,0\n", 2},
               {"pmetrace 1\nall static\n", 2},
               {"pmetrace 1\nb -1\n", 2},
               {"pmetrace 1\nb 1048576\n", 2},
               {"pmetrace 1\n\nq\n", 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pme__sequential_trace t;
    pme_error error = {0};
    if (!cases[i].text[0]) {
      FILE *stream = fopen("/dev/null", "r");
      assert_int_equal(pme__sequential_trace_read(stream, 64, &t, &error), PME_BAD_INPUT);
      fclose(stream);
    } else {
      assert_int_equal(read_text(cases[i].text, 64, &t, &error), PME_BAD_INPUT);
    }
    assert_int_equal(error.line, cases[i].line);
  }
  pme__sequential_trace t;
  assert_int_equal(read_text(small_trace, 48, &t, NULL), PME_BAD_ARGUMENT);
}

static void damaged_traces_do_no_harm(void **state) {
  (void)state;
  char text[sizeof small_trace];
  uint32_t random = 1;
  for (int i = 0; i < 5000; i++) {
    memcpy(text, small_trace, sizeof text);
    for (int k = 0; k < 3; k++) {
      random = random * 1664525 + 1013904223;
      text[12 + (random >> 8) % (sizeof text - 13)] = "0123\nibrwloop p,xs#-"[(random >> 20) % 20];
    }
    pme__sequential_trace t;
    if (read_text(text, 64, &t, NULL) == PME_OK)
      pme__sequential_trace_close(&t);
  }
}

static pme_machine machine_of(const char *text) {
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}

/* 16 iterations: iteration i reads line i of its own, a common table of 4 lines, and a private line; twice. */
static pme__sequential_trace table_trace(void) {
  char *text = NULL;
  size_t bytes;
  FILE *stream = open_memstream(&text, &bytes);
  fputs("pmetrace 1\n", stream);
  for (int sweep = 0; sweep < 2; sweep++) {
    fputs("loop static\n", stream);
    for (int i = 0; i < 16; i++)
      fprintf(stream, "i\nb 0\nr %x 8\nr %x 8\nw f0000 8 p\n", 0x10000 + 64 * i, 0x20000 + 64 * (i % 4));
  }
  fclose(stream);
  pme__sequential_trace t;
  assert_int_equal(read_text(text, 64, &t, NULL), PME_OK);
  free(text);
  return t;
}

static void misses_of_a_team(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=4;L1=512,8,64;L2=4K,64,64,shared=4");
  pme__sequential_trace t = table_trace();
  for (uint32_t threads = 1; threads <= 4; threads *= 2)
    for (int method = PME_METHOD_AUTO; method < PME_METHOD_COUNT; method++) {
      pme__team_question question = {.machine = &machine, .threads = threads, .method = (pme__team_method)method};
      pme__team_answer answer;
      assert_int_equal(pme__team_predict(&t, &question, &answer, NULL), PME_OK);
      assert_int_equal(answer.method, method == PME_METHOD_AUTO ? PME_METHOD_ITERATIONS : method);
      assert_int_equal(answer.references, 96);
      /* 16 rows, 4 lines of the table, a line of each thread: all fit the shared cache. */
      bool is_measured = method <= PME_METHOD_BLOCKS;
      assert_true(fabs(answer.level[1].misses - (20 + threads)) <= (is_measured ? 0 : 4 * threads));
      assert_true(answer.level[1].low <= answer.level[1].misses && answer.level[1].misses <= answer.level[1].high);
      assert_int_equal(answer.level[0].instances, threads);
      assert_int_equal(answer.level[1].instances, 1);
      if (method != PME_METHOD_BLOCKS) /* 16 / T + 4 + 1 lines against 8 */
        assert_true(answer.level[0].cold >= 20 + threads - 1e-6);
    }
  pme__sequential_trace_close(&t);
}

static void what_cannot_be_answered(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=1;L1=512,8,64;L2=4K,4,128");
  pme__sequential_trace t = table_trace();
  pme__team_question question = {.machine = &machine, .threads = 2};
  pme__team_answer answer;
  pme_error error;
  assert_int_equal(pme__team_predict(&t, &question, &answer, &error), PME_BAD_ARGUMENT);
  assert_non_null(strstr(error.message, "lines of 128 bytes"));
  machine = machine_of("cores=1;L1=512,8,64");
  question.threads = 0;
  assert_int_equal(pme__team_predict(&t, &question, &answer, &error), PME_BAD_ARGUMENT);
  question.threads = 1025;
  assert_int_equal(pme__team_predict(&t, &question, &answer, &error), PME_BAD_ARGUMENT);
  question.threads = 1024;
  assert_int_equal(pme__team_predict(&t, &question, &answer, &error), PME_OK);
  pme__sequential_trace_close(&t);
  /* Blocks alone: Algorithm 1, and nothing that needs iterations. */
  assert_int_equal(read_text("pmetrace 1\nall\nb 0\nr 40 8\nb 0\nr 80 8\n", 64, &t, NULL), PME_OK);
  question.threads = 2;
  assert_int_equal(pme__team_predict(&t, &question, &answer, &error), PME_OK);
  assert_int_equal(answer.method, PME_METHOD_BLOCKS);
  assert_string_equal(answer.why, "the trace has blocks, but no borders of iterations: that leaves Algorithm 1");
  question.method = PME_METHOD_RDFP;
  assert_int_equal(pme__team_predict(&t, &question, &answer, &error), PME_BAD_ARGUMENT);
  pme__sequential_trace_close(&t);
}

static pme_status travel(const pme_machine *machine) {
  pme__sequential_trace t;
  pme_status status = read_text(small_trace, 64, &t, NULL);
  if (status != PME_OK)
    return status;
  for (int method = PME_METHOD_AUTO; method < PME_METHOD_COUNT && status == PME_OK; method++) {
    pme__team_question question = {.machine = machine, .threads = 2, .method = (pme__team_method)method};
    pme__team_answer answer;
    status = pme__team_predict(&t, &question, &answer, NULL);
  }
  pme__sequential_trace_close(&t);
  return status;
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=2;L1=512,2,64;L2=4K,4,64,shared=2");
  pme_status status = PME_NO_MEMORY;
  long n = 1;
  for (; status != PME_OK && n < 5000; n++) {
    pme_fail_allocation_after(n);
    status = travel(&machine);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  pme_fail_allocation_after(0);
  assert_int_equal(status, PME_OK);
  assert_true(n > 100);
}

/* What a team is told, as a prediction and as a picture: the same numbers, one loop, one reference. */
static void answers_as_prediction_and_picture(void **state) {
  (void)state;
  pme_machine machine = machine_of("cores=4;L1=512,8,64;L2=4K,64,64,shared=4");
  pme__sequential_trace t = table_trace();
  pme__team_question question = {.machine = &machine, .threads = 2};
  pme__team_answer answer;
  pme_prediction *prediction;
  pme_arena *arena = pme_arena_create();
  assert_int_equal(pme__team_predict(&t, &question, &answer, NULL), PME_OK);
  pme__team_run run = {&t, "run.pmetrace", &question, &answer};
  assert_int_equal(pme__team_prediction(&run, arena, &prediction, NULL), PME_OK);
  assert_true(prediction->loop_count == 1 && prediction->reference_count == 1);
  assert_string_equal(prediction->subject->file, "run.pmetrace");
  assert_true(prediction->assumption_count > 0);
  for (int l = 0; l < machine.level_count; l++) {
    const pme_misses *m = &prediction->levels[l];
    assert_true(fabs(m->accesses - answer.level[l].accesses) < 1e-9 && fabs(m->misses - answer.level[l].misses) < 1e-9);
    assert_true(fabs(m->cold + m->self + m->other_threads - m->misses) < 1e-9);
  }
  char *picture = NULL;
  size_t bytes;
  FILE *stream = open_memstream(&picture, &bytes);
  pme__svg_team(&answer, &question.threads, 1, &machine, stream);
  fclose(stream);
  assert_true(strstr(picture, "<svg") && strstr(picture, "</svg>") && strstr(picture, "L2"));
  free(picture);
  pme_arena_destroy(arena);
  pme__sequential_trace_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_trace_is_read),
      cmocka_unit_test(faults_have_a_place),
      cmocka_unit_test(damaged_traces_do_no_harm),
      cmocka_unit_test(misses_of_a_team),
      cmocka_unit_test(what_cannot_be_answered),
      cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(answers_as_prediction_and_picture),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
