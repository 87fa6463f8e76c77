//===- AlikeLoops.cpp - loops of a function of which the same is said ----------------===//

#include "AlikeLoops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

using namespace llvm;
using namespace pme;

namespace {

/// Of more lines the first are named, and the last.
constexpr size_t MostLines = 9, FirstLines = 7;

/// Shares that two loops may be apart, in points.
constexpr double MostPointsApart = 10;

/// What the numbers of a remark that tell no interval may be apart: they have two digits.
constexpr double RoundedShare = 0.05;

/// A number of a text, with the interval behind it.
struct Number {
  StringRef Digits;
  double Value = 0, Low = 0, High = 0;
};

/// Reads a text piece by piece: words, numbers, names that may differ.
class Reader {
public:
  explicit Reader(StringRef Text) : Left(Text) {}

  bool isAtEnd() const { return Left.empty(); }
  bool isAtNumber() const { return !Left.empty() && isDigit(Left.front()) && !IsInWord; }
  char next() {
    char First = Left.front();
    IsInWord = isAlnum(First) || First == '_';
    Left = Left.drop_front();
    return First;
  }
  StringRef left() const { return Left; }
  void skipName();
  void skipInterval();
  Number number();

private:
  double value();

  StringRef Left;
  bool IsInWord = false;
};

} // namespace

/// What stands behind "reading " and "writing ": 'x' (file.c:1:2).
void Reader::skipName() {
  if (!Left.consume_front("'"))
    return;
  Left = Left.substr(Left.find('\'')).drop_front(1);
  StringRef Rest = Left;
  if (!Rest.consume_front(" ("))
    return;
  StringRef Place = Rest.take_until([](char C) { return C == ')'; });
  if (Place.contains(':'))
    Left = Rest.drop_front(Place.size()).drop_front(1);
}

/// What stands behind a level that is not known: (0 to 162M).
void Reader::skipInterval() {
  if (Left.starts_with(" ("))
    Left = Left.substr(Left.find(')')).drop_front(1);
}

double Reader::value() {
  StringRef Digits = Left.take_while([](char C) { return isDigit(C) || C == '.' || C == ','; }).rtrim(".,");
  Left = Left.drop_front(Digits.size());
  std::string Plain;
  copy_if(Digits, std::back_inserter(Plain), [](char C) { return C != ','; });
  double Value = 0;
  StringRef(Plain).getAsDouble(Value);
  static constexpr StringLiteral Units = "KMGTPE";
  size_t Unit = Left.empty() ? StringRef::npos : Units.find(Left.front());
  if (Unit == StringRef::npos)
    return Value;
  Left = Left.drop_front();
  return Value * std::pow(1000, double(Unit + 1));
}

/// "5.1M", "5.1M (0 to 162M)", "3.1%".
Number Reader::number() {
  Number Result;
  StringRef Start = Left;
  Result.Value = value();
  Result.Digits = Start.drop_back(Left.size());
  Result.Low = Result.Value * (1 - RoundedShare);
  Result.High = Result.Value * (1 + RoundedShare);
  Reader Behind(Left);
  if (!Behind.Left.consume_front(" (") || Behind.Left.empty() || !isDigit(Behind.Left.front()))
    return Result;
  double Low = Behind.value();
  if (!Behind.Left.consume_front(" to "))
    return Result;
  double High = Behind.value();
  if (!Behind.Left.consume_front(")"))
    return Result;
  Result.Low = std::min(Low, Result.Low);
  Result.High = std::max(High, Result.High);
  Left = Behind.Left;
  return Result;
}

using Comparison = function_ref<bool(const Number &, const Number &, StringRef Behind)>;

/// Whether two texts have the same words, but for what is read or written, and numbers that `Same` takes for the same.
static bool haveSameWords(StringRef OneText, StringRef OtherText, Comparison Same) {
  Reader One(OneText), Other(OtherText);
  for (;;) {
    StringRef Said = OneText.drop_back(One.left().size());
    if (Said.ends_with("reading ") || Said.ends_with("writing ")) {
      One.skipName();
      Other.skipName();
    } else if (Said.ends_with("not known without a run") || Said.ends_with("left open")) {
      One.skipInterval();
      Other.skipInterval();
    }
    if (One.isAtEnd() || Other.isAtEnd())
      return One.isAtEnd() && Other.isAtEnd();
    if (One.isAtNumber() != Other.isAtNumber())
      return false;
    if (One.isAtNumber()) {
      Number Of = One.number(), Against = Other.number();
      if (!Same(Of, Against, One.left()))
        return false;
    } else if (One.next() != Other.next()) {
      return false;
    }
  }
}

