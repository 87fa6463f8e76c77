#define _GNU_SOURCE /* mkstemps */
/* Machines in files of others: topologies of hwloc, machine files of kerncraft, what is missing in them, damaged ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "pmecache/machine.h"

/* Of four cores with two threads each. */
static const char *const core_sets[] = {"0x3", "0xc", "0x30", "0xc0"};

static const char kerncraft[] = "kerncraft version: 0.8.4\n"
                                "model name: Some; Processor#1 @ 2.40GHz\n"
                                "clock: 2.4 GHz\n"
                                "sockets: 2\n"
                                "cores per socket: 8\n"
                                "in-core model: !!omap\n"
                                "  - OSACA: SKX\n"
                                "memory hierarchy:\n"
                                "- level: L1\n"
                                "  cache per group: {sets: 64, ways: 8, cl_size: 64 B, replacement_policy: LRU}\n"
                                "  cores per group: 1\n"
                                "  upstream throughput: [architecture code analyzer, ['2D', '3D']]\n"
                                "- level: L2\n"
                                "  cache per group: {sets: 1024, ways: 16, cl_size: 64, replacement_policy: FIFO,\n"
                                "                    victims_to: L3}\n"
                                "  cores per group: 1\n"
                                "  upstream throughput: [64 B/cy, half-duplex]\n"
                                "- level: L3\n"
                                "  cache per group: {sets: 16384, ways: 11, cl_size: 64, replacement_policy: RR}\n"
                                "  cores per group: 8\n"
                                "  upstream throughput: [24 B/cy, full-duplex]\n"
                                "- level: MEM\n"
                                "  cores per group: 16\n";

/* ---- files ---- */

static pme_status read_as_file(const char *text, size_t length, const char *suffix, pme_machine *out,
                               pme_error *error) {
  char path[64], request[80];
  snprintf(path, sizeof path, "/tmp/test-machine-XXXXXX%s", suffix);
  int file = mkstemps(path, (int)strlen(suffix));
  assert_true(file >= 0 && write(file, text, length) == (ssize_t)length);
  close(file);
  snprintf(request, sizeof request, "file:%s", path);
  pme_status status = pme_machine_resolve(request, out, error);
  unlink(path);
  return status;
}

static bool cannot(pme_status status, const pme_error *error) {
  return status == PME_UNSUPPORTED && strstr(error->message, "this build cannot");
}

static void assert_text(const pme_machine *machine, const char *expected) {
  char text[1024];
  pme_machine_write(machine, text, sizeof text);
  assert_string_equal(text, expected);
}

/* ---- kerncraft ---- */

static void test_kerncraft(void **state) {
  (void)state;
  static const char *const suffixes[] = {".yml", "", ".yaml"};
  for (int i = 0; i < 3; i++) {
    pme_machine machine;
    pme_error error = {0};
    pme_status status = read_as_file(kerncraft, sizeof kerncraft - 1, suffixes[i], &machine, &error);
    if (cannot(status, &error))
      skip();
    assert_int_equal(status, PME_OK);
    assert_text(&machine, "name=Some  Processor 1 @ 2.40GHz;cores=16;L1=32K,8,64;L2=1M,16,64,throughput=1,policy=fifo;"
                          "L3=11M,11,64,shared=8,throughput=2.66666667,policy=random;frequency=2.4G");
    assert_non_null(strstr(machine.untold, "L3 takes what L2 evicts"));
  }
}

typedef struct damage {
  const char *before, *after; /* in the text */
  int line, column;
  const char *message;
} damage;

