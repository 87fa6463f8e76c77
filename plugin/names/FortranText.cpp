//===- FortranText.cpp - what the text of a function of Fortran tells ----------------===//

#include "SourceNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace pme;

/// How long a function may be whose text is looked through.
static constexpr size_t MaxFunctionLines = 3000;

static StringRef withoutComment(StringRef Line) {
  return Line.take_until([](char C) { return C == '!'; });
}

// "end", "end function f", "endsubroutine", "contains": what comes behind is no part of the function.
static bool endsFunction(StringRef Line) {
  std::string Text = withoutComment(Line).trim().lower();
  StringRef Rest = Text;
  if (Rest == "contains" || Rest == "end")
    return true;
  if (!Rest.consume_front("end"))
    return false;
  Rest = Rest.ltrim();
  return Rest.starts_with("subroutine") || Rest.starts_with("function") || Rest.starts_with("program") ||
         Rest.starts_with("procedure");
}

// Behind the subscripts that may stand there.
static StringRef withoutSubscriptsBefore(StringRef Text) {
  int Depth = 0;
  Text = Text.ltrim();
  if (!Text.starts_with("("))
    return Text;
  size_t End = Text.find_if([&](char C) { return (Depth += (C == '(') - (C == ')')) == 0; });
  return End == StringRef::npos ? "" : Text.substr(End + 1).ltrim();
}

// The components behind each `object%` of a line, but for those that are looked into.
static void addComponents(StringRef Line, StringRef Object, bool OfElements, std::vector<std::string> &Found) {
  for (size_t At = Line.find_insensitive(Object); At != StringRef::npos;
       At = Line.find_insensitive(Object, At + Object.size())) {
    StringRef Before = Line.take_front(At), Behind = Line.substr(At + Object.size()).ltrim();
    bool IsObject = Before.empty() || (!isWordCharacter(Before.back()) && !Before.rtrim().ends_with("%"));
    if (OfElements)
      Behind = withoutSubscriptsBefore(Behind);
    if (!IsObject || !Behind.consume_front("%"))
      continue;
    StringRef Component = Behind.ltrim().take_while(isWordCharacter);
    StringRef Next = Behind.ltrim().substr(Component.size()).ltrim().take_front();
    if (Next != "%" && Next != "(" && none_of(Found, [&](StringRef F) { return F.equals_insensitive(Component); }))
      Found.push_back(Component.str());
  }
}

const std::vector<std::string> &SourceText::componentsIn(const DISubprogram &Function, StringRef Object,
                                                         bool OfElements) {
  std::string Key =
      (Function.getFilename() + ":" + Twine(Function.getLine()) + ":" + Object + (OfElements ? "()" : "")).str();
  auto [Entry, IsNew] = Components.try_emplace(Key);
  if (!IsNew || Function.getLine() == 0 || Object.empty())
    return Entry->second;
  ArrayRef<StringRef> Lines = file(Function.getFilename(), Function.getDirectory()).Lines;
  for (StringRef Line :
       Lines.drop_front(std::min<size_t>(Function.getLine(), Lines.size())).take_front(MaxFunctionLines)) {
    if (endsFunction(Line))
      break;
    addComponents(withoutComment(Line), Object, OfElements, Entry->second);
  }
  return Entry->second;
}

std::string SourceText::resultOf(const DISubprogram &Function) {
  ArrayRef<StringRef> Lines = file(Function.getFilename(), Function.getDirectory()).Lines;
  if (!isFortranFile(Function.getFilename()) || Function.getLine() == 0 || Function.getLine() > Lines.size())
    return "";
  StringRef First = withoutComment(Lines[Function.getLine() - 1]);
  size_t Word = First.find_insensitive("function");
  if (Word == StringRef::npos)
    return "";
  size_t Result = First.find_insensitive("result", Word);
  StringRef Behind = Result == StringRef::npos ? "" : First.substr(Result + StringRef("result").size()).ltrim();
  return Behind.consume_front("(") ? Behind.ltrim().take_while(isWordCharacter).str() : Function.getName().str();
}

bool SourceText::isAssignedAt(const DILocation &Place) {
  StringRef Word = isFortran(Place) ? identifierAt(Place) : "";
  size_t Start = 0;
  StringRef Line = Word.empty() ? "" : lineAt(Place, Start);
  StringRef Behind = Word.empty() ? "" : withoutSubscriptsBefore(Line.substr(Start + Word.size()));
  return Behind.starts_with("=") && !Behind.starts_with("==");
}
