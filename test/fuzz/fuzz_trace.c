/* Fuzz target: the reader of traces. The first byte chooses: the tables of a module, a packet of records (both behind
 * decompression and check sums), or a whole file, whose check sums are made right. */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "analysis/base/checksum.h"
#include "analysis/trace/packet.h"
#include "test/unit/trace/trace_example.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { PATH_BYTES = 64 };

static void check_packet(const pme_trace_packet *packet) {
  pme_trace_state state = packet->state;
  size_t word = 0;
  for (size_t b = 0; b < packet->border_count; b++)
    pme_trace_pass_border(&state, &packet->borders[b]);
  while (word < packet->word_count)
    word += pme_trace_pass_record(&state, packet->words + word);
  if (word != packet->word_count)
    abort();
}

static void try_tables(const uint8_t *bytes, size_t count) {
  pme__tables tables;
  if (pme__tables_read(bytes, count, &tables) == PME_OK)
    pme__tables_free(&tables);
}

static void try_packet(const uint8_t *bytes, size_t count) {
  static pme__unpacker unpacker;
  pme_trace_packet out = {0};
  if (pme__unpack(&unpacker, example_blocks(), EXAMPLE_SITES, bytes, count, &out) == PME_OK)
    check_packet(&out);
}

/* The head of each packet says again how many bytes follow and what they add up to. */
static void mend_sums(uint8_t *bytes, size_t count) {
  for (size_t at = PME_TRACE_FILE_HEAD; at + PME_TRACE_PACKET_HEAD <= count;) {
    pme__packet_head head;
    if (!pme__packet_head_read(bytes + at, &head))
      return;
    size_t left = count - at - PME_TRACE_PACKET_HEAD;
    if (head.stored_bytes > left)
      head.stored_bytes = (uint32_t)left;
    head.check_sum = pme__check_sum((const char *)bytes + at + PME_TRACE_PACKET_HEAD, head.stored_bytes);
    pme__packet_head_write(&head, bytes + at);
    at += PME_TRACE_PACKET_HEAD + head.stored_bytes;
  }
}

static void read_file(const char *path) {
  pme_trace *trace = NULL;
  pme_trace_packet packet;
  pme_profile *profile = NULL;
  pme_status status = pme_trace_open(path, &trace, NULL);
  for (bool found = true; status == PME_OK && found;) {
    status = pme_trace_next(trace, &packet, &found);
    if (status == PME_OK && found)
      check_packet(&packet);
  }
  if (status == PME_OK && pme_trace_profile(trace, &profile, NULL) == PME_OK)
    pme_profile_destroy(profile);
  pme_trace_close(trace);
}

static void try_file(const uint8_t *bytes, size_t count) {
  char path[PATH_BYTES];
  int file = memfd_create("trace", MFD_CLOEXEC);
  uint8_t *mended = (uint8_t *)malloc(count + 1);
  if (file < 0 || !mended)
    abort();
  memcpy(mended, bytes, count);
  mend_sums(mended, count);
  if (write(file, mended, count) != (ssize_t)count)
    abort();
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  read_file(path);
  close(file);
  free(mended);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  static void (*const kinds[])(const uint8_t *bytes, size_t count) = {try_tables, try_packet, try_file};
  if (count > 0)
    kinds[bytes[0] % 3](bytes + 1, count - 1);
  return 0;
}