static const damage damages[] = {
    {"sockets: 2\n", "", 1, 1, "the file has no field 'sockets'"},
    {"cores per socket: 8", "cores per socket: many", 5, 19,
     "expected a whole number for 'cores per socket' of the file, found 'many'"},
    {"cores per socket: 8", "cores per socket: 8000", 1, 1, "more than 4096 cores"},
    {"clock: 2.4 GHz", "clock: fast", 3, 8, "expected a frequency such as 2.4 GHz"},
    {"ways: 16", "wayz: 16", 14, 20, "L2 has no field 'ways'"},
    {"sets: 1024", "sets: 0", 14, 27, "expected a whole number for 'sets' of L2, found '0'"},
    {"cl_size: 64,", "cl_size: [1],", 14, 52, "expected a whole number for 'cl_size' of L2, found ''"},
    {"sets: 64,", "sets: 1e12,", 10, 27, "expected a whole number for 'sets' of L1"},
    {"ways: 8", "ways: 2000", 10, 20, "L1: expected at most 1024 ways"},
    {"replacement_policy: RR", "replacement_policy: best", 19, 77, "expected LRU, FIFO, RR or MRU"},
    {"  cores per group: 8\n", "", 18, 3, "L3 has no field 'cores per group'"},
    {"- level: L1", "- level: L1;cores=9", 9, 3, "expected a level L1 to L9 or MEM"},
    {"- level: L1", "- levels: L1", 9, 3, "a level of 'memory hierarchy' has no field 'level'"},
    {"- level: L1", "- level: L2", 1, 1, "is outside what a machine text can say"},
    {"memory hierarchy:\n", "memory hierarchy: none\nother:\n", 8, 19, "expected a list of levels"},
    {"memory hierarchy:\n", "memory hierarchy: []\nother:\n", 8, 19, "no level of a cache"},
    {"memory hierarchy:\n", "memory hierarchy: [3]\nother:\n", 8, 20, "expected the fields of a level"},
    {"sockets: 2", "sockets: 2\n  - x", 4, 10, "found '2 - x'"},
    {"sockets: 2", "sockets: [2", 5, 17, "no YAML: "},
    {"{sets: 64", "{sets: *none", 10, 27, "no YAML: "},
};

static void test_missing_fields(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    char text[2 * sizeof kerncraft];
    pme_machine machine;
    pme_error error = {0};
    const char *at = strstr(kerncraft, damages[i].before);
    assert_non_null(at);
    int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(at - kerncraft), kerncraft, damages[i].after,
                          at + strlen(damages[i].before));
    pme_status status = read_as_file(text, (size_t)length, ".yml", &machine, &error);
    if (cannot(status, &error))
      skip();
    if (status != PME_BAD_INPUT && status != PME_UNSUPPORTED)
      fail_msg("%s is read", damages[i].after);
    if (!strstr(error.message, damages[i].message) || error.line != damages[i].line ||
        error.column != damages[i].column)
      fail_msg("%s: %d:%d: %s", damages[i].after, error.line, error.column, error.message);
  }
}

/* ---- hwloc ---- */

