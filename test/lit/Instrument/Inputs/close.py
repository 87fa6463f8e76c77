"""close.py A B MOST: lines of private_misses.py in two files have the same accesses, and misses that differ by MOST at most.

The place of a stack differs from run to run, and with it the sets of the few lines that are private.
"""
import sys


def rows(path):
    with open(path) as lines:
        return [line.split() for line in lines]


first, second, most = rows(sys.argv[1]), rows(sys.argv[2]), int(sys.argv[3])
close = len(first) == len(second) > 0 and all(
    a[:2] == b[:2] and abs(int(a[2]) - int(b[2])) <= most for a, b in zip(first, second))
if not close:
    print(first, second)
sys.exit(0 if close else 1)
