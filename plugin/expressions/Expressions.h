//===- Expressions.h - from ScalarEvolution to polynomials ---------------------------===//
//
// Reads a SCEV as a polynomial over symbols and recovered loops. A recurrence {start,+,step} of a recovered loop with
// variable v = first, first + s, ... becomes start + (step / s) * (v - first). Casts are looked through: when they do
// not fold away the answer assumes that index arithmetic does not wrap. What a loop changes in another way than by
// counting is an obstacle: the reader says which and where.
//
//===----------------------------------------------------------------------===//
#ifndef PMECACHE_PLUGIN_EXPRESSIONS_EXPRESSIONS_H
#define PMECACHE_PLUGIN_EXPRESSIONS_EXPRESSIONS_H

#include "plugin/base/Markers.h"
#include "plugin/names/Describe.h"
#include "plugin/nest/Nest.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace llvm {
class PHINode;
class SCEVNAryExpr;
class SCEVUDivExpr;
} // namespace llvm

namespace pme {

/// A loop of the nest that is being read, or has been.
struct ActiveLoop {
  int Index = -1;
  Polynomial First, Step = 1;
  bool IsBehind = false; ///< the walk goes on behind it ...
  std::optional<Polynomial> LastRound =
      std::nullopt;                               ///< ... where what counts in it has the value of this round, from 0
  bool InParallel = false;                        ///< iterations of a team, or what is in them
  std::optional<Polynomial> Trips = std::nullopt; ///< a symbol, where data say how often it goes round
};

/// Why a SCEV cannot be read.
struct Obstacle {
  enum Kind { NotAffine, Indirect, DataDependent, UnevenStep } What = NotAffine;
  llvm::DebugLoc Place;
  std::string Text;
  const llvm::Value *Culprit = nullptr;  ///< a select or phi that may be taken apart (Choices.h)
  const llvm::LoadInst *Table = nullptr; ///< Indirect: reads the number
  const llvm::Loop *Loop = nullptr;      ///< UnevenStep: the loop to count from 0 by 1 instead
  bool IsPower = false;                  ///< NotAffine: of a loop's variable; it can be read (setPowers)
};

/// One of several values that a value may be (Choices.h).
struct Choice {
  const llvm::Value *Chosen;
  std::vector<Conditions> When; ///< alternatives that exclude each other
};

/// for (k = rank; k < n; k += comm->size), where calls stand between that might change the step: it counts all the same.
struct SteppedCounter {
  llvm::Value *Start, *Step;
  const llvm::Instruction *Next;
};

class ExpressionReader {
public:
  ExpressionReader(Nest &Nest, llvm::Function &Function, llvm::ScalarEvolution &SE, llvm::LoopInfo &Loops,
                   const Describer &Describer, const Markers &Markers);

  void enter(const llvm::Loop &Loop, ActiveLoop Active) { ActiveLoops[&Loop] = std::move(Active); }
  /// The walk goes on behind a loop that was entered. `LastRound`: trip count - 1, if it ran at all; none: not known.
  void leave(const llvm::Loop &Loop, std::optional<Polynomial> LastRound) {
    ActiveLoops[&Loop].IsBehind = true;
    ActiveLoops[&Loop].LastRound = std::move(LastRound);
  }
  /// None: it is not the counter of its loop, or of another form.
  std::optional<SteppedCounter> steppedCounter(const llvm::PHINode &Phi) const;
  /// How a recovered loop counts; null for another one.
  const ActiveLoop *active(const llvm::Loop &Loop) const {
    auto Found = ActiveLoops.find(&Loop);
    return Found == ActiveLoops.end() ? nullptr : &Found->second;
  }

  /// Rewrites atoms in everything that is read from now on (collapsed loops, see RecoverCollapse.h).
  using Rewrite = std::function<Polynomial(const Polynomial &)>;
  void addRewrite(Rewrite Step) { Rewrites.push_back(std::move(Step)); }

  /// The polynomial, or none: then `obstacle` says why. Assumptions are added to `Assumptions`.
  std::optional<Polynomial> read(const llvm::SCEV *S);
  /// The same for a trip count. Those of int loops are differences of unsigned numbers, 4294967289 - x for -7 - x.
  /// `Product`: of several loops, so that squares of variables outside are no obstacle.
  std::optional<Polynomial> readCount(const llvm::SCEV *S, bool Product = false);
  /// The same for what is computed in each round of a loop that is not entered yet, and does not count in it.
  std::optional<Polynomial> readInside(const llvm::SCEV *S, const llvm::Loop &Loop);
  const Obstacle &obstacle() const { return Problem; }

