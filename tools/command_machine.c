/* pmecache machine: which machines there are, and what is known of one. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "message.h"
#include "pmecache/machine.h"
#include "pmecache/report.h"

static int print_help(void) {
  puts("usage: pmecache machine list            the machines that are known by name\n"
       "       pmecache machine show MACHINE    one machine: its text, a table and where the figures come from\n"
       "       pmecache machine host            the text of the machine this runs on\n"
       "       pmecache machine calibrate       measure the costs of the host (not available yet)\n\n"
       "MACHINE is a name of the list, file:PATH, a machine text (docs/machine-format.md) or host.");
  return finish_output(EXIT_ANSWERED);
}

static void print_text(const pme_machine *machine) {
  char text[1024];
  pme_machine_write(machine, text, sizeof text);
  puts(text);
}

static int list(void) {
  for (int i = 0; i < pme_machine_preset_count(); i++) {
    const pme_machine_preset *preset = pme_machine_preset_at(i);
    printf("%-16s %s\n", preset->name, preset->text);
  }
  return finish_output(EXIT_ANSWERED);
}

static int show(const char *request) {
  pme_machine machine;
  pme_error error = {0};
  if (pme_machine_resolve(request, &machine, &error))
    return report_machine_fault(request, "MACHINE", &error);
  print_text(&machine);
  pme_text_machine(&machine, stdout);
  for (int i = 0; i < pme_machine_preset_count(); i++)
    if (!strcmp(pme_machine_preset_at(i)->name, request))
      printf("source: %s\n", pme_machine_preset_at(i)->source);
  return finish_output(EXIT_ANSWERED);
}

static int host(void) {
  pme_machine machine;
  pme_error error = {0};
  if (pme_machine_host(&machine, &error))
    return report_fault("host", &error);
  print_text(&machine);
  return finish_output(EXIT_ANSWERED);
}

static int calibrate(void) {
  fprintf(stderr, "pmecache machine: error: calibrate is not available yet; give latencies and throughputs in a "
                  "machine text (docs/machine-format.md)\n");
  return EXIT_NO_ANSWER;
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
  if (!strcmp(action, "calibrate") && operands == 0)
    return calibrate();
  return report_usage("machine", "expected list, show MACHINE, host or calibrate");
}
