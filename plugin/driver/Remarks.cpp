//===- Remarks.cpp - remarks of clang and opt ----------------------------------------===//

#include "Remarks.h"
#include "AlikeLoops.h"
#include "LambdaBody.h"

#include "plugin/names/Fortran.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

using namespace llvm;
using namespace pme;

static const char PassName[] = "pmecache";

unsigned pme::listenedKinds(LLVMContext &Context) {
  // A record file (-fsave-optimization-record) takes every kind.
  if (Context.getMainRemarkStreamer())
    return PME_REMARK_PREDICTION | PME_REMARK_MISSED | PME_REMARK_ANALYSIS;
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  if (!Handler)
    return 0;
  unsigned Kinds = 0;
  if (Handler->isPassedOptRemarkEnabled(PassName))
    Kinds |= PME_REMARK_PREDICTION;
  if (Handler->isMissedOptRemarkEnabled(PassName))
    Kinds |= PME_REMARK_MISSED;
  if (Handler->isAnalysisRemarkEnabled(PassName))
    Kinds |= PME_REMARK_ANALYSIS;
  return Kinds;
}

/// The place of a node, else of the nearest node around it, else of the function.
static DiagnosticLocation placeOf(const pme_subject *Subject, int Node, ArrayRef<DebugLoc> Places,
                                  const Function &Where) {
  for (; Node != PME_NONE; Node = pme_subject_at(Subject, Node)->parent)
    if (size_t(Node) < Places.size() && Places[Node])
      return Places[Node];
  return Where.getSubprogram();
}

/* ---- the list ---- */

// Of which an answer is asked for: a parallel loop, or the outermost one of a function without any.
static bool isShownLoop(int At, const pme_subject *Subject) {
  const pme_subject_node *Node = pme_subject_at(Subject, At);
  bool IsOutermost = Node->parent == PME_NONE || pme_subject_at(Subject, Node->parent)->kind != PME_NODE_LOOP;
  return Node->kind == PME_NODE_LOOP &&
         (Node->u.loop.parallel || (IsOutermost && pme_subject_largest_team(Subject) <= 1));
}

static int shownLoopAround(int Node, const pme_subject *Subject) {
  while (Node != PME_NONE && !isShownLoop(Node, Subject))
    Node = pme_subject_at(Subject, Node)->parent;
  return Node;
}

// `heat::sweep` for _QMheatPsweep and for _ZN4heat5sweepEv: what a person calls the function.
static std::string withSourceName(std::string Text, const Function &Where) {
  std::string Own = "'" + Where.getName().str() + "'", Name = functionName(Where.getName());
  size_t Start = Text.find(Own);
  return Start == std::string::npos ? Text : Text.replace(Start, Own.size(), "'" + Name + "'");
}

void RemarkList::add(const pme_remark &Remark, const pme_subject *Subject, DiagnosticLocation Place,
                     const RemarkPlaces &Places) {
  Function &Where = Places.Where;
  int Around = shownLoopAround(Remark.node, Subject);
  RemarkList::Remark Own = {Remark.kind,
                            Remark.name,
                            withSourceName(Remark.text, Where),
                            Place,
                            &Where,
                            PME_NONE,
                            Remark.weight,
                            Around,
                            false,
                            "",
                            "",
                            {}};
  if (Remark.kind != PME_REMARK_ANALYSIS && Remark.node != PME_NONE && Around == Remark.node) {
    Own.Loop = Remark.node;
    Own.Body = lambdaBody(Subject, Remark.node, Places.OfNodes);
    Own.LikelyBody = Own.Body.empty() ? likelyBody(Subject, Remark.node, Places.OfNodes) : "";
  }
  for (const pme_remark_argument &Argument : ArrayRef(Remark.arguments, Remark.argument_count))
    Own.Arguments.push_back(
        {Argument.key, Argument.text ? Argument.text : "", Argument.text == nullptr, Argument.number});
  if (Own.Kind == PME_REMARK_PREDICTION && Own.Name == "CacheAdvice" && !NoteIsSaid && !AdviceNote.empty()) {
    Own.Text += "; " + AdviceNote;
    NoteIsSaid = true;
  }
  Remarks.push_back(std::move(Own));
}

namespace {

/// File, line and column, and the body where that is elsewhere.
using Place = std::tuple<std::string, unsigned, unsigned, std::string>;

/// A worksharing loop of one function: several may stand at one place of the source.
struct Instance {
  const Function *Where;
  int Loop;
  std::string First; ///< what is said of it first
  bool HasNumber = false;
  double Weight = 0;

