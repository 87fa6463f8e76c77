/* A profile made up for tests, and profiles as text: shared by the tests of profiles. */
#ifndef PMECACHE_TEST_UNIT_PROFILE_EXAMPLE_PROFILE_H
#define PMECACHE_TEST_UNIT_PROFILE_EXAMPLE_PROFILE_H

#include <stddef.h>

#include "pmecache/profile.h"

pme_profile_options options_of_test(void);

/* Two functions, a nest, three references, two threads. */
pme_status build(pme_profile **out);

typedef struct text_buffer {
  char *bytes;
  size_t length;
} text_buffer;

text_buffer text_of(const pme_profile *p);

pme_profile *read_text(const char *text, size_t length, int expected_faults);

#endif
