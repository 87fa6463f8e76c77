//===- ProfileLookup.cpp - what an instrumented run says -----------------------------===//

#include "ProfileLookup.h"
#include "plugin/base/FunctionHash.h"
#include "plugin/base/ParsedOptions.h"

#include "pmecache/instrumented.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

using namespace llvm;
using namespace pme;

ProfileLookup::ProfileLookup(const std::string &Path) : Name(sys::path::filename(Path)) {
  if (!sys::fs::is_regular_file(Path)) // the options have said so
    return;
  pme_error Error = {};
  pme_profile *Read = nullptr;
  if (pme_profile_read_file(Path.c_str(), &Read, &Error) != PME_OK) {
    warn("-pmecache-profile: " + Path + ": " + (*Error.message ? Error.message : pme_status_text(Error.status)));
    return;
  }
  Profile.reset(Read);
  tellFaults();
  if (pme_profile_function_count(Read) == 0)
    warn("-pmecache-profile: " + Name +
         ": the run came through nothing that was instrumented, or found nothing to record there (values: sizes "
         "that only the run knows; -pmecache-instrument=irregular: the loops themselves)");
}

void ProfileLookup::tellFaults() const {
  int Count = 0, Total = 0;
  const pme_profile_fault *Faults = pme_profile_faults(Profile.get(), &Count, &Total);
  for (int I = 0; I < Count; ++I)
    warn("-pmecache-profile: " + Name + ": " +
         (Faults[I].line > 0 ? "line " + std::to_string(Faults[I].line) + ": " : "") + Faults[I].message);
  if (Total > Count)
    warn("-pmecache-profile: " + Name + ": " + std::to_string(Total - Count) + " more lines are damaged");
}

int ProfileLookup::indexOf(const Function &F, bool *Stale) const {
  return Profile ? pme_profile_find_function(Profile.get(), F.getName().str().c_str(), hashFunction(F), Stale)
                 : PME_NONE;
}

int ProfileLookup::find(const Function &F) {
  if (!Profile)
    return PME_NONE;
  bool Stale = false;
  int Index = indexOf(F, &Stale);
  if (Index == PME_NONE && Stale)
    warn("-pmecache-profile: " + Name + ": the code of " + F.getName().str() +
         " is not that of the run: its source has changed since, or the instrumented program was built with other "
         "options (-O, -D, -g); what the run says of it is not used. Build it again with the options of this "
         "compile");
  Asked.push_back(F.getName().str());
  Found = Found || Stale || Index != PME_NONE;
  return Index;
}

double ProfileLookup::executionsOf(const Function &F, const DILocation &Place) const {
  const DISubprogram *Source = F.getSubprogram();
  bool Stale = false;
  int Index = Source ? indexOf(F, &Stale) : PME_NONE;
  double Result = 0;
  if (Index == PME_NONE)
    return 0;
  int Moved = static_cast<int>(Source->getLine()) - pme_profile_function_at(Profile.get(), Index)->line;
  for (int I = 0; I < pme_profile_loop_count(Profile.get()); ++I) {
    const pme_profile_loop *Loop = pme_profile_loop_at(Profile.get(), I);
    if (Loop->function == Index && Loop->parallel && Loop->place.line + Moved == static_cast<int>(Place.getLine()) &&
        Loop->place.column == static_cast<int>(Place.getColumn()))
      Result = std::max(Result, Loop->executions);
  }
  return Result;
}

void ProfileLookup::follow(ArrayRef<RecoveredFunction> Functions) {
  for (const RecoveredFunction &Recovered : Functions) {
    const Function &F = *Recovered.Source;
    const DISubprogram *Source = F.getSubprogram();
    bool Stale = false;
    int Index = Source ? indexOf(F, &Stale) : PME_NONE;
    if (Index != PME_NONE)
      pme_profile_move_function(Profile.get(), Index, static_cast<int>(Source->getLine()));
  }
}

void ProfileLookup::tellIfMoved(const pme_prediction &Prediction, const pme_profile_answer &Seen) {
  if (int Line = pme_measured_elsewhere(&Prediction, &Seen); Line > 0)
    warn("-pmecache-profile: " + Name + ": lines within " + Prediction.subject->function +
         " have moved since the run: what it measured of the loop that was at line " + std::to_string(Line) +
         " is not used. Build the instrumented program again, and run it");
}

