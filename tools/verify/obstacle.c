/* The host's answer to perf_event_open, in words that help. */
#include "obstacle.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- facts ---- */

enum { CAPABILITY_SYS_ADMIN = 21, CAPABILITY_PERFMON = 38 };

/* The text behind `key` on the line of a file that begins with it; false where there is none. */
static bool read_line_of(const char *path, const char *key, char *value, int bytes) {
  char line[512];
  bool found = false;
  FILE *stream = fopen(path, "r");
  while (stream && !found && fgets(line, sizeof line, stream)) {
    found = !strncmp(line, key, strlen(key));
    if (found)
      snprintf(value, (size_t)bytes, "%s", line + strlen(key));
  }
  if (stream)
    fclose(stream);
  return found;
}

static bool has_word(const char *path, const char *key, const char *word) {
  char value[4096];
  return read_line_of(path, key, value, sizeof value) && strstr(value, word);
}

static int read_paranoid(void) {
  char value[32];
  bool found = read_line_of("/proc/sys/kernel/perf_event_paranoid", "", value, sizeof value);
  return found ? (int)strtol(value, NULL, 10) : PARANOID_NONE;
}

static bool has_pmu(void) {
  static const char *const devices[] = {"cpu", "cpu_core", "armv8_pmuv3_0", "armv8_pmuv3"};
  char path[128];
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s", devices[i]);
    if (!access(path, F_OK))
      return true;
  }
  return false;
}

static bool is_privileged(void) {
  char value[64];
  if (!read_line_of("/proc/self/status", "CapEff:", value, sizeof value))
    return false;
  unsigned long long set = strtoull(value, NULL, 16);
  return (set >> CAPABILITY_PERFMON & 1) || (set >> CAPABILITY_SYS_ADMIN & 1);
}

static bool is_contained(void) {
  const char *name = getenv("container"); /* systemd-nspawn, podman */
  return (name && name[0]) || !access("/.dockerenv", F_OK) || !access("/run/.containerenv", F_OK);
}

host_facts host_facts_now(void) {
  char value[32] = "0";
  read_line_of("/proc/self/status", "Seccomp:", value, sizeof value);
  return (host_facts){.paranoid = read_paranoid(),
                      .has_pmu = has_pmu(),
                      .is_virtual = has_word("/proc/cpuinfo", "flags", " hypervisor"),
                      .is_contained = is_contained(),
                      .is_filtered = strtol(value, NULL, 10) != 0,
                      .is_privileged = is_privileged()};
}

/* ---- words ---- */

static const char *no_perf(const host_facts *facts) {
  return facts->is_filtered
             ? "system calls are filtered, and perf_event_open is not let through: docker or podman run --cap-add "
               "PERFMON, or --security-opt seccomp=FILE with a profile that allows it"
             : "this kernel has no perf events (CONFIG_PERF_EVENTS)";
}

static void write_forbidden(const host_facts *facts, char *text, size_t bytes) {
  if (facts->paranoid > 2 && !facts->is_privileged)
    snprintf(text, bytes,
             "kernel.perf_event_paranoid is %d, which leaves counters to the administrator: `sysctl "
             "kernel.perf_event_paranoid=2` as root%s, or run with CAP_PERFMON",
             facts->paranoid, facts->is_contained ? " (on the host, outside of this container)" : "");
  else if (facts->is_filtered || facts->is_contained)
    snprintf(text, bytes,
             "%s does not let perf_event_open through: docker or podman run --cap-add PERFMON, or --security-opt "
             "seccomp=FILE with a profile that allows it",
             facts->is_contained ? "this container" : "a filter of system calls (seccomp)");
  else
    snprintf(text, bytes,
             "the kernel forbids it (kernel.perf_event_paranoid is %d; a security module may ask for more)",
             facts->paranoid);
}

static const char *no_pmu(const host_facts *facts) {
  return facts->is_virtual
             ? "this virtual machine has no counters of the processor (no PMU): with QEMU or libvirt start it with "
               "-cpu "
               "host,pmu=on; of a cloud take a machine that has them (bare metal, or a type that says so)"
             : "the kernel knows no counters of this processor (no PMU in /sys/bus/event_source/devices): firmware may "
               "have switched them off, or the kernel has no driver for them";
}

static bool is_unknown(int fault) {
  return fault == ENOENT || fault == ENODEV || fault == EOPNOTSUPP || fault == ENXIO || fault == EINVAL;
}

void obstacle_write(const event *e, int fault, const host_facts *facts, char *text, size_t bytes) {
  if (fault == ENOSYS || facts->paranoid == PARANOID_NONE)
    snprintf(text, bytes, "%s", no_perf(facts));
  else if (fault == EACCES || fault == EPERM)
    write_forbidden(facts, text, bytes);
  else if (is_unknown(fault) && event_is_hardware(e) && !facts->has_pmu)
    snprintf(text, bytes, "%s", no_pmu(facts));
  else if (is_unknown(fault))
    snprintf(text, bytes,
             "this processor does not count it: `perf list` shows what it counts; names of libpfm4 and raw "
             "codes (r01d1) are taken, too");
  else if (fault == EBUSY)
    snprintf(text, bytes,
             "another program has the counters to itself (a profiler, or the watchdog: kernel.nmi_watchdog)");
  else
    snprintf(text, bytes, "%s", strerror(fault));
}
