// Of a loop for whose schedules a compile has no effort, that its threads share lines is said, and no number: the command,
// which looks at the loop at other places of its arrays, has another one (4097 misses -> 747, and 3414 -> 2).
// RUN: env PMECACHE_MACHINE=epyc-7702p PMECACHE_THREADS=2 PMECACHE_JSON=%t.json %clang -O2 -g -fopenmp %load -Rpass=cache -c %S/../../Instrument/team/num-threads.c -o %t.o 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=JSON < %t.json
// CHECK: give each thread lines of its own in 'singles' (elements, or rows, 64 bytes apart): no false sharing; how much that saves is not told: of this unit, loops that could save more
// JSON: "advice_own_lines": {
// JSON-NOT: misses_saved
// JSON: "level": "L2"