  bool is(const RemarkList::Remark &Remark) const { return Where == Remark.Where && Loop == Remark.Loop; }
  bool isBehind(const Instance &Other) const {
    return std::tie(HasNumber, Weight) < std::tie(Other.HasNumber, Other.Weight);
  }
};

} // namespace

static Place placeOf(const RemarkList::Remark &Remark) {
  return {Remark.Place.getRelativePath().str(), Remark.Place.getLine(), Remark.Place.getColumn(), Remark.Body};
}

// Accessors of classes are the same ones in all instances of a template's loop; lambdas are not.
void RemarkList::tellBodiesApart() {
  std::map<Place, std::set<std::string>> Likely;
  for (const Remark &Own : Remarks)
    if (Own.Loop != PME_NONE && Own.Place.isValid() && !Own.LikelyBody.empty())
      Likely[placeOf(Own)].insert(Own.LikelyBody);
  std::set<Place> Different;
  for (const auto &[At, Bodies] : Likely)
    if (Bodies.size() > 1)
      Different.insert(At);
  for (Remark &Own : Remarks)
    if (Own.Loop != PME_NONE && Own.Place.isValid() && Different.count(placeOf(Own)))
      Own.Body = Own.LikelyBody;
}

static std::map<Place, std::vector<Instance>> instancesOf(ArrayRef<RemarkList::Remark> Remarks) {
  std::map<Place, std::vector<Instance>> Result;
  for (const RemarkList::Remark &Remark : Remarks) {
    if (Remark.Loop == PME_NONE || !Remark.Place.isValid())
      continue;
    std::vector<Instance> &Here = Result[placeOf(Remark)];
    auto Found = find_if(Here, [&](const Instance &Known) { return Known.is(Remark); });
    if (Found == Here.end())
      Found = Here.insert(Here.end(), {Remark.Where, Remark.Loop, Remark.Text});
    bool IsRun = Remark.Weight >= 0; // with the values that are known
    Found->HasNumber |= Remark.Kind == PME_REMARK_PREDICTION && Remark.Name != PME_NOT_MODELLED_REMARK && IsRun;
    Found->Weight = std::max(Found->Weight, Remark.Weight);
  }
  return Result;
}

// The first that no other is ahead of, and in words how many there are.
static const Instance &chosenOf(ArrayRef<Instance> Instances, std::string &Words) {
  const Instance &Chosen = *std::max_element(Instances.begin(), Instances.end(),
                                             [](const Instance &A, const Instance &B) { return A.isBehind(B); });
  bool Alike = all_of(Instances, [&](const Instance &Other) { return Other.First == Chosen.First; });
  std::string Count = std::to_string(Instances.size()) + " instances";
  Words = Alike ? "; " + Count : (Chosen.HasNumber ? "; the one with most misses of " : "; one of ") + Count;
  return Chosen;
}

void RemarkList::keepOneInstance() {
  for (auto &[At, Instances] : instancesOf(Remarks)) {
    if (Instances.size() < 2)
      continue;
    std::string Words;
    const Instance &Chosen = chosenOf(Instances, Words);
    bool IsFirst = true;
    erase_if(Remarks, [&, &At = At](Remark &Other) {
      if (Other.Loop == PME_NONE || placeOf(Other) != At)
        return false;
      if (!Chosen.is(Other))
        return true;
      if (IsFirst)
        Other.Text += Words;
      IsFirst = false;
      return false;
    });
  }
}

// With the first remark of each loop that has one.
void RemarkList::sayBodies() {
  std::set<std::tuple<const Function *, int>> Said;
  for (Remark &Own : Remarks)
    if (!Own.Body.empty() && Said.insert({Own.Where, Own.Loop}).second)
      Own.Text += "; its body is at " + Own.Body;
}

// Details of a loop without its sizes are those of a part, however little of it.
static bool isOfPart(const RemarkList::Remark &Remark, int Loop, bool IsWhole) {
  if (Remark.Kind != PME_REMARK_ANALYSIS || Remark.Around != Loop)
    return false;
  return is_contained({"LevelMisses", "MissCauses", "ReferenceMisses"}, Remark.Name) ||
         (IsWhole && Remark.Name == "CacheAdvice");
}

