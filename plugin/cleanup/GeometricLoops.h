//===- GeometricLoops.h - loops whose strides double -----------------------------------===//
//
// A Fourier transform goes over its data in strides of 1, 2, 4, ...: inside of a loop of eight rounds bounds and
// subscripts are `1 << l`, or a variable that doubles. No affine function says so, but each round by itself is affine:
// such a loop is written out. How often it goes round is often counted by another loop that doubles (`while (nn < n)`),
// whose end must be a number.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_CLEANUP_GEOMETRICLOOPS_H
#define PMECACHE_PLUGIN_CLEANUP_GEOMETRICLOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace pme {

/// `2**k` of Fortran, which flang computes with a function of its own, becomes a shift.
void shiftForPowers(llvm::Function &Function);

/// Marks a loop to be written out, also where the compiler has marked it not to be, as clang does at -O1.
void askToWriteOut(llvm::Loop &L);

/// True where the value, or what is computed from it in `Around`, is a subscript, or where a loop inside ends.
bool decidesPlaces(const llvm::Instruction &Value, const llvm::Loop &Around, const llvm::LoopInfo &Loops);

/// Loops that double up to a value that the file gives (ConstantArguments.h) end at the number, whatever a user says of the
/// symbol: what is assumed; "" where there is none.
std::string endGeometricLoops(llvm::Function &Function, llvm::FunctionAnalysisManager &Analyses);

/// Marks loops that are to be written out, for the pass that does so where it is asked to. True when there is one.
bool askForGeometricLoops(llvm::Function &Function, llvm::FunctionAnalysisManager &Analyses);

} // namespace pme

#endif