static constexpr StringLiteral Accesses = " accesses";

/// What is behind a number of a prediction tells what it is.
static bool doAgree(const Number &One, const Number &Other, StringRef Behind) {
  if (Behind.starts_with("% of them"))
    return std::fabs(One.Value - Other.Value) <= MostPointsApart;
  if (One.Digits == Other.Digits || Behind.starts_with("%")) // of accesses: follows from the misses
    return true;
  return !Behind.starts_with(Accesses) && One.Value >= Other.Low && One.Value <= Other.High && Other.Value >= One.Low &&
         Other.Value <= One.High;
}

bool pme::saysTheSame(StringRef One, StringRef Other) { return haveSameWords(One, Other, doAgree); }

/// Details of loops that are alike: how many samples there were, and lines.
static bool areDetailsAlike(StringRef One, StringRef Other) {
  return haveSameWords(One, Other, [](const Number &A, const Number &B, StringRef Behind) {
    return A.Digits == B.Digits || !Behind.starts_with(Accesses);
  });
}

static bool areAlike(const RemarkList::Remark &One, const RemarkList::Remark &Other, StringRef Note) {
  if (One.Kind != Other.Kind || One.Name != Other.Name || One.Body != Other.Body)
    return false;
  if (One.Kind == PME_REMARK_ANALYSIS)
    return areDetailsAlike(One.Text, Other.Text);
  if (StringRef(One.Name).starts_with("CacheMisses"))
    return saysTheSame(One.Text, Other.Text);
  StringRef Text = One.Text;
  if (Text.consume_back(Note))
    Text.consume_back("; ");
  return Text == Other.Text;
}

using Block = std::vector<RemarkList::Remark *>;

static bool areAlike(const Block &One, const Block &Other, StringRef Note) {
  const RemarkList::Remark &First = *One.front(), &Second = *Other.front();
  return First.Where == Second.Where && First.Place.getRelativePath() == Second.Place.getRelativePath() &&
         std::equal(One.begin(), One.end(), Other.begin(), Other.end(),
                    [&](const RemarkList::Remark *A, const RemarkList::Remark *B) { return areAlike(*A, *B, Note); });
}

/// "; and 2 more loops like it: lines 12 and 14".
static std::string wordsOf(ArrayRef<const Block *> Others) {
  std::vector<std::string> Lines;
  for (const Block *Other : Others)
    Lines.push_back(std::to_string(Other->front()->Place.getLine()));
  size_t Count = Lines.size();
  std::string Words = "; and " + std::to_string(Count) + (Count == 1 ? " more loop" : " more loops") + " like it: ";
  if (Count == 1)
    return Words + "line " + Lines.front();
  ArrayRef<std::string> Named = ArrayRef(Lines).take_front(Count > MostLines ? FirstLines : Count - 1);
  return Words + "lines " + join(Named, ", ") + (Count > MostLines ? ", ..., " : " and ") + Lines.back();
}

void pme::foldAlikeLoops(std::vector<RemarkList::Remark> &Remarks, StringRef Note) {
  std::vector<Block> Blocks;
  std::map<std::pair<const Function *, int>, size_t> Known;
  for (RemarkList::Remark &Remark : Remarks) {
    if (Remark.Around == PME_NONE || !Remark.Place.isValid())
      continue;
    auto [At, IsNew] = Known.insert({{Remark.Where, Remark.Around}, Blocks.size()});
    if (IsNew)
      Blocks.emplace_back();
    Blocks[At->second].push_back(&Remark);
  }
  std::vector<std::vector<const Block *>> Like(Blocks.size());
  for (size_t Later = 1; Later < Blocks.size(); ++Later)
    for (size_t Earlier = 0; Earlier < Later; ++Earlier)
      if (!Blocks[Earlier].front()->IsFolded && areAlike(Blocks[Earlier], Blocks[Later], Note)) {
        Like[Earlier].push_back(&Blocks[Later]);
        for (RemarkList::Remark *Remark : Blocks[Later])
          Remark->IsFolded = true;
        break;
      }
  for (size_t I = 0; I < Blocks.size(); ++I)
    if (!Like[I].empty())
      Blocks[I].front()->Text += wordsOf(Like[I]);
}
