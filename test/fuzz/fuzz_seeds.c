/* Writes seeds that are no text of the tree: a profile, and tables, packets and a file of a trace.
 *
 *   fuzz_seeds FOLDER     into FOLDER/profile and FOLDER/trace, which exist
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "test/unit/profile/example_profile.h"
#include "test/unit/trace/trace_example.h"

enum { PATH_BYTES = 4096, PACKETS = 4 };

/* `kind`: the byte in front, negative: none. */
static void write_seed(const char *folder, const char *name, int kind, const void *bytes, size_t count) {
  char path[PATH_BYTES];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *stream = fopen(path, "wb");
  if (!stream || (kind >= 0 && putc(kind, stream) == EOF) || fwrite(bytes, 1, count, stream) != count || fclose(stream))
    exit(1);
}

static void write_profile(const char *folder) {
  pme_profile *profile;
  if (build(&profile))
    exit(1);
  text_buffer text = text_of(profile);
  write_seed(folder, "profile/example", -1, text.bytes, text.length);
  free(text.bytes);
  pme_profile_destroy(profile);
}

static void write_packet(const char *folder, int number) {
  static pme__packer packer;
  static example_packet packet;
  char name[PATH_BYTES];
  pme_trace_state state = {0};
  uint64_t accesses = 0;
  do
    example_records(&packet);
  while (packet.word_count > 200);
  const pme__packed_records records = {packet.words, packet.word_count, packet.borders, packet.border_count};
  if (pme__pack(&packer, EXAMPLE_SITES, &records, &state, &accesses))
    exit(1);
  snprintf(name, sizeof name, "trace/packet-%d", number);
  write_seed(folder, name, 1, packer.out.data, packer.out.count);
}

int main(int count, char **arguments) {
  pme__bytes tables = {0}, file;
  if (count != 2)
    return 2;
  example_seed(1);
  write_profile(arguments[1]);
  pme__tables_write(&tables, example_module());
  write_seed(arguments[1], "trace/tables", 0, tables.data, tables.count);
  for (int p = 0; p < PACKETS; p++)
    write_packet(arguments[1], p);
  example_file(1, &file, NULL);
  write_seed(arguments[1], "trace/file", 2, file.data, file.count);
  pme__bytes_free(&tables);
  pme__bytes_free(&file);
  return 0;
}