void RemarkList::dropForSizes(const Function &Where, int Loop, bool IsWhole) {
  bool RanNever = any_of(Remarks, [&](const Remark &R) { return R.Where == &Where && R.Name == "NotExecuted"; });
  erase_if(Remarks, [&](const Remark &Other) {
    bool IsLess =
        Other.Kind == PME_REMARK_PREDICTION && (Other.Name == PME_NOT_MODELLED_REMARK || Other.Name == "CacheMisses");
    // That the run did not come here stays, where that is not said of the whole function.
    IsLess |= IsWhole && Other.Kind == PME_REMARK_MISSED && (RanNever || Other.Name != "NotMeasured");
    IsLess &= Other.Loop == Loop;
    return Other.Where == &Where && (IsLess || isOfPart(Other, Loop, IsWhole));
  });
  static constexpr StringLiteral Part = "a part of ";
  for (Remark &Other : Remarks)
    if (Other.Where == &Where && Other.Loop == Loop && Other.Kind == PME_REMARK_MISSED &&
        Other.Name == PME_NOT_MODELLED_REMARK && !StringRef(Other.Text).starts_with(Part))
      Other.Text.insert(0, Part.str());
}

template <typename RemarkT> static void emitAs(const RemarkList::Remark &Remark) {
  RemarkT Result(PassName, Remark.Name, Remark.Place, &Remark.Where->getEntryBlock());
  Result << Remark.Text;
  // What follows goes into records only, not into the text.
  if (!Remark.Arguments.empty())
    Result << ore::setExtraArgs();
  for (const RemarkList::Remark::Argument &Argument : Remark.Arguments) {
    if (!Argument.IsNumber)
      Result << ore::NV(Argument.Key, Argument.Text);
    else if (Argument.Number == std::floor(Argument.Number) && std::fabs(Argument.Number) < 1e15)
      Result << ore::NV(Argument.Key, static_cast<long long>(Argument.Number));
    else
      Result << ore::NV(Argument.Key, formatv("{0:f6}", Argument.Number).str());
  }
  // A record shows each place its own.
  if (!Remark.IsFolded)
    OptimizationRemarkEmitter(Remark.Where).emit(Result);
  else if (LLVMRemarkStreamer *Record = Remark.Where->getContext().getLLVMRemarkStreamer())
    Record->emit(Result);
}

void RemarkList::emitOne(const Remark &Remark) const {
  switch (Remark.Kind) {
  case PME_REMARK_PREDICTION:
    return emitAs<OptimizationRemark>(Remark);
  case PME_REMARK_MISSED:
    return emitAs<OptimizationRemarkMissed>(Remark);
  case PME_REMARK_ANALYSIS:
    return emitAs<OptimizationRemarkAnalysis>(Remark);
  }
}

static constexpr StringLiteral MeasureIt = "measure it: ";

// How a loop is measured is as long as a remark, and the same for all.
void RemarkList::sayOnceHowToMeasure() {
  std::set<std::string> Said;
  for (Remark &Remark : Remarks) {
    size_t Start = Remark.Text.find(MeasureIt), End = Remark.Text.find(';', Start);
    if (Start == std::string::npos)
      continue;
    std::string How = Remark.Text.substr(Start, End == std::string::npos ? End : End - Start);
    if (!Said.insert(How).second)
      Remark.Text.replace(Start, How.size(), "measure it, as said above");
  }
}

// That a run tells of places that data choose, too.
void RemarkList::sayOnceThatRunsTell() {
  static constexpr StringLiteral RunTells = ", and may each miss or hit (a run tells: PMECACHE_INSTRUMENT=irregular)";
  bool IsSaid = false;
  for (Remark &Remark : Remarks)
    if (size_t Start = Remark.Text.find(RunTells); Start != std::string::npos && std::exchange(IsSaid, true))
      Remark.Text.erase(Start, RunTells.size());
}

// Several accesses of a loop may have the same to say, and several functions where their places are known.
void RemarkList::dropRepeated() {
  std::set<std::tuple<Place, const Function *, int, std::string>> Said;
  erase_if(Remarks, [&](const Remark &Own) {
    const Function *Where = Own.Place.isValid() ? nullptr : Own.Where;
    Place At = Where ? Place() : placeOf(Own);
    return !Said.insert({At, Where, static_cast<int>(Own.Kind), Own.Text}).second;
  });
}