  /// Whether choices that are made outside of the loops are obstacles, too, or symbols.
  void setSplitting(bool On) { Splitting = On; }
  /// Squares of loop variables are read.
  void setPowers(bool On) { TakesPowers = On; }
  bool isSplitting() const { return Splitting; }
  /// From now on `Value` is read as `Chosen`, until that is null.
  void choose(const llvm::Value &Value, const llvm::Value *Chosen);
  const llvm::Value *chosen(const llvm::Value &Value) const { return Choices.lookup(&Value); }
  /// From now on `Value`, a number in memory, is taken to be this.
  void standFor(const llvm::Value &Value, Polynomial Number) { StandIns.insert_or_assign(&Value, std::move(Number)); }
  void forgetStandIn(const llvm::Value &Value) { StandIns.erase(&Value); }
  /// A number that is read or computed for each block (a pitch, a halo): a symbol, as if all blocks had the same one.
  /// None: it is no integer, or the thread chooses it.
  std::optional<Polynomial> alikeOfBlocks(const llvm::Instruction &Number, bool IsStride);
  /// Is it computed again for each block, in a loop around parallel loops, and stays in these?
  bool isOfBlock(const llvm::Instruction &Instruction) const;
  /// Whether numbers of a block are symbols, as if all blocks had the same ones, or obstacles.
  void setBlocksAlike(bool On) { BlocksAlike = On; }
  /// Who finds what a value may be and when.
  using ChoiceSource = std::function<std::vector<Choice>(const llvm::Value &)>;
  void setChoices(ChoiceSource Source) { FindChoices = std::move(Source); }
  /// Is it certainly more than 0: a multiple of the number of threads?
  bool isPositive(const Polynomial &P) const;
  /// 0, 1, 2, ...: how often a recovered loop has gone round, behind it how often in all but once; none for other loops
  /// and uneven steps.
  std::optional<Polynomial> iterationOf(const llvm::Loop &Loop);
  /// The same of the innermost recovered loop around the instruction.
  std::optional<Polynomial> roundAround(const llvm::Instruction &Instruction);

  /// What the expressions read so far rely on, without doubles. The caller takes them.
  std::vector<NestAssumption> takeAssumptions();
  void assume(pme_assumption_code Code, std::string Text, bool RunTells = false);

  /// The symbol with this key, made with this name if it is new; behind a name that is taken comes its line, "n@57", or a
  /// number. `Value`: known from the module. `Source`: the value of the clone that it stands for, `At`: where that has no
  /// line, one that has.
  Polynomial symbol(const std::string &Key, const std::string &Name, std::optional<int64_t> Value = std::nullopt,
                    const llvm::Value *Source = nullptr, const llvm::Value *At = nullptr);
  /// For a condition that says `Least` >= 0: where it asks which of two pointers is before the other, the same of their
  /// distance, in elements as elsewhere. It does not matter how large these are.
  Polynomial withoutPointers(const Polynomial &Least);
  /// The same for what counts less than bytes, as the size of a vector of bits does: 8 * end - 8 * begin + rest.
  Polynomial withoutScaledPointers(const Polynomial &Sum, uint64_t Bits);
  /// For an offset, `new_begin + (end - begin)`: where that distance of two pointers is known as so many elements, these.
  Polynomial withKnownDistance(const Polynomial &Bytes);
  /// Of a pointer that is the end of something of which the number of elements is known: its begin, and how many bytes
  /// lie between.
  std::optional<std::pair<const llvm::Value *, Polynomial>> endOf(const llvm::Value &Pointer) const;
  /// The length of a copy: a distance of two pointers as so many elements, where the code divides it by their bytes.
  Polynomial inElements(const llvm::Value &Length, const Polynomial &Bytes);
  /// True when nothing but a loop follows.
  bool startsLoop(const llvm::BasicBlock &Block) const {
    const llvm::BasicBlock *Next = Block.getSingleSuccessor();
    return Loops.isLoopHeader(&Block) || (Next && Loops.isLoopHeader(Next));
  }
  /// True when the value is computed outside of all recovered loops.
  bool isInvariant(const llvm::Value &Value) const;
  /// True when the thread alone decides which value it is.
  bool isOfThread(const llvm::Value &Value) const { return isInvariant(Value) && !isSame(Value); }
  /// True when it is also the same in all threads.
  bool isSame(const llvm::Value &Value) const;
  /// True when the value is that, or is read again and again from an address that is: constant offsets from stable
  /// pointers.
  bool isStable(const llvm::Value &Value) const;

