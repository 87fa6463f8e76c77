"""Whether the totals of each function of a document are the sums of its outermost loops, and their intervals in order."""
import json
import sys

for function in json.load(open(sys.argv[1]))["functions"]:
    outermost = [loop for loop in function["loops"] if loop["parent"] is None]
    for number, level in enumerate(function["levels"]):
        loops = [loop["levels"][number] for loop in outermost if loop["levels"]]
        assert level["accesses"] == sum(one["accesses"] for one in loops), (function["name"], level)
        assert abs(level["misses"] - sum(one["misses"] for one in loops)) <= 0.02 * level["misses"], (function["name"], level)
        assert level["low"] <= level["misses"] <= level["high"], (function["name"], level)
