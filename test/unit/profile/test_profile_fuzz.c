/* The reader of profiles on damaged files: a fixed sequence of mutations of a good file, half of them with check sums
 * made right again, so that they reach what stands behind the sums. Whatever is read must be writable, readable without
 * a fault, and fit for prediction, merging and scaling.
 *
 *   test_profile_fuzz [INPUTS [SEED [EVERY]]]     every EVERY-th input is also used; by hand: a million with the
 * sanitizers
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/base/checksum.h"
#include "analysis/profile/scale.h"
#include "pmecache/profile_answer.h"

static const char good[] =
    "pmeprof 1\n"
    "run version 1 line 64 sampling hybrid window 64 sample 128 threads 2 rate 1\n"
    "command \"./bfs \\x22graph\\x22\"\n"
    "geometry 0 sets 64 ways 8\n"
    "geometry 1 sets 1000 ways 3\n"
    "geometry 2 sets 512 ways 8 sampled\n"
    "function 0 \"bfs\" at 10:0 file \"bfs.c\" hash 1f3a5b7c9d2e4f60 calls 1\n"
    "function 1 \"main\" at 0:0 hash 0 calls 1\n"
    "loop 0 function 0 number 1 parent - at 12:3 variable \"v\" parallel dynamic 16 threads 2 executions 3 iterations "
    "300\n"
    "loop 1 function 0 number 2 parent 0 at 14:5 file \"edge.h\" threads 0 executions 300 iterations 4000\n"
    "block 0 function 0 number 4 loop 0 at 0:0 executions 300\n"
    "block 1 function 0 number 5 loop 1 at 0:0 executions 4000\n"
    "block 2 function 1 number 0 loop - at 0:0 executions 1\n"
    "reference 0 block 0 number 1 at 13:7 array \"row\" read 8\n"
    "reference 1 block 1 number 2 at 15:9 array \"seen\" write 4\n"
    "reference 2 block 2 number 0 at 0:0 read 0\n"
    "symbol function 0 loop - name \"n\" value 300 times 1\n"
    "symbol function 0 loop 0 name \"m[0]\" value -5 times 3\n"
    "others function 0 loop 0 name \"m[0]\" times 7\n"
    "stream reference 0 thread 0 accesses 300 total 300 cold 40 far 80 bins 0 100 1 120 64 20.5 1330 4096 10 41500\n"
    "nearest reference 0 thread 0 total 300 cold 30 far 0 bins 0 100 1 120 64 20.5 1330\n"
    "farthest reference 0 thread 0 total 300 cold 60 far 0 bins 0 100 1 120 8192 20 170000\n"
    "hits reference 0 thread 0 geometry 0 total 300 depths 100 50 0 0 0 0 0 9\n"
    "hits reference 0 thread 0 geometry 1 total 300 depths 100 50 1\n"
    "sampled reference 0 thread 0 geometry 2 hits 120 expected 130.5 variance 90 weight 7 met 90 evenly 40.5\n"
    "stream reference 1 thread 1 accesses 4000 total 4000 cold 300 far 900 bins 0 3000 7 100 8192 600 5000000\n"
    "stream reference 2 thread 0 accesses 1 total 1 cold 1 far 1 bins\n"
    "end 27\n";

enum { ROOM = 1 << 14 };

static uint64_t random_state;

static uint64_t random_below(uint64_t n) {
  random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (random_state >> 33) % n;
}

/* ---- check sums ---- */

/* Every line gets its sum, or loses it. */
static size_t with_sums(const char *text, size_t length, char *out) {
  size_t used = 0;
  for (size_t start = 0; start < length && used + 64 < ROOM;) {
    const char *stop = (const char *)memchr(text + start, '\n', length - start);
    size_t end = stop ? (size_t)(stop - text) : length, line = end - start;
    if (used + line + 16 > ROOM)
      break;
    memcpy(out + used, text + start, line);
    used += line;
    used += (size_t)sprintf(out + used, " ~%08x\n", (unsigned)pme__check_sum(text + start, line));
    start = end + 1;
  }
  return used;
}

/* ---- mutations ---- */

static size_t flip(char *text, size_t length) {
  if (length)
    text[random_below(length)] ^= (char)(1 << random_below(8));
  return length;
}

static size_t cut(char *text, size_t length) {
  (void)text;
  return length ? random_below(length) : 0;
}

