/* Reads traces for commands, and says what was lost of them. */
#include "trace_input.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "options/option_table.h"

void tell_trace_faults(const char *path, const pme_trace *trace) {
  enum { MOST = 8 };
  size_t listed;
  uint64_t total;
  const pme_trace_fault *faults = pme_trace_faults(trace, &listed, &total);
  for (size_t i = 0; i < listed && i < MOST; i++)
    fprintf(stderr, "%s: warning: at byte %" PRIu64 ": %s\n", path, faults[i].offset_bytes, faults[i].message);
  if (total > MOST)
    fprintf(stderr, "%s: warning: %" PRIu64 " more places are damaged\n", path, total - MOST);
}

/* Levels with more ways than a profile follows are left out. */
void follow_sets(const pme_machine *machine) {
  char text[PME_MAX_LEVELS * 48] = "";
  size_t used = 0;
  for (int l = 0; l < machine->level_count; l++)
    if (machine->levels[l].associativity <= PME_PROFILE_MAX_WAYS)
      used += (size_t)snprintf(text + used, sizeof text - used, "%s%lldx%d", used ? "," : "",
                               (long long)pme_cache_sets(&machine->levels[l]), machine->levels[l].associativity);
  setenv("PMECACHE_SETS", text, /*overwrite=*/0);
}

int read_trace_profile(const char *path, pme_profile **out) {
  pme_trace *trace = NULL;
  pme_error error = {0};
  pme_status status = pme_trace_open(path, &trace, &error);
  if (status == PME_OK)
    status = pme_trace_profile(trace, out, &error);
  if (trace)
    tell_trace_faults(path, trace);
  pme_trace_close(trace);
  return status == PME_OK ? OPTIONS_GO_ON : report_fault(path, &error);
}

int read_recorded_trace(const char *path, uint32_t line_bytes, pme__sequential_trace *out) {
  pme_trace *trace = NULL;
  pme_error error = {0};
  uint64_t unplaced = 0;
  pme_status status = pme_trace_open(path, &trace, &error);
  if (status == PME_OK)
    status = pme__trace_work(trace, line_bytes, out, &unplaced, &error);
  if (trace)
    tell_trace_faults(path, trace);
  if (status != PME_OK) {
    pme_trace_close(trace);
    return report_fault(path, &error);
  }
  if (unplaced)
    fprintf(stderr,
            "%s: warning: %" PRIu64
            " accesses are in worksharing loops whose iterations are not known: taken to be done "
            "by every thread\n",
            path, unplaced);
  return OPTIONS_GO_ON;
}

bool is_profile_file(const char *path) {
  static const char head[] = "pmeprof ";
  char found[sizeof head] = "";
  FILE *stream = *path == '-' ? NULL : fopen(path, "r");
  bool is = stream && fread(found, 1, sizeof head - 1, stream) == sizeof head - 1 && !strcmp(found, head);
  if (stream)
    fclose(stream);
  return is;
}

int read_any_trace(const char *path, uint32_t line_bytes, pme__sequential_trace *out) {
  pme_error error = {0};
  if (pme_trace_is_one(path))
    return read_recorded_trace(path, line_bytes, out);
  bool is_input = !strcmp(path, "-");
  FILE *stream = is_input ? stdin : fopen(path, "r");
  if (!stream) {
    pme_error_set(&error, PME_IO, 0, 0, "cannot read: %s", strerror(errno));
    return report_fault(path, &error);
  }
  pme_status status = pme__sequential_trace_read(stream, line_bytes, out, &error);
  if (!is_input)
    fclose(stream);
  return status ? report_fault(path, &error) : OPTIONS_GO_ON;
}