/// "'f' (a.c), 'g' (b.c), and 3 more": the functions that the profile has.
static std::string contentOf(const pme_profile &Profile) {
  constexpr int Most = 3;
  int Count = pme_profile_function_count(&Profile);
  std::string Result;
  for (int I = 0; I < std::min(Count, Most); ++I) {
    const pme_profile_function *Function = pme_profile_function_at(&Profile, I);
    Result += (I ? ", '" : "'") + std::string(Function->name) + "'";
    if (Function->file)
      Result += " (" + std::string(sys::path::filename(Function->file)) + ")";
  }
  return Count > Most ? Result + ", and " + std::to_string(Count - Most) + " more" : Result;
}

void ProfileLookup::tellIfOfAnother(const std::string &SourceFile) const {
  if (Profile && !Found && !Asked.empty() && pme_profile_function_count(Profile.get()) > 0)
    warn("-pmecache-profile: " + Name + ": nothing of " + SourceFile + " is in it ('" + Asked.front() +
         (Asked.size() > 1 ? "' and " + std::to_string(Asked.size() - 1) + " more were looked for"
                           : "' was looked for") +
         "); it holds " + contentOf(*Profile));
}

void MeasuredValues::add(const char *Name, int64_t Value, std::string How) {
  Texts.push_back(std::make_unique<std::string>(Name));
  Texts.push_back(std::make_unique<std::string>(std::move(How)));
  Bindings.push_back({Texts[Texts.size() - 2]->c_str(), Value, Texts.back()->c_str()});
}

namespace {

struct Seen {
  int64_t Value = 0;
  double Times = -1, AllTimes = 0;
  int Values = 0;
  double Mean = -1; ///< of how often a loop goes round
  int64_t Least = INT64_MAX, Largest = INT64_MIN;
};

} // namespace

static std::string describe(const Seen &What, const std::string &File, bool Scaled) {
  std::string Text = (Scaled ? "scaled, " : "measured, ") + File;
  if (What.Mean >= 0)
    return Text + ": " + formatv("{0:F1} on average, {1} times", What.Mean, static_cast<int64_t>(What.Times)).str();
  if (What.Values <= 1)
    return Text;
  return Text + ": " + std::to_string(static_cast<long long>(What.Times)) + " of " +
         std::to_string(static_cast<long long>(What.AllTimes)) + " times";
}

// The name here of what the profile calls `Name`: its own, unless only a plain name fits.
static std::string nameHere(const std::string &Name, const std::map<std::string, Seen> &Symbols,
                            ArrayRef<std::pair<std::string, std::string>> PlainNames) {
  for (const auto &[Plain, Here] : PlainNames)
    if (Plain == Name && !Symbols.count(Here))
      return Here;
  return Name;
}

MeasuredValues ProfileLookup::valuesOf(const Function &F, ArrayRef<std::pair<std::string, std::string>> PlainNames) {
  return valuesAt(find(F), PlainNames);
}

MeasuredValues ProfileLookup::valuesQuietly(const RecoveredFunction &Recovered) const {
  bool Stale = false;
  return valuesAt(indexOf(*Recovered.Source, &Stale), Recovered.PlainNames);
}

MeasuredValues ProfileLookup::valuesAt(int Index, ArrayRef<std::pair<std::string, std::string>> PlainNames) const {
  MeasuredValues Result;
  if (Index == PME_NONE)
    return Result;
  Result.Function = Index;
  std::map<std::string, Seen> Symbols;
  for (int I = 0; I < pme_profile_symbol_count(Profile.get()); ++I) {
    const pme_profile_symbol *Symbol = pme_profile_symbol_at(Profile.get(), I);
    if (Symbol->function != Index || StringRef(Symbol->name) == PME_CALLS_SYMBOL)
      continue;
    Seen &Known = Symbols[Symbol->name];
    Known.AllTimes += Symbol->times;
    ++Known.Values;
    if (!Symbol->other) {
      Known.Least = std::min(Known.Least, Symbol->value);
      Known.Largest = std::max(Known.Largest, Symbol->value);
    }
    // Of values that are as frequent, the largest: the call that counts most. It is also that of the same call as the
    // other symbols', where a function is called for a large and a small piece.
    // A mean is of what happened: in other runs of a merged profile the loop was not entered.
    bool Better = Symbol->times > Known.Times || (Symbol->times == Known.Times && Symbol->value > Known.Value);
    if (Symbol->mean != (Known.Mean >= 0))
      Better = Symbol->mean;
    if (!Symbol->other && Better) {
      Known.Value = Symbol->value;
      Known.Times = Symbol->times;
      Known.Mean = Symbol->mean ? Symbol->total / Symbol->times : -1;
    }
  }
  for (const auto &[Name, What] : Symbols) {
    if (What.Times < 0)
      continue;
    std::string Here = nameHere(Name, Symbols, PlainNames);
    Result.add(Here.c_str(), What.Value,
               describe(What, this->Name, pme_profile_options_of(Profile.get())->scaled != nullptr));
    if (What.Mean < 0 && What.Least < What.Largest)
      Result.Ranges[Here] = {What.Least, What.Largest};
  }
  return Result;
}