/* A digit becomes another, or a number becomes huge or negative. */
static size_t number(char *text, size_t length) {
  static const char *const odd[] = {
      "-1", "0",    "4294967296", "9223372036854775807", "18446744073709551616", "1e308", "nan", "inf",
      "-",  "0x10", "1e-300",     "2147483647"};
  size_t at = length ? random_below(length) : 0;
  while (at < length && (text[at] < '0' || text[at] > '9'))
    at++;
  if (at >= length)
    return length;
  if (random_below(2)) {
    text[at] = (char)('0' + random_below(10));
    return length;
  }
  size_t end = at;
  while (end < length && text[end] >= '0' && text[end] <= '9')
    end++;
  const char *with = odd[random_below(sizeof odd / sizeof *odd)];
  size_t more = strlen(with);
  if (length - (end - at) + more >= ROOM)
    return length;
  memmove(text + at + more, text + end, length - end);
  memcpy(text + at, with, more);
  return length - (end - at) + more;
}

/* A piece goes, or stands twice. */
static size_t piece(char *text, size_t length) {
  if (length < 2)
    return length;
  size_t at = random_below(length - 1), size = 1 + random_below(length - at < 200 ? length - at : 200);
  if (random_below(2)) {
    memmove(text + at, text + at + size, length - at - size);
    return length - size;
  }
  if (length + size >= ROOM)
    return length;
  memmove(text + at + size, text + at, length - at);
  return length + size;
}

static size_t mutate(char *text, size_t length) {
  static size_t (*const kinds[])(char *text, size_t length) = {flip, flip, number, number, number, piece, cut};
  for (uint64_t n = 1 + random_below(4); n > 0; n--)
    length = kinds[random_below(n == 1 ? 7 : 6)](text, length);
  return length;
}

/* ---- what must hold ---- */

typedef struct text_buffer {
  char *bytes;
  size_t length, room;
} text_buffer;

static bool append(void *context, const char *bytes, size_t length) {
  text_buffer *t = (text_buffer *)context;
  if (t->length + length > t->room) {
    t->room = 2 * (t->length + length);
    t->bytes = (char *)realloc(t->bytes, t->room);
    if (!t->bytes)
      return false;
  }
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
  return true;
}

static void die(const char *what, const char *text, size_t length) {
  fprintf(stderr, "%s\n", what);
  fwrite(text, 1, length, stderr);
  exit(1);
}

static void use(pme_profile *p, const pme_machine *machine, const pme_profile *other) {
  pme_profile_answers *answers;
  pme__scale_report report;
  pme_profile *scaled;
  const pme__scale_run runs[] = {{p, 10}, {other, 20}};
  if (!pme_profile_predict(p, machine, &answers, NULL))
    pme_profile_answers_destroy(answers);
  if (!pme__profile_scale(&(pme__scale_question){runs, 2, 40, "n", PME_SCALE_FITTED, NULL}, &scaled, &report, NULL))
    pme_profile_destroy(scaled);
  pme_profile_merge(p, other, NULL);
}

/* `machine` NULL: only read and write. */
static void check(const char *text, size_t length, const pme_machine *machine, const pme_profile *other) {
  pme_profile *p, *q;
  text_buffer written = {NULL, 0, 0};
  int count, total;
  if (pme_profile_read(text, length, &p, NULL))
    return;
  if (pme_profile_write(p, &(pme_profile_writer){append, &written}))
    die("what was read cannot be written", text, length);
  if (pme_profile_read(written.bytes, written.length, &q, NULL))
    die("what was written cannot be read", text, length);
  pme_profile_faults(q, &count, &total);
  if (total)
    die("what was written has faults", text, length);
  if (machine)
    use(p, machine, other);
  pme_profile_destroy(p);
  pme_profile_destroy(q);
  free(written.bytes);
}

int main(int argument_count, char **arguments) {
  static char text[ROOM], summed[ROOM];
  static const char machine_text[] = "cores=2;L1=32K,8,64;L2=192000,3,64,shared=2";
  long inputs = argument_count > 1 ? atol(arguments[1]) : 4000;
  long every = argument_count > 3 ? atol(arguments[3]) : 1;
  pme_machine machine;
  pme_profile *other;
  random_state = argument_count > 2 ? (uint64_t)atol(arguments[2]) : 1;
  if (every < 1 || pme_machine_read(machine_text, sizeof machine_text - 1, &machine, NULL) ||
      pme_profile_read(good, sizeof good - 1, &other, NULL))
    return 1;
  int count, total;
  pme_profile_faults(other, &count, &total);
  if (total)
    die("the good profile has faults", good, sizeof good - 1);
  for (long i = 0; i < inputs; i++) {
    const pme_machine *used = i / 2 % every == 0 ? &machine : NULL;
    memcpy(text, good, sizeof good - 1);
    size_t length = sizeof good - 1;
    if (i % 2) {
      length = mutate(text, length);
      check(summed, with_sums(text, length, summed), used, other);
    } else {
      length = with_sums(text, length, summed);
      check(summed, mutate(summed, length), used, other);
    }
  }
  pme_profile_destroy(other);
  printf("%ld inputs\n", inputs);
  return 0;
}
