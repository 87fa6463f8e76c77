/* Mutations of programs that mostly leave programs: numbers, names and lines are exchanged, so that what is behind the
 * reader is reached. One in eight is any change of bytes, as libFuzzer makes them. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed);

typedef struct text {
  char *at;
  size_t count, most;
  uint64_t state; /* of random numbers */
} text;

typedef struct piece {
  size_t from, to;
} piece;

static size_t below(text *t, size_t bound) {
  t->state = t->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return bound ? (size_t)(t->state >> 33) % bound : 0;
}

static bool replace(text *t, piece old, const char *by, size_t length) {
  size_t rest = t->count - old.to;
  if (old.from + length + rest > t->most)
    return false;
  memmove(t->at + old.from + length, t->at + old.to, rest);
  memcpy(t->at + old.from, by, length);
  t->count = old.from + length + rest;
  return true;
}

/* ---- words and numbers ---- */

static bool is_of_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* One of those that begin with a letter, or with a digit. Empty: there is none. */
static piece pick_word(text *t, bool is_number) {
  piece found = {0, 0};
  size_t seen = 0;
  for (size_t from = 0, to; from < t->count; from = to + 1) {
    for (to = from; to < t->count && is_of_word(t->at[to]);)
      to++;
    if (to > from && !isdigit((unsigned char)t->at[from]) == !is_number && below(t, ++seen) == 0)
      found = (piece){from, to};
  }
  return found;
}

enum { WORD_BYTES = 64 };

static const char *const numbers[] = {"0",
                                      "1",
                                      "2",
                                      "3",
                                      "7",
                                      "8",
                                      "15",
                                      "16",
                                      "17",
                                      "63",
                                      "64",
                                      "65",
                                      "100",
                                      "1000",
                                      "4095",
                                      "4096",
                                      "1000000",
                                      "2147483647",
                                      "2147483648",
                                      "4294967296",
                                      "1e308",
                                      "1099511627776",
                                      "4611686018427387904",
                                      "9223372036854775807"};

static void change_number(text *t) {
  piece number = pick_word(t, true);
  char old[WORD_BYTES], changed[WORD_BYTES + 24];
  if (number.to == number.from || number.to - number.from >= sizeof old)
    return;
  memcpy(old, t->at + number.from, number.to - number.from);
  old[number.to - number.from] = '\0';
  static const char *const forms[] = {"-%s", "(%s + 1)", "(%s - 1)", "2*%s", "%s0", "%s*n"};
  size_t form = below(t, 2 * sizeof forms / sizeof *forms);
  if (form < sizeof forms / sizeof *forms)
    snprintf(changed, sizeof changed, forms[form], old);
  else
    snprintf(changed, sizeof changed, "%s", numbers[below(t, sizeof numbers / sizeof *numbers)]);
  replace(t, number, changed, strlen(changed));
}

/* A name, or a keyword, takes the place of another one. */
static void change_word(text *t) {
  piece to = pick_word(t, false), from = pick_word(t, false);
  char word[WORD_BYTES];
  size_t length = from.to - from.from;
  if (to.to == to.from || length == 0 || length >= sizeof word)
    return;
  memcpy(word, t->at + from.from, length);
  replace(t, to, word, length);
}

/* ---- lines ---- */

/* With its end. */
static piece pick_line(text *t) {
  size_t at = below(t, t->count);
  piece line = {at, at};
  while (line.from > 0 && t->at[line.from - 1] != '\n')
    line.from--;
  while (line.to < t->count && t->at[line.to] != '\n')
    line.to++;
  line.to += line.to < t->count;
  return line;
}

enum { LINE_BYTES = 512 };

static void insert(text *t, size_t at, const char *line, size_t length) { replace(t, (piece){at, at}, line, length); }

/* A line once more, somewhere else; in half of all, no more where it was. */
static void move_line(text *t) {
  char line[LINE_BYTES];
  piece from = pick_line(t);
  size_t length = from.to - from.from;
  if (length == 0 || length > sizeof line)
    return;
  memcpy(line, t->at + from.from, length);
  if (below(t, 2))
    replace(t, from, "", 0);
  insert(t, pick_line(t).from, line, length);
}

static void drop_line(text *t) { replace(t, pick_line(t), "", 0); }

/* Around one line: a loop, or a parallel one. */
static void wrap_line(text *t) {
  static const char *const heads[] = {"loop zz = 0 .. 9\n",
                                      "loop zz = 0 .. n - 1 parallel\n",
                                      "loop zz = 0 .. 99 parallel schedule dynamic 4\n",
                                      "loop zz = 0 .. 1000000\n",
                                      "loop zz = n .. 0 step -1\n",
                                      "loop zz = 0 .. 63 parallel schedule static 1 nowait\n",
                                      "loop zz = 0 .. 1 parallel collapse 2\n",
                                      "region threads 3\n",
                                      "if n - 3\n",
                                      "if one-thread\n",
                                      "loop zz = 0 .. threads() - 1 parallel each-thread\n"};
  const char *head = heads[below(t, sizeof heads / sizeof *heads)];
  piece line = pick_line(t);
  insert(t, line.to, "end\n", 4);
  insert(t, line.from, head, strlen(head));
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed) {
  static void (*const changes[])(text *t) = {change_number, change_number, change_word,
                                             move_line,     drop_line,     wrap_line};
  text t = {(char *)bytes, count, most, seed};
  below(&t, 1);
  if (count == 0 || below(&t, 8) == 0)
    return LLVMFuzzerMutate(bytes, count, most);
  for (size_t left = 1 + below(&t, 3); left > 0; left--)
    changes[below(&t, sizeof changes / sizeof *changes)](&t);
  return t.count;
}