/// The symbol that is all of num_threads() at a node; null where there is none.
static const char *teamSymbol(const pme_program *Program, const pme_node *Node) {
  pme_expr Threads = Node->kind == PME_NODE_LOOP     ? Node->u.loop.threads
                     : Node->kind == PME_NODE_REGION ? Node->u.region.threads
                                                     : PME_NONE;
  const pme_expr_node *Written = Threads != PME_NONE ? pme_program_expr(Program, Threads) : nullptr;
  return Written && Written->kind == PME_EXPR_PARAMETER
             ? pme_program_parameter(Program, static_cast<int>(Written->value))->name
             : nullptr;
}

void ProfileLookup::setTeam(MeasuredValues &Values, const pme_program *Program, int Threads) const {
  // What omp_get_max_threads() was in the run was its team: it is that which is asked for, given or not.
  erase_if(Values.Bindings, [&](const pme_binding &Measured) {
    return Profile && StringRef(Measured.name) == PME_LARGEST_TEAM &&
           Measured.value == pme_profile_options_of(Profile.get())->threads;
  });
  for (int Id = 0; Profile && Threads > 0 && Id < pme_program_node_count(Program); ++Id)
    if (const char *Symbol = teamSymbol(Program, pme_program_node(Program, Id)))
      for (pme_binding &Measured : Values.Bindings)
        if (StringRef(Measured.name) == Symbol && Measured.value == pme_profile_options_of(Profile.get())->threads)
          Measured = {Measured.name, Threads, "the team that is asked for"};
}

/// The loop of the run at a place of one of its functions; null where there is none, or it was not entered.
static const pme_profile_loop *enteredLoop(const pme_profile &Profile, int Function, pme_place Place) {
  for (int I = 0; I < pme_profile_loop_count(&Profile); ++I)
    if (const pme_profile_loop *Loop = pme_profile_loop_at(&Profile, I);
        Loop->function == Function && Loop->executions > 0 && Loop->place.line == Place.line &&
        Loop->place.column == Place.column)
      return Loop;
  return nullptr;
}

static const pme_node *loopAround(const pme_program *Program, const pme_node *Node) {
  do
    Node = Node->parent == PME_NONE ? nullptr : pme_program_node(Program, Node->parent);
  while (Node && Node->kind != PME_NODE_LOOP);
  return Node;
}

static const pme_node *worksharingAround(const pme_program *Program, const pme_node *Node) {
  while (Node && !(Node->kind == PME_NODE_LOOP && Node->u.loop.parallel))
    Node = loopAround(Program, Node);
  return Node;
}

/// The symbol that is how often the loop goes round; null where that is no symbol, or none that data decide.
static const char *roundsSymbol(const pme_program *Program, int Id) {
  const pme_node *Node = pme_program_node(Program, Id);
  bool IsOfData = false;
  for (int I = 0; I < pme_program_assumption_count(Program); ++I)
    IsOfData |= pme_program_assumption(Program, I)->code == PME_ASSUMPTION_TRIPS_ALIKE &&
                pme_program_assumption(Program, I)->node == Id;
  if (!IsOfData || Node->kind != PME_NODE_LOOP || Node->u.loop.parallel || Node->u.loop.last_count != 1)
    return nullptr;
  const pme_expr_node *Last = pme_program_expr(Program, Node->u.loop.lasts[0]);
  return Last->kind == PME_EXPR_PARAMETER ? pme_program_parameter(Program, static_cast<int>(Last->value))->name
                                          : nullptr;
}

