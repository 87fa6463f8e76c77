// A compiler of another LLVM is told so in one line.
// REQUIRES: other-clang
// RUN: %not %other_clang -O2 -fpass-plugin=%plugin -c -o /dev/null %s 2>&1 | %FileCheck %s
// RUN: %not %other_clang -O2 -fplugin=%plugin -c -o /dev/null %s 2>&1 | %FileCheck %s
int x;

// CHECK: {{^}}pmecache: error: this plugin is for LLVM [[V:[0-9]+]], and the compiler that loads it has {{LLVM [0-9]+|another one}}: use clang-[[V]], which `pmecache cc` finds{{$}}
// CHECK-NOT: {{.}}
