"""The misses of a function in so many lines, without the few that are of other arrays: FILE FUNCTION LINES."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
function = next(f for f in document["functions"] if f["name"] == sys.argv[2])
levels = (function.get("measured") or {}).get("levels") or function["levels"]
for level in levels:
    print(f"{level['name']}: {level['misses'] / int(sys.argv[3]):.0f} times")