void ProfileLookup::setRounds(MeasuredValues &Values, const pme_program *Program, int Threads) const {
  int OwnThreads = Profile ? pme_profile_options_of(Profile.get())->threads : 0;
  for (int Id = 0; OwnThreads > 0 && Values.Function != PME_NONE && Id < pme_program_node_count(Program); ++Id) {
    const char *Symbol = roundsSymbol(Program, Id);
    const pme_node *Node = pme_program_node(Program, Id), *Shared = worksharingAround(Program, Node);
    const pme_profile_loop *Seen = Symbol ? enteredLoop(*Profile, Values.Function, Node->place) : nullptr;
    bool IsNumbered = Shared && (!enteredLoop(*Profile, Values.Function, Shared->place) ||
                                 (Shared->u.loop.is_team && Threads != OwnThreads));
    if (!Seen || !IsNumbered || any_of(Values.Bindings, [&](auto &B) { return StringRef(B.name) == Symbol; }))
      continue;
    // What each thread goes through once is shared out among them.
    double PerThread = loopAround(Program, Node) == Shared && Threads > 0 ? double(OwnThreads) / Threads : 1;
    double Rounds = Seen->iterations / Seen->executions * PerThread;
    Values.add(Symbol, std::llround(Rounds), describe({0, Seen->executions, 0, 0, Rounds}, Name, false));
  }
}

bool MeasuredValues::agreeWith(ArrayRef<pme_binding> Given) const {
  return none_of(Given, [&](const pme_binding &Other) {
    return any_of(Bindings, [&](const pme_binding &Own) {
      return StringRef(Own.name) == Other.name && Own.value != Other.value;
    });
  });
}

std::string MeasuredValues::conditions() const {
  std::string Result;
  for (const pme_binding &Binding : Bindings) {
    auto Range = Ranges.find(Binding.name);
    Result += (Result.empty() ? "" : ", ") + std::string(Binding.name) + " = " +
              (Range == Ranges.end() ? std::to_string(Binding.value)
                                     : formatv("{0} to {1}", Range->second.first, Range->second.second).str());
  }
  return Result;
}

// Profiles of older instrumentation do not count calls. There a value of a symbol is recorded once a call, in a region
// that runs several times more often, behind a condition less: what most symbols say.
double ProfileLookup::callsOf(const Function &F, const MeasuredValues &Values) const {
  if (!Profile || Values.function() == PME_NONE)
    return -1;
  if (double Calls = pme_profile_function_at(Profile.get(), Values.function())->calls; Calls > 0)
    return Calls;
  if (F.getName() == "main" || F.getName() == "_QQmain")
    return 1;
  std::map<std::string, double> Times;
  for (int I = 0; I < pme_profile_symbol_count(Profile.get()); ++I)
    if (const pme_profile_symbol *Symbol = pme_profile_symbol_at(Profile.get(), I);
        Symbol->function == Values.function())
      Times[Symbol->name] += Symbol->times;
  std::map<double, int> Votes;
  for (const auto &[Symbol, Calls] : Times)
    ++Votes[Calls];
  auto Most =
      std::max_element(Votes.begin(), Votes.end(), [](const auto &A, const auto &B) { return A.second < B.second; });
  return Most == Votes.end() ? -1 : Most->first;
}

void ProfileLookup::answer(const pme_machine &Machine, const pme_team_question &Team) {
  pme_error Error = {};
  pme_profile_answers *Made = nullptr;
  bool IsOther = Team.has_schedule || Team.threads != pme_profile_options_of(Profile.get())->threads;
  pme_status Status =
      IsOther ? pme_profile_predict_team(Profile.get(), &Machine, &Team, &Made, &Error) : PME_UNSUPPORTED;
  if (IsOther && Status == PME_UNSUPPORTED && !std::exchange(SaidOwnTeam, true))
    warn("-pmecache-profile: " + Name + ": measured loops have the numbers of the run's own team, not of " +
         std::to_string(Team.threads) + " threads: " + Error.message);
  IsOwnTeam = IsOther && Status == PME_UNSUPPORTED;
  if (Status == PME_UNSUPPORTED)
    Status = pme_profile_predict(Profile.get(), &Machine, &Made, &Error);
  if (Status != PME_OK)
    warn("-pmecache-profile: " + Name + ": " + Error.message);
  Answers.reset(Made);
  Threads = Team.threads;
}

const pme_profile_answer *ProfileLookup::answerOf(const MeasuredValues &Values, const pme_machine &Machine,
                                                  const pme_team_question &Team) {
  if (!Profile || Values.function() == PME_NONE || pme_profile_stream_count(Profile.get()) == 0)
    return nullptr;
  if (!Answers || Threads != Team.threads)
    answer(Machine, Team);
  if (!Answers)
    return nullptr;
  for (int I = 0; I < Answers->count; ++I)
    if (Answers->items[I].function == Values.function())
      return &Answers->items[I];
  return nullptr;
}
