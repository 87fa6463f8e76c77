"""The misses of the worksharing loops of a team, invalidated lines apart, are together those of the whole trace; each has a
time, and its parts are there."""
import json
import sys

whole, *loops = json.load(sys.stdin)["functions"]
assert len(loops) == int(sys.argv[1]), len(loops)
for number, level in enumerate(whole["levels"]):
    parts = [loop["levels"][number] for loop in loops]
    for part in parts:
        assert part["coherence"] <= part["misses"], part
    assert sum(p["accesses"] for p in parts) == level["accesses"], level
    assert abs(sum(p["misses"] - p["coherence"] for p in parts) - level["misses"]) < 1e-6, (level, parts)
for loop in loops:
    [parallel] = [entry for entry in loop["loops"] if entry["parallel"]]
    time = parallel["time_now"]
    assert 0 < time["low"] <= time["cycles"] <= time["high"], time
    assert time["compute"] > 0 and time["imbalance"] >= 1, time
    print(parallel["line"], parallel["threads"], parallel["trip_count"], parallel["executions"])