  llvm::ScalarEvolution &scalarEvolution() { return SE; }
  const AtomTable &atoms() const { return N.Atoms; }
  /// The nest that it fills with symbols, and the markers that it knows.
  Nest &nest() { return N; }
  const Markers &markers() const { return M; }

private:
  Polynomial visit(const llvm::SCEV *S);
  std::optional<Polynomial> remainderTest(const llvm::CmpInst &Test);
  std::optional<Polynomial> visitTest(const llvm::SCEV *Operand, int64_t IfTrue);
  Polynomial visitZeroExtend(const llvm::SCEV *Operand);
  Polynomial visitSignExtend(const llvm::SCEV *Operand);
  Polynomial visitDivision(const llvm::SCEVUDivExpr &Division);
  Polynomial takeOutPointer(std::vector<Polynomial> &Operands) const;
  Polynomial visitExtremum(const llvm::SCEVNAryExpr &Extremum);
  Polynomial leftBehind(const llvm::SCEVAddRecExpr &Recurrence, const std::optional<Polynomial> &LastRound);
  std::optional<Polynomial> leftBehindAsSymbol(const llvm::SCEVAddRecExpr &Recurrence);
  std::optional<Polynomial> alike(const llvm::Instruction &Number);
  Polynomial visitRecurrence(const llvm::SCEVAddRecExpr &Recurrence);
  Polynomial wrapped(const llvm::SCEVNAryExpr &Operation, const Polynomial &Value);
  Polynomial visitUnknown(const llvm::Value &Value);
  std::optional<Polynomial> readCounter(const llvm::PHINode &Phi);
  std::optional<Polynomial> numberOfTeam(const llvm::CallBase &Call);
  std::optional<int64_t> knownInMemory(const llvm::LoadInst &Load, const std::string &Name);
  Polynomial visitLoad(const llvm::LoadInst &Load);
  Polynomial failIndirect(const llvm::LoadInst &Load);
  Polynomial visitStride(const llvm::SCEV *Stride);
  bool changesAround(const llvm::LoadInst &Load, llvm::ArrayRef<const llvm::StoreInst *> Stores) const;
  const llvm::Loop *iterationAround(const llvm::Instruction &I) const;
  bool isSetByCalls(const llvm::LoadInst &Load) const;
  const llvm::Value *threadNumberGivenTo(const llvm::CallBase &Call) const;
  std::optional<Polynomial> numberOfCall(const llvm::CallBase &Call, const llvm::Loop *Iteration);
  std::optional<Polynomial> partSetByCall(const llvm::LoadInst &Load);
  bool isLastValue(const llvm::LoadInst &Load, llvm::ArrayRef<const llvm::StoreInst *> Stores) const;
  Polynomial visitShape(const DescriptorLoad &Shape, const llvm::LoadInst &Load);
  Polynomial visitArms(const llvm::Value &Value);
  std::optional<Polynomial> readEqualArms(const llvm::Instruction &Instruction);
  std::optional<Polynomial> readArms(llvm::ArrayRef<Choice> Found);
  bool hasReadableArms(const llvm::Value &Value);
  bool isOneOfNumbers(const llvm::Value &Value) const;
  Polynomial visitParity(const llvm::SelectInst &Select);
  Polynomial visitOperation(const llvm::Instruction &Instruction);
  enum class MaskForm { Bit, Below, Above };
  Polynomial powerOfTwo(const llvm::Value &Exponent, const llvm::Value *One);
  std::optional<Polynomial> readMask(const llvm::Value &Mask, MaskForm &Form);
  std::optional<Polynomial> underMask(const Polynomial &Number, const llvm::Value &Mask);
  bool areApart(const llvm::Value &Low, const llvm::Value &High);
  std::optional<Polynomial> withBits(const Polynomial &Number, const Polynomial &Bits, bool Turned);
  bool areBits(const llvm::Value &Value);
  Polynomial visitBits(const llvm::Instruction &Instruction);
  std::optional<Polynomial> narrowedPower(const llvm::Instruction &Shift);
  Polynomial evenOrOdd(const llvm::SCEV *S);
  bool isEndOf(const llvm::Value &End, const llvm::Value &Begin) const;
  const NestSymbol *knownDistance(int To, int From) const;
  /// `EitherWay`: the caller does not know which of the pointers is behind the other.
  std::optional<Polynomial> elementsBetween(const Polynomial &Bytes, const Polynomial &ElementBytes,
                                            bool EitherWay = false);
  Polynomial roundedToZero(const Polynomial &Dividend, const Polynomial &Divisor, bool Remainder);
  Polynomial withOwnRows(const Polynomial &P);
  bool isNotNegative(const Polynomial &P) const;
  Polynomial truncated(const llvm::SCEV *Operand, unsigned Bits);
  Polynomial fail(Obstacle::Kind What, const llvm::Value *Value, std::string Text);
  void collectStoredPlaces(llvm::Function &Function);
  void collectByThread(llvm::Function &Function);

  Nest &N;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &Loops;
  const Describer &D;
  const Markers &M;
  llvm::DenseMap<const llvm::Loop *, ActiveLoop> ActiveLoops;
  std::vector<Rewrite> Rewrites;
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> Choices;
  std::map<const llvm::Value *, Polynomial> StandIns;
  bool AsStride = false; ///< reads what is added in each round of a loop
  ChoiceSource FindChoices;
  unsigned ArmDepth = 0; ///< choices around the one that is read, one inside the other
  llvm::StringMap<int> SymbolKeys;
  llvm::StringMap<int> SymbolNames, PlainNames; ///< how often each was given
  /// Places with a constant address that the function stores to, and where it does.
  llvm::StringMap<std::vector<const llvm::StoreInst *>> Stored;
  llvm::SmallPtrSet<const llvm::Value *, 16> ByThread;
  std::map<std::pair<pme_assumption_code, std::string>, bool> Pending; ///< with what a run tells of it
  bool Failed = false;
  bool TakesPowers = false; ///< of loop variables
  bool Splitting = false;
  bool BlocksAlike = false;
  bool Widened = false; ///< read an unsigned int that may be a negative number
  Obstacle Problem;
};

} // namespace pme

#endif
