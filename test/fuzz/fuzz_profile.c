/* Fuzz target: the reader of profiles, as they are and with check sums made right, so that what stands behind them is
 * reached. What is read can be written, reads again without a fault, predicts and merges. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/base/checksum.h"
#include "pmecache/profile_answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { SUM_BYTES = 16 };

typedef struct text_buffer {
  char *bytes;
  size_t length, room;
} text_buffer;

static bool append(void *context, const char *bytes, size_t length) {
  text_buffer *t = (text_buffer *)context;
  if (length == 0)
    return true;
  if (t->length + length > t->room) {
    t->room = 2 * (t->length + length);
    t->bytes = (char *)realloc(t->bytes, t->room);
    if (!t->bytes)
      abort();
  }
  memcpy(t->bytes + t->length, bytes, length);
  t->length += length;
  return true;
}

/* Each line without a sum gets one. */
static text_buffer with_sums(const char *text, size_t length) {
  text_buffer out = {0};
  for (size_t start = 0; start < length;) {
    const char *stop = (const char *)memchr(text + start, '\n', length - start);
    size_t end = stop ? (size_t)(stop - text) : length;
    char sum[SUM_BYTES];
    append(&out, text + start, end - start);
    snprintf(sum, sizeof sum, " ~%08x\n", (unsigned)pme__check_sum(text + start, end - start));
    append(&out, sum, strlen(sum));
    start = end + 1;
  }
  return out;
}

static void use(pme_profile *profile, const pme_profile *other) {
  static const char machine_text[] = "cores=2;L1=32K,8,64;L2=192000,3,64,shared=2";
  pme_machine machine;
  pme_profile_answers *answers;
  if (pme_machine_read(machine_text, sizeof machine_text - 1, &machine, NULL))
    abort();
  if (!pme_profile_predict(profile, &machine, &answers, NULL))
    pme_profile_answers_destroy(answers);
  pme_profile_merge(profile, other, NULL);
}

static void check(const char *text, size_t length) {
  pme_profile *profile, *again;
  text_buffer written = {0};
  int count, total;
  if (pme_profile_read(text, length, &profile, NULL))
    return;
  if (pme_profile_write(profile, &(pme_profile_writer){append, &written}) ||
      pme_profile_read(written.bytes, written.length, &again, NULL))
    abort();
  pme_profile_faults(again, &count, &total);
  if (total)
    abort();
  use(profile, again);
  pme_profile_destroy(profile);
  pme_profile_destroy(again);
  free(written.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  text_buffer summed = with_sums((const char *)bytes, count);
  check((const char *)bytes, count);
  check(summed.bytes, summed.length);
  free(summed.bytes);
  return 0;
}
