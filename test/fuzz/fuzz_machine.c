/* Fuzz target: the reader of machines. What is read can be written, and then reads as the same text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

enum { MOST_BYTES = 1 << 14, MOST_THREADS = 9 };

static void check_instances(const pme_machine *machine) {
  for (int level = 0; level < machine->level_count; level++)
    for (int threads = 1; threads <= MOST_THREADS; threads += 4)
      for (int thread = 0; thread < threads; thread++)
        if (pme_machine_instance_of(machine, level, thread, threads) >= pme_machine_instances(machine, level, threads))
          abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  static char text[MOST_BYTES], again[MOST_BYTES];
  pme_machine machine;
  pme_error error = {0};
  if (pme_machine_read((const char *)bytes, count, &machine, &error)) {
    if (!*error.message)
      abort();
    return 0;
  }
  check_instances(&machine);
  if (pme_machine_write(&machine, text, sizeof text) >= sizeof text)
    abort();
  if (pme_machine_read(text, strlen(text), &machine, NULL))
    abort();
  pme_machine_write(&machine, again, sizeof again);
  if (strcmp(text, again))
    abort();
  return 0;
}
