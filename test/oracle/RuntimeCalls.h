//===- RuntimeCalls.h - calls of the OpenMP runtime, as the oracle sees them -===//
#ifndef PMECACHE_TEST_ORACLE_RUNTIMECALLS_H
#define PMECACHE_TEST_ORACLE_RUNTIMECALLS_H

#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instruction.h"

enum class Omp { Other, Fork, StaticInit, StaticFini, DispatchInit, DispatchNext, TaskAllocation, TaskLoop };

Omp kindOf(const llvm::Instruction &I);

/// The place of the pragma, where the runtime gets it: ";file;function;line;column;;" in the first argument of the
/// call. (The debug location of a dynamic loop's call is the `for`.) flang names no file there, and may name the place
/// of a private variable.
llvm::DebugLoc pragmaPlace(const llvm::Instruction &Call);

/// What the runtime hands a task: its block, and in that the one of the pointers to shared variables; in the functions of
/// the compiler the arguments, and what it is told of the places of private variables.
bool isTaskBlock(const llvm::Value *Base);

#endif
