/* The reader of traces on damaged bytes: a fixed sequence of mutations of packets, of tables (both behind the check
 * sums, as if those were right) and, one in 64, of whole files. Nothing may crash, hang, or touch memory that is not
 * its own; what is read must be fit for packing.
 *
 *   test_trace_fuzz [INPUTS [SEED]]     by hand: a million, with the sanitizers (-DPMECACHE_SANITIZE=ON)
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test/unit/trace/trace_example.h"

enum { KINDS = 16 };

static void mutate(uint8_t *bytes, size_t *count) {
  for (uint64_t times = 1 + example_random(4); times > 0 && *count > 0; times--)
    switch (example_random(8)) {
    case 0:
      *count = example_random(*count) + 1;
      break;
    case 1:
      bytes[example_random(*count)] = (uint8_t)(example_random(2) ? 0xff : 0x80);
      break;
    case 2:
      bytes[example_random(*count)] = (uint8_t)example_random(256);
      break;
    case 3: { /* a piece moves */
      size_t length = example_random(*count) / 4 + 1, from = example_random(*count - length + 1);
      memmove(bytes + example_random(*count - length + 1), bytes + from, length);
      break;
    }
    default:
      bytes[example_random(*count)] ^= (uint8_t)(1u << example_random(8));
      break;
    }
}

static bool check_packet(const pme_trace_packet *packet) {
  pme_trace_state state = packet->state;
  for (size_t b = 0; b < packet->border_count; b++)
    pme_trace_pass_border(&state, &packet->borders[b]);
  size_t word = 0;
  while (word < packet->word_count)
    word += pme_trace_pass_record(&state, packet->words + word);
  return word == packet->word_count;
}

static bool try_packet(const pme__bytes *good) {
  static pme__unpacker unpacker;
  static uint8_t bytes[1 << 20];
  size_t count = good->count;
  pme_trace_packet out = {0};
  memcpy(bytes, good->data, count);
  mutate(bytes, &count);
  pme_status status = pme__unpack(&unpacker, example_blocks(), EXAMPLE_SITES, bytes, count, &out);
  return status == PME_OK ? check_packet(&out) : status == PME_BAD_INPUT;
}

static bool try_tables(const pme__bytes *good) {
  static uint8_t bytes[1 << 16];
  size_t count = good->count;
  pme__tables tables;
  memcpy(bytes, good->data, count);
  mutate(bytes, &count);
  pme_status status = pme__tables_read(bytes, count, &tables);
  if (status == PME_OK)
    pme__tables_free(&tables);
  return status == PME_OK || status == PME_BAD_INPUT;
}

static bool try_file(const pme__bytes *good, const char *path) {
  static uint8_t bytes[1 << 20];
  size_t count = good->count;
  memcpy(bytes, good->data, count);
  mutate(bytes, &count);
  FILE *stream = fopen(path, "wb");
  if (!stream || fwrite(bytes, 1, count, stream) != count || fclose(stream) != 0)
    return false;
  pme_trace *trace = NULL;
  pme_trace_packet packet;
  pme_status status = pme_trace_open(path, &trace, NULL);
  bool good_packets = true;
  for (bool found = true; status == PME_OK && found;) {
    status = pme_trace_next(trace, &packet, &found);
    if (status == PME_OK && found)
      good_packets &= check_packet(&packet);
  }
  pme_trace_close(trace);
  return good_packets && (status == PME_OK || status == PME_BAD_INPUT);
}

static void pack_one(pme__bytes *out, pme__packer *packer) {
  static example_packet packet;
  pme_trace_state state = {0};
  uint64_t accesses = 0;
  do
    example_records(&packet);
  while (packet.word_count > 400);
  if (pme__pack(packer, EXAMPLE_SITES,
                &(pme__packed_records){packet.words, packet.word_count, packet.borders, packet.border_count}, &state,
                &accesses) != PME_OK)
    abort();
  *out = packer->out;
}

int main(int argument_count, char **arguments) {
  long inputs = argument_count > 1 ? atol(arguments[1]) : 100000;
  example_seed(argument_count > 2 ? (uint64_t)atol(arguments[2]) : 1);
  char path[] = "/tmp/pmecache-fuzz-XXXXXX";
  int made = mkstemp(path);
  pme__bytes packets[KINDS], tables = {0}, file;
  static pme__packer packers[KINDS];
  if (made < 0)
    return 1;
  close(made);
  for (int k = 0; k < KINDS; k++)
    pack_one(&packets[k], &packers[k]);
  pme__tables_write(&tables, example_module());
  example_file(2, &file, NULL);
  long i = 0;
  for (bool good = true; good && i < inputs; i += good)
    good = i % 16 == 0  ? try_file(&file, path)
           : i % 4 == 1 ? try_tables(&tables)
                        : try_packet(&packets[example_random(KINDS)]);
  remove(path);
  pme__bytes_free(&tables);
  pme__bytes_free(&file);
  for (int k = 0; k < KINDS; k++)
    pme__packer_free(&packers[k]);
  if (i < inputs)
    fprintf(stderr, "input %ld is not handled\n", i);
  return i < inputs;
}
