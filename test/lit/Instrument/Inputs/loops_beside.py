"""Of one thread and of four: the loop over the bins is measured, and each of the four has its own bins; sums are of all loops;
lines are lost to others in the loop over the keys."""
import json
import sys

BINS, KEYS = 32768, 20000


def tally(path):
    with open(path) as file:
        return next(f for f in json.load(file)["functions"] if f["name"] == "tally")


def loops(function):
    beside, shared = sorted(function["loops"], key=lambda loop: loop["parallel"])
    assert not beside["parallel"] and shared["parallel"] and "measured" in beside and "measured" in shared
    return beside["levels"], shared["levels"]


one, four = tally(sys.argv[1]), tally(sys.argv[2])
(row, keys), (rows, dealt) = loops(one), loops(four)
own, read = BINS / 64, BINS / 16  # lines of a row, and of the list that says in which order
for level, (mine, all_of_them) in enumerate(zip(row, rows)):
    assert mine["accesses"] == 2 * BINS and all_of_them["accesses"] == 8 * BINS
    assert abs(mine["misses"] - own - read) < 0.02 * (own + read)
    expected = 4 * own + (1 if level == 2 else 4) * read
    assert abs(all_of_them["misses"] - expected) < 0.02 * expected, (level, all_of_them, expected)
for function, parts in (one, (row, keys)), (four, (rows, dealt)):
    for level, whole in enumerate(function["levels"]):
        assert abs(whole["accesses"] - sum(part[level]["accesses"] for part in parts)) < 1
        assert abs(whole["misses"] - sum(part[level]["misses"] for part in parts)) < 0.02 * whole["misses"]
assert dealt[0]["accesses"] == keys[0]["accesses"] and dealt[0]["misses"] > keys[0]["misses"] + KEYS / 2
assert dealt[0]["coherence"] > KEYS / 2 and dealt[2]["coherence"] == 0