/* Two packages of two cores; the L3 of a package is shared. */
static size_t write_topology(char *text, size_t bytes, const char *ways) {
  size_t length = (size_t)snprintf(
      text, bytes,
      "<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology version=\"2.0\">"
      "<object type=\"Machine\" os_index=\"0\" cpuset=\"0xff\" complete_cpuset=\"0xff\" allowed_cpuset=\"0xff\" "
      "nodeset=\"0x1\" complete_nodeset=\"0x1\" allowed_nodeset=\"0x1\" gp_index=\"1\">"
      "<info name=\"CPUModel\" value=\"Some; Processor\"/>"
      "<object type=\"NUMANode\" os_index=\"0\" cpuset=\"0xff\" complete_cpuset=\"0xff\" nodeset=\"0x1\" "
      "complete_nodeset=\"0x1\" gp_index=\"2\" local_memory=\"1073741824\"/>\n");
  for (int package = 0; package < 2; package++) {
    const char *cpus = package ? "0xf0" : "0xf";
    length += (size_t)snprintf(
        text + length, bytes - length,
        "<object type=\"Package\" os_index=\"%d\" cpuset=\"%s\" complete_cpuset=\"%s\" nodeset=\"0x1\" "
        "complete_nodeset=\"0x1\" gp_index=\"%d\"><object type=\"L3Cache\" cpuset=\"%s\" complete_cpuset=\"%s\" "
        "nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"%d\" cache_size=\"8388608\" depth=\"3\" "
        "cache_linesize=\"64\" "
        "cache_associativity=\"16\" cache_type=\"0\">\n",
        package, cpus, cpus, 10 + package, cpus, cpus, 20 + package);
    for (int core = 2 * package; core < 2 * package + 2; core++)
      length += (size_t)snprintf(
          text + length, bytes - length,
          "<object type=\"L1Cache\" cpuset=\"%s\" complete_cpuset=\"%s\" nodeset=\"0x1\" complete_nodeset=\"0x1\" "
          "gp_index=\"%d\" cache_size=\"32768\" depth=\"1\" cache_linesize=\"64\" cache_associativity=\"%s\" "
          "cache_type=\"1\"><object type=\"Core\" os_index=\"%d\" cpuset=\"%s\" complete_cpuset=\"%s\" nodeset=\"0x1\" "
          "complete_nodeset=\"0x1\" gp_index=\"%d\"><object type=\"PU\" os_index=\"%d\" cpuset=\"0x%x\" "
          "complete_cpuset=\"0x%x\" nodeset=\"0x1\" complete_nodeset=\"0x1\" gp_index=\"%d\"/><object type=\"PU\" "
          "os_index=\"%d\" cpuset=\"0x%x\" complete_cpuset=\"0x%x\" nodeset=\"0x1\" complete_nodeset=\"0x1\" "
          "gp_index=\"%d\"/></object></object>\n",
          core_sets[core], core_sets[core], 30 + core, ways, core, core_sets[core], core_sets[core], 40 + core,
          2 * core, 1U << (2 * core), 1U << (2 * core), 50 + core, 2 * core + 1, 2U << (2 * core), 2U << (2 * core),
          60 + core);
    length += (size_t)snprintf(text + length, bytes - length, "</object></object>\n");
  }
  return length + (size_t)snprintf(text + length, bytes - length, "</object></topology>\n");
}

static void test_hwloc(void **state) {
  (void)state;
  char text[8192];
  pme_machine machine;
  pme_error error = {0};
  size_t length = write_topology(text, sizeof text, "8");
  pme_status status = read_as_file(text, length, ".xml", &machine, &error);
  if (cannot(status, &error))
    skip();
  assert_int_equal(status, PME_OK);
  assert_text(&machine, "name=Some  Processor;cores=4;L1=32K,8,64;L3=8M,16,64,shared=2");
  length = write_topology(text, sizeof text, "0");
  assert_int_equal(read_as_file(text, length, "", &machine, &error), PME_UNSUPPORTED);
  assert_non_null(strstr(error.message, "does not tell the ways (cache_associativity) of L1"));
  assert_true(error.line == 1);
  length = write_topology(text, sizeof text, "7");
  assert_int_equal(read_as_file(text, length, "", &machine, &error), PME_UNSUPPORTED);
  assert_non_null(strstr(error.message, "not a whole number of sets of 7 ways"));
  assert_int_equal(read_as_file("<a>", 3, "", &machine, &error), PME_BAD_INPUT);
  assert_non_null(strstr(error.message, "hwloc cannot read this"));
}

/* ---- damaged bytes ---- */

/* Whatever stands there, it is an answer or a fault. */
static void read_damaged(const char *text, size_t length, const char *suffix, int rounds) {
  char *copy = (char *)malloc(length);
  uint32_t random = 12345;
  for (int i = 0; i < rounds; i++) {
    pme_machine machine;
    pme_error error = {0};
    memcpy(copy, text, length);
    for (int change = 0; change < 1 + i % 3; change++) {
      random = random * 1664525 + 1013904223;
      copy[(random >> 8) % length] = "\0{}[]:-&*!\n 9\xff<>\""[random >> 28];
    }
    random = random * 1664525 + 1013904223;
    read_as_file(copy, i % 4 ? length : (random >> 8) % length, suffix, &machine, &error);
  }
  free(copy);
}

static void test_damaged(void **state) {
  (void)state;
  char text[8192];
  read_damaged(kerncraft, sizeof kerncraft - 1, ".yml", 2000);
  read_damaged(text, write_topology(text, sizeof text, "8"), ".xml", 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kerncraft),
      cmocka_unit_test(test_missing_fields),
      cmocka_unit_test(test_hwloc),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
