"""team_misses.py PMECACHE PROFILE TRACE: hit rates of the profile's answers for several teams and schedules are within
a point of those of the trace, dealt out and counted, and the intervals hold them."""
import json
import subprocess
import sys

MACHINE = "cores=16;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=16"
program, profile, trace = sys.argv[1:]


def levels(*arguments):
    answer = subprocess.run([program, *arguments, "--machine", MACHINE, "--json"], check=True, capture_output=True)
    return json.loads(answer.stdout)["functions"][0]["levels"]


for schedule in ("static", "static,8", "dynamic,8"):
    for threads in (1, 2, 4, 16):
        team = ["--threads", str(threads), "--schedule", schedule]
        predicted, counted = levels("profile", "predict", profile, *team), levels("mimic", trace, *team)
        for p, c in zip(predicted, counted):
            lost = p.get("coherence", 0)  # which mimic does not count
            rate, truth = (p["misses"] - lost) / p["accesses"], c["misses"] / c["accesses"]
            assert abs(rate - truth) <= 0.01, (schedule, threads, p["name"], rate, truth)
            assert p["low"] - lost <= truth * p["accesses"] + 1 and truth * p["accesses"] - 1 <= p["high"], (p, c)