void RemarkList::emit() {
  tellBodiesApart();
  keepOneInstance();
  foldAlikeLoops(Remarks, AdviceNote);
  sayBodies();
  dropRepeated();
  sayOnceHowToMeasure();
  sayOnceThatRunsTell();
  for (const Remark &Remark : Remarks)
    emitOne(Remark);
  Remarks.clear();
}

/* ---- what is in it ---- */

void pme::emitAll(ArrayRef<pme_remark> Remarks, const pme_subject *Subject, const RemarkPlaces &Places) {
  for (const pme_remark &Remark : Remarks)
    if (Remark.kind & Places.Kinds)
      Places.List.add(Remark, Subject, placeOf(Subject, Remark.node, Places.OfNodes, Places.Where), Places);
}

static bool isAtOnePlace(const pme_place &A, const pme_place &B) {
  return A.line > 0 && A.line == B.line && A.column == B.column &&
         StringRef(A.file ? A.file : "") == StringRef(B.file ? B.file : "");
}

// What a run says of a loop takes the place of the part that the model counts, and of how to measure it. Tasks are
// measured at their pragma, whose loop around is not.
static bool isMeasured(const pme_remark &Remark, ArrayRef<pme_remark> Measured) {
  bool IsMissing = Remark.name == StringRef(PME_NOT_MODELLED_REMARK);
  return (IsMissing || Remark.kind == PME_REMARK_PREDICTION) && any_of(Measured, [&](const pme_remark &Other) {
           bool IsOf = Other.node == Remark.node || (IsMissing && isAtOnePlace(Other.place, Remark.place));
           return IsOf && (IsMissing || Other.kind == PME_REMARK_PREDICTION);
         });
}

void pme::emitRemarks(const pme_prediction &Prediction, const pme_explanation *Explanation, const pme_advice *Advice,
                      ArrayRef<pme_remark> Measured, const RemarkPlaces &Places, pme_arena *Arena) {
  const pme_remark *Remarks;
  int Count = 0;
  if (Places.Kinds == 0)
    return;
  if ((Explanation ? pme_remarks_explain(Explanation, Places.Kinds, Arena, &Remarks, &Count, nullptr)
                   : pme_remarks_create(&Prediction, Places.Kinds, Arena, &Remarks, &Count, nullptr)) != PME_OK)
    return;
  std::vector<pme_remark> Kept;
  copy_if(ArrayRef(Remarks, Count), std::back_inserter(Kept),
          [&](const pme_remark &Remark) { return !isMeasured(Remark, Measured); });
  emitAll(Kept, Prediction.subject, Places);
  if (Advice)
    Places.List.setAdviceNote(pme_advice_note(Advice));
  if (Advice && (Places.Kinds & (PME_REMARK_PREDICTION | PME_REMARK_ANALYSIS)) &&
      pme_remarks_advise(Advice, Arena, &Remarks, &Count, nullptr) == PME_OK)
    emitAll(ArrayRef(Remarks, Count), Prediction.subject, Places);
}

void pme::emitBySize(const pme_by_size &BySize, ArrayRef<pme_remark> Measured, const RemarkPlaces &Places,
                     pme_arena *Arena) {
  const pme_remark *Remarks;
  int Count = 0;
  if (!(Places.Kinds & PME_REMARK_PREDICTION) ||
      pme_remarks_by_size(&BySize, Arena, &Remarks, &Count, nullptr) != PME_OK)
    return;
  std::vector<pme_remark> Kept;
  copy_if(ArrayRef(Remarks, Count), std::back_inserter(Kept),
          [&](const pme_remark &Remark) { return !isMeasured(Remark, Measured); });
  for (const pme_by_size_loop &Loop : ArrayRef(BySize.loops, BySize.loop_count))
    Places.List.dropForSizes(Places.Where, Loop.node, Loop.status == PME_LOOP_MODELLED);
  emitAll(Kept, BySize.prediction->subject, Places);
}

void pme::emitLoopOrders(const pme_loop_orders &Orders, const RemarkPlaces &Places, pme_arena *Arena) {
  const pme_remark *Remarks;
  int Count = 0;
  if ((Places.Kinds & (PME_REMARK_PREDICTION | PME_REMARK_MISSED)) &&
      pme_remarks_loop_orders(&Orders, Arena, &Remarks, &Count, nullptr) == PME_OK)
    emitAll(ArrayRef(Remarks, Count), Orders.prediction->subject, Places);
}
