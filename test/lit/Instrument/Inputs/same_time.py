"""Whether the worksharing loops of one document take LEAST to MOST times as long as those of another.

    same_time.py DOCUMENT DOCUMENT LEAST MOST
"""
import json
import sys


def cycles_of(path):
    return sum(loop["time_now"]["cycles"] for function in json.load(open(path))["functions"] for loop in function["loops"]
               if loop.get("parallel") and "time_now" in loop)


first, second = (cycles_of(path) for path in sys.argv[1:3])
least, most = map(float, sys.argv[3:5])
ratio = first / second if second else 0
print(f"{ratio:.4f} times")
sys.exit(0 if least <= ratio <= most else 1)
