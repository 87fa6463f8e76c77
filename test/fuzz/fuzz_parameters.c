/* Fuzz target: what options say of symbols, schedules and policies, as text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pmecache/concrete.h"
#include "pmecache/machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
  pme_binding *bindings = NULL;
  int binding_count = 0;
  pme_what_if what_if = {0};
  pme_policy policy;
  pme_error error = {0};
  char *text = (char *)malloc(count + 1);
  if (!text)
    return 0;
  memcpy(text, bytes, count);
  text[count] = '\0';
  if (pme_bindings_read(text, &bindings, &binding_count, &error) && !*error.message)
    abort();
  pme_bindings_destroy(bindings, binding_count);
  error = (pme_error){0};
  if (pme_what_if_read_schedule(text, &what_if, &error) && !*error.message)
    abort();
  pme_policy_named(text, &policy);
  free(text);
  return 0;
}
