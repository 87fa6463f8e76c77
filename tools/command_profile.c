/* pmecache profile: reads the profiles and hands them to the action. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "profile_actions.h"
#include "progress.h"
#include "trace_input.h"
#include "traces/block_output.h"

/* What was lost of a file, on stderr. */
static void tell_faults(const char *path, const pme_profile *profile) {
  int count, total;
  const pme_profile_fault *faults = pme_profile_faults(profile, &count, &total);
  enum { MOST = 8 };
  for (int i = 0; i < count && i < MOST; i++)
    fprintf(stderr, "%s:%d: warning: %s\n", path, faults[i].line, faults[i].message);
  if (total > MOST)
    fprintf(stderr, "%s: warning: %d more lines were left out\n", path, total - MOST);
}

static int read_profiles(const profile_options *o, pme_profile **profiles) {
  progress p = progress_start("read", "profiles");
  int status = OPTIONS_GO_ON;
  for (int i = 0; i < o->path_count && status == OPTIONS_GO_ON; i++) {
    pme_error error = {0};
    progress_step(&p, (uint64_t)i);
    if (pme_trace_is_one(o->paths[i])) {
      progress_end(&p);
      status = read_trace_profile(o->paths[i], &profiles[i]);
    } else if (pme_profile_read_file(o->paths[i], &profiles[i], &error)) {
      progress_end(&p);
      status = report_fault(o->paths[i], &error);
    } else {
      progress_end(&p);
      tell_faults(o->paths[i], profiles[i]);
    }
  }
  return status;
}

/* `profile predict TRACE --threads ...` asks a trace for other teams: pmecache mimic. */
static bool asks_for_teams(int count, char **arguments) {
  static const char *const options[] = {"--threads", "--method", "--schedule", "--time", "--advise"};
  if (count < 2 || strcmp(arguments[1], "predict") != 0)
    return false;
  for (int i = 2; i < count; i++)
    if (is_profile_file(arguments[i]))
      return false;
  for (int i = 2; i < count; i++)
    for (size_t o = 0; o < sizeof options / sizeof *options; o++)
      if (!strncmp(arguments[i], options[o], strlen(options[o])))
        return true;
  return false;
}

/* A trace can be asked about the sets of any machine. */
static int prepare_traces(const profile_options *o) {
  pme_machine machine;
  if (o->action != ACTION_PREDICT || !pme_trace_is_one(o->paths[0]))
    return OPTIONS_GO_ON;
  int status = choose_machine(&o->machine, &machine);
  if (status == OPTIONS_GO_ON)
    follow_sets(&machine);
  return status;
}

int command_profile(int count, char **arguments) {
  static int (*const run[ACTION_COUNT])(const profile_options *o, pme_profile **profiles) = {
      profile_show, profile_merge, profile_predict, profile_scale};
  profile_options o;
  if (asks_for_teams(count, arguments))
    return command_mimic(count - 1, arguments + 1);
  int status = profile_options_read(count, arguments, &o);
  if (status != OPTIONS_GO_ON)
    return status;
  if (o.blocks)
    return show_blocks(&o);
  status = prepare_traces(&o);
  if (status != OPTIONS_GO_ON)
    return status;
  size_t bytes = sizeof(pme_profile *) * (size_t)o.path_count;
  pme_profile **profiles = (pme_profile **)pme_reallocate(NULL, bytes);
  if (!profiles) {
    pme_error error = {.status = PME_NO_MEMORY};
    return report_fault("pmecache", &error);
  }
  for (int i = 0; i < o.path_count; i++)
    profiles[i] = NULL;
  status = read_profiles(&o, profiles);
  if (status == OPTIONS_GO_ON)
    status = run[o.action](&o, profiles);
  for (int i = 0; i < o.path_count; i++)
    pme_profile_destroy(profiles[i]);
  pme_reallocate(profiles, 0);
  return status;
}
