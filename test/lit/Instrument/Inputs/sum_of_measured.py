"""sum_of_measured.py FILE.json: are the misses of the last level of the function those of its loops?"""
import json
import sys

loops = json.load(open(sys.argv[1]))["functions"][0]
levels, loops = loops["levels"], loops["loops"]


def last(of):
    return of[-1]["misses"]


measured = [loop for loop in loops if loop["parallel"]]
around = [loop for loop in loops if loop["id"] == measured[0]["parent"]]
rest = [loop for loop in loops if not loop["parallel"] and loop["parent"] is None and loop not in around]
parts = sum(last(loop["levels"]) for loop in measured)
others = sum(last(loop["levels"]) for loop in rest)


# The rest has brought some of the lines that the measured loops bring, or has not been counted without.
found, least, most = last(levels), max(parts, others), parts + others
is_right = 0.9 * least <= found <= 1.1 * most
print("function: " + ("as its loops and the rest" if is_right else f"{found:.0f}, not {least:.0f} to {most:.0f}"))
