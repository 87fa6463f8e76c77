/* pmecache machine: which machines there are, and what is known of one. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/calibrate/calibrate.h"
#include "command.h"
#include "installation.h"
#include "message.h"
#include "pmecache/machine.h"
#include "pmecache/report.h"

static int print_help(void) {
  puts("usage: pmecache machine list            the machines that are known by name\n"
       "       pmecache machine show MACHINE    one machine: its text, a table and where the figures come from\n"
       "       pmecache machine host            the text of the machine this runs on\n"
       "       pmecache machine calibrate [FILE] measure what the host's caches cost, in 5 to 30 seconds "
       "(host.machine)\n\n"
       "MACHINE is a name of the list, file:PATH (a machine text, XML of hwloc, YAML of kerncraft), a machine text or\n"
       "host (docs/formats/machine.md).");
  return finish_output(EXIT_ANSWERED);
}

static void print_text(const pme_machine *machine) {
  char text[1024];
  pme_machine_write(machine, text, sizeof text);
  puts(text);
}

/* Size and ways of each level, and how many cores share it: `32K/8  512K/8  32M/16 of 8`. */
static void print_levels(const pme_machine *machine) {
  for (int l = 0; l < machine->level_count; l++) {
    const pme_cache_level *level = &machine->levels[l];
    bool is_mega = level->size_bytes % (1 << 20) == 0;
    printf("  %lld%c/%d", (long long)(level->size_bytes >> (is_mega ? 20 : 10)), is_mega ? 'M' : 'K',
           level->associativity);
    if (level->shared_by > 1)
      printf(" of %d", level->shared_by);
  }
}

static int list(void) {
  printf("%-19s  %-50s  %5s  %4s  %5s  caches: size/ways, of how many cores\n", "name", "processor", "cores", "GHz",
         "times");
  for (int i = 0; i < pme_machine_preset_count(); i++) {
    const pme_machine_preset *preset = pme_machine_preset_at(i);
    pme_machine machine;
    if (pme_machine_resolve(preset->name, &machine, NULL))
      return EXIT_NO_ANSWER;
    printf("%-19s  %-50s  %5d  %4g  %5s", preset->name, preset->processor, machine.cores, machine.frequency_hz / 1e9,
           machine.memory_latency_cycles > 0 ? "yes" : "no");
    print_levels(&machine);
    putchar('\n');
  }
  return finish_output(EXIT_ANSWERED);
}

static void print_untold(const pme_machine *machine) {
  if (machine->untold[0])
    printf("# %s\n", machine->untold);
}

/* What an instrumented run is to be told so that it follows the sets of this machine (docs/user/instrumentation.md). */
static void print_sets(const pme_machine *machine) {
  fputs("sets: PMECACHE_SETS=", stdout);
  for (int l = 0; l < machine->level_count; l++)
    printf("%s%lldx%d", l ? "," : "", (long long)pme_cache_sets(&machine->levels[l]), machine->levels[l].associativity);
  putchar('\n');
}

static int show(const char *request) {
  pme_machine machine;
  pme_error error = {0};
  if (pme_machine_resolve(request, &machine, &error))
    return report_machine_fault(request, "MACHINE", &error);
  print_text(&machine);
  pme_text_machine(&machine, stdout);
  print_sets(&machine);
  print_untold(&machine);
  for (int i = 0; i < pme_machine_preset_count(); i++)
    if (!strcmp(pme_machine_preset_at(i)->name, request))
      printf("processor: %s\nsource: %s\n", pme_machine_preset_at(i)->processor, pme_machine_preset_at(i)->source);
  return finish_output(EXIT_ANSWERED);
}

static int host(void) {
  pme_machine machine;
  pme_error error = {0};
  if (pme_machine_host(&machine, &error))
    return report_fault("host", &error);
  print_text(&machine);
  print_untold(&machine);
  return finish_output(EXIT_ANSWERED);
}

/* A bar on a terminal; nothing elsewhere. */
static void show_progress(void *context, int number, int count, const char *what) {
  enum { WIDTH = 30 };
  char bar[WIDTH + 1];
  int done = number * WIDTH / count;
  if (!*(const bool *)context)
    return;
  memset(bar, '.', WIDTH);
  memset(bar, '#', (size_t)(done < WIDTH ? done : WIDTH));
  bar[WIDTH] = '\0';
  fprintf(stderr, "\rpmecache: [%s] %s\033[K", bar, what);
}

static int save_calibration(const calibration *c, const char *path) {
  char text[1024];
  pme_machine_write(&c->machine, text, sizeof text);
  FILE *stream = fopen(path, "w");
  bool failed =
      !stream || fprintf(stream,
                         "# measured by pmecache machine calibrate; the least sure figure is spread by %.0f%%\n"
                         "%s%s%s%s\n",
                         100 * c->spread, c->machine.untold[0] ? "# " : "", c->machine.untold,
                         c->machine.untold[0] ? "\n" : "", text) < 0;
  failed = (stream && fclose(stream) != 0) || failed;
  if (failed) {
    pme_error error = {.status = PME_IO};
    snprintf(error.message, sizeof error.message, "cannot write: %.150s", strerror(errno));
    report_fault(path, &error);
    return EXIT_NO_ANSWER;
  }
  pme_text_machine(&c->machine, stdout);
  print_untold(&c->machine);
  printf("the least sure figure, '%s', is spread by %.0f%% over its repetitions\n"
         "written to %s: use it with --machine file:%s, or PMECACHE_MACHINE=file:%s\n",
         c->least_sure, 100 * c->spread, path, path, path);
  return finish_output(EXIT_ANSWERED);
}

static int run_calibration(const char *path) {
  pme_machine machine;
  calibration measured;
  pme_error error = {0};
  bool is_terminal = isatty(STDERR_FILENO);
  if (pme_machine_host(&machine, &error))
    return report_fault("host", &error);
  char runtime[INSTALLED_PATH_BYTES];
  bool is_aside = find_runtime_aside(runtime);
  pme_status status = calibrate(&machine, is_aside ? runtime : NULL, show_progress, &is_terminal, &measured, &error);
  if (is_terminal)
    fprintf(stderr, "\r\033[K");
  if (!status)
    status = calibrate_check(&measured, &error);
  return status ? report_fault("calibrate", &error) : save_calibration(&measured, path);
}

int command_machine(int count, char **arguments) {
  const char *action = count > 1 ? arguments[1] : "";
  int operands = count - 2;
  for (int i = 1; i < count; i++)
    if (!strcmp(arguments[i], "--help") || !strcmp(arguments[i], "-h"))
      return print_help();
  if (!strcmp(action, "list") && operands == 0)
    return list();
  if (!strcmp(action, "show") && operands == 1)
    return show(arguments[2]);
  if (!strcmp(action, "host") && operands == 0)
    return host();
  if (!strcmp(action, "calibrate") && operands <= 1)
    return run_calibration(operands ? arguments[2] : "host.machine");
  static const char *const actions[] = {"list", "show", "host", "calibrate"};
  char meant[MEANT_BYTES];
  return report_usage("machine", "expected list, show MACHINE, host or calibrate%s",
                      write_meant(action, actions, 4, meant));
}
