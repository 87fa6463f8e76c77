#include "pfm.h"

#include <dlfcn.h>
#include <linux/perf_event.h>
#include <string.h>
#include <strings.h>

/* pfm_get_os_event_encoding(3), for PFM_OS_PERF_EVENT; the names are those of libpfm4. */
typedef struct pfm_argument {
  struct perf_event_attr *attributes;
  char **full_name;
  size_t size;
  int index, processor, flags;
} pfm_argument;
enum { PFM_USER_MODE = 8 /* PFM_PLM3 */, PFM_PERF_EVENT = 1, PFM_DONE = 0 };
typedef int encode_function(const char *name, int modes, int system, void *argument);
typedef int initialise_function(void);

static encode_function *encoder(void) {
  static encode_function *found;
  static bool is_tried;
  if (is_tried)
    return found;
  is_tried = true;
  void *library = dlopen("libpfm.so.4", RTLD_NOW | RTLD_LOCAL);
  void *initialise = library ? dlsym(library, "pfm_initialize") : NULL;
  void *encode = library ? dlsym(library, "pfm_get_os_event_encoding") : NULL;
  initialise_function *start;
  memcpy(&start, &initialise, sizeof start); /* C knows no way from an object to a function */
  if (initialise && encode && start() == PFM_DONE)
    memcpy(&found, &encode, sizeof found);
  return found;
}

bool pfm_is_there(void) { return encoder() != NULL; }

bool pfm_find(const char *name, event_code *code) {
  struct perf_event_attr attributes;
  pfm_argument argument = {.attributes = &attributes, .size = sizeof argument};
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  if (!encoder() || encoder()(name, PFM_USER_MODE, PFM_PERF_EVENT, &argument) != PFM_DONE)
    return false;
  *code = (event_code){attributes.type, attributes.config, attributes.config1, attributes.config2};
  return true;
}

/* Events of loads and of lines that come in, by the processors that have them. */
static const struct {
  const char *name, *quantity;
} known[] = {
    {"MEM_LOAD_RETIRED:L1_MISS", "L1.read_misses"},
    {"MEM_LOAD_RETIRED:L2_MISS", "L2.read_misses"},
    {"MEM_LOAD_RETIRED:L3_MISS", "L3.read_misses"},
    {"MEM_LOAD_UOPS_RETIRED:L1_MISS", "L1.read_misses"},
    {"MEM_LOAD_UOPS_RETIRED:L2_MISS", "L2.read_misses"},
    {"MEM_LOAD_UOPS_RETIRED:L3_MISS", "L3.read_misses"},
    {"L1D:REPLACEMENT", "L1.misses"},
    {"L2_RQSTS:DEMAND_DATA_RD_MISS", "L2.read_misses"},
    {"L2_LINES_IN:ALL", "L2.misses"},
    {"CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:LS_RD_BLK_C", "L2.read_misses"}, /* AMD, since Zen */
};

/* Before a name may stand the processor: "skl::L1D:REPLACEMENT". */
const char *pfm_usual_quantity(const char *name) {
  const char *processor = strstr(name, "::");
  name = processor ? processor + 2 : name;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcasecmp(known[i].name, name))
      return known[i].quantity;
  return NULL;
}

const char *pfm_first_of_level_two(void) {
  event_code ignored;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(known[i].quantity, "L2.read_misses") && pfm_find(known[i].name, &ignored))
      return known[i].name;
  return NULL;
}
