#define _GNU_SOURCE /* pipe2, sigaction */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loop_counts.h"
#include "tools/builds/process.h"

void run_probe(const counting *counting, const event_list *events, int faults[EVENT_MOST]) {
  for (int i = 0; i < events->count; i++) {
    int counter = counting->open(&events->rows[i].code, 0, false);
    faults[i] = counter < 0 ? -counter : 0;
    if (counter >= 0)
      counting->close(counter);
  }
}

/* ---- the program's side ---- */

static void set_events(const event_list *events) {
  char text[EVENT_MOST * 80] = "";
  size_t length = 0;
  for (int i = 0; i < events->count; i++) {
    const event_code *code = &events->rows[i].code;
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%" PRIx32 ":%" PRIx64 ":%" PRIx64 ":%" PRIx64,
                               i ? "," : "", code->type, code->config, code->config1, code->config2);
  }
  setenv(LOOP_COUNTS_EVENTS, text, 1);
}

/* Tools that the user has set stay before ours: the first that wants to becomes the tool. */
static void set_tool(const run_loops *loops) {
  const char *others = getenv("OMP_TOOL_LIBRARIES");
  char text[8192];
  snprintf(text, sizeof text, "%s%s%s", others ? others : "", others && others[0] ? ":" : "", loops->library);
  setenv("OMP_TOOL_LIBRARIES", text, 1);
  setenv(LOOP_COUNTS_FILE, loops->file, 1);
}

/* Waits until its counters are open. */
static void become(char **program, const event_list *events, const run_loops *loops, int go_on) {
  char ignored;
  signal(SIGINT, SIG_DFL);
  signal(SIGQUIT, SIG_DFL);
  if (loops) {
    set_events(events);
    set_tool(loops);
  }
  if (read(go_on, &ignored, 1) != 1)
    _exit(PROCESS_NOT_RUN);
  execvp(program[0], program);
  fprintf(stderr, "pmecache verify: error: cannot run %s: %s\n", program[0], strerror(errno));
  _exit(PROCESS_NOT_RUN);
}

/* ---- this side ---- */

static int wait_for(pid_t child) {
  int waited = 0;
  while (waitpid(child, &waited, 0) < 0)
    if (errno != EINTR)
      return PROCESS_NOT_RUN;
  return process_status(waited);
}

static void read_counters(const counting *counting, const event_list *events, const int *counters, run_counts *counts) {
  counts->least_share = 1;
  for (int i = 0; i < events->count; i++) {
    counted value = {0};
    counts->is_counted[i] = counters[i] >= 0 && counting->read(counters[i], &value);
    counts->counts[i] = counted_value(&value);
    if (counts->is_counted[i] && value.enabled_ns && value.running_ns < value.enabled_ns * counts->least_share)
      counts->least_share = (double)value.running_ns / (double)value.enabled_ns;
    if (counters[i] >= 0)
      counting->close(counters[i]);
  }
}

/* Interrupts of the terminal are for the program alone. */
static int wait_quietly(pid_t child, int go_on) {
  struct sigaction ignored = {.sa_handler = SIG_IGN}, before_int, before_quit;
  sigaction(SIGINT, &ignored, &before_int);
  sigaction(SIGQUIT, &ignored, &before_quit);
  if (write(go_on, "g", 1) != 1)
    kill(child, SIGKILL);
  int status = wait_for(child);
  sigaction(SIGINT, &before_int, NULL);
  sigaction(SIGQUIT, &before_quit, NULL);
  return status;
}

bool run_counted(const counting *counting, const event_list *events, char **program, const run_loops *loops,
                 run_counts *counts) {
  int gate[2], counters[EVENT_MOST];
  memset(counts, 0, sizeof *counts);
  counts->status = PROCESS_NOT_RUN;
  if (pipe2(gate, O_CLOEXEC))
    return false;
  fflush(NULL); /* else what waits in buffers is printed twice */
  pid_t child = fork();
  if (child == 0) {
    close(gate[1]);
    become(program, events, loops, gate[0]);
  }
  close(gate[0]);
  for (int i = 0; child > 0 && i < events->count; i++)
    counters[i] = counting->open(&events->rows[i].code, child, true);
  if (child > 0) {
    counts->status = wait_quietly(child, gate[1]);
    read_counters(counting, events, counters, counts);
  }
  close(gate[1]);
  return counts->status != PROCESS_NOT_RUN;
}
