"""The computing time of the parallel loop in two documents is the same, to 5%: of a trace entering and counting are as the compiler does them."""
import json
import sys


def compute(path):
    loops = [loop for function in json.load(open(path))["functions"] for loop in function["loops"]]
    [time] = [loop["time_now"]["compute"] for loop in loops if "time_now" in loop]
    return time


traced, recovered = map(compute, sys.argv[1:])
assert recovered > 0 and abs(traced / recovered - 1) < 0.05, (traced, recovered)
