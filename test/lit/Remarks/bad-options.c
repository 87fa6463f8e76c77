// A bad value: an error that names the option and the nearest word, and the compile goes on, with -Werror, too.
// RUN: env PMECACHE_MACHINE=nonsense %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=MACHINE
// RUN: env PMECACHE_MACHINE=file:%t.none %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=NOFILE
// RUN: env "PMECACHE_MACHINE=cores=4;L1=32K,8,63" %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=LINE
// RUN: env %corei7 PMECACHE_THREADS=0 %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=ZERO,ANSWER
// RUN: env %corei7 PMECACHE_THREADS=many %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=MANY,ANSWER
// RUN: env %corei7 PMECACHE_SCHEDULE=zigzag %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=SCHEDULE,ANSWER
// RUN: env %corei7 PMECACHE_PARAMS=n= %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=PARAM,ANSWER
// RUN: env %corei7 PMECACHE_BUDGET=soon %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=BUDGET,ANSWER
// RUN: env %corei7 PMECACHE_UNIT_BUDGET=never %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=UNIT,ANSWER
// RUN: env %corei7 PMECACHE_EFFORT=0 %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=EFFORT,ANSWER
// RUN: env %corei7 PMECACHE_ADVISE=some %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=ADVISE,ANSWER
// RUN: env %corei7 PMECACHE_INSTRUMENT=most %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=INSTRUMENT,ANSWER
// RUN: env %corei7 PMECACHE_PROFILE=%t.none %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=PROFILE,ANSWER
// RUN: env PMECACHE_DUMP=%plugin/folder %remarks -O2 -Werror 2>&1 | %FileCheck %s --check-prefix=DUMP
// RUN: env %corei7 PMECACHE_JSON=%plugin/file.json %remarks -O2 -Werror 2>&1 | %FileCheck %s --check-prefix=JSON
double x[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// MACHINE: pmecache: error: -pmecache-machine: no machine 'nonsense': expected {{.*}}corei7
// MACHINE-NOT: remark:
// NOFILE: pmecache: error: -pmecache-machine: cannot read '{{.*}}.none': No such file or directory
// LINE: pmecache: error: -pmecache-machine: column 12: L1: the line size 63 is not a power of two
// ZERO: pmecache: error: -pmecache-threads: expected 1 to 4096, found '0'
// MANY: pmecache: error: -pmecache-threads: expected 1 to 4096, found 'many'
// SCHEDULE: pmecache: error: -pmecache-schedule: column 1: expected static, dynamic, guided, auto or runtime, found 'zigzag'
// PARAM: pmecache: error: -pmecache-param: column 3: expected a whole number
// BUDGET: pmecache: error: -pmecache-budget: expected 1 to 1000000 milliseconds, found 'soon'
// UNIT: pmecache: error: -pmecache-unit-budget: expected 0 to 1000000 milliseconds, found 'never'
// EFFORT: pmecache: error: -pmecache-effort: expected 1 to 1000000 milliseconds, found '0'
// ADVISE: pmecache: error: -pmecache-advise: expected off, chunk, all or deep, found 'some' (all is advised on)
// INSTRUMENT: pmecache: error: -pmecache-instrument: expected irregular, all, program or values, found 'most' (the program does not measure itself)
// PROFILE: pmecache: error: -pmecache-profile: cannot read '{{.*}}.none'
// DUMP: pmecache: warning: -pmecache-dump: cannot write '{{.*}}kernel.pme'
// JSON: pmecache: error: -pmecache-json: {{.*}}file.json
// ANSWER: remark: parallel loop 'i' (4 threads, static)
