// An object file that was instrumented by another version: said, and nothing of it is touched.
//
// RUN: %clang -I%S/../../../include %s %runtime -o %t.exe
// RUN: env PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 2>&1 | %FileCheck %s
// CHECK: pmecache: warning: an object file was instrumented for version 1 of the runtime, this is version {{[0-9]+}}: not measured
#include "pmecache/instrumented.h"

int main(void) {
  static pme_instrumented_module module = {.version = 1, .function_count = 77};
  __pme_rt_module(&module);
  return module.next != 0;
}
