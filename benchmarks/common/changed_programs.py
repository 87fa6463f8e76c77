"""Programs of pmecache as advice would have them: other schedules, teams and rows, written into their text."""
import re

PARALLEL = re.compile(r"\bparallel\b(?: schedule [a-z]+(?: \d+)?)?")
ARRAY = re.compile(r"^array (\S+) element (\d+)(?: extents((?: \S+)+?))?(?= group| base| align| private|$)")
ACCESS = re.compile(r"^(\s*(?:read|write) (\S+) @ )(.*?)( size \d+)?( kept \d+)?( at \S+)?$")
TERM = re.compile(r"([+-]?)\s*(\d+)(\*[^\s+]+)?")


class NotChanged(Exception):
    """The change has no form in the text of the program."""


def _row_bytes(text, array):
    for line in text.splitlines():
        found = ARRAY.match(line)
        if found and found.group(1) == array and found.group(3):
            extents = found.group(3).split()
            if len(extents) > 1 and all(word.isdigit() for word in extents[1:]):
                row = int(found.group(2))
                for word in extents[1:]:
                    row *= int(word)
                return row
    raise NotChanged(f"rows of {array} are not known")


def _longer(offset, row, pad):
    return offset + (offset + row // 2) // row * pad


def _padded_address(address, row, pad):
    def replaced(match):
        sign, number, variable = match.groups()
        value = _longer(-int(number) if sign == "-" else int(number), row, pad)
        return f"{'-' if value < 0 else sign.replace('-', '+')} {abs(value)}{variable or ''}".strip()
    if "(" in address or "/" in address or re.search(r"\*[^\s+]*\*", address):
        raise NotChanged(f"address {address}")
    return TERM.sub(replaced, address)


def with_fewer_rounds(text, most):
    """Loops with constant bounds around worksharing ones go round `most` times at most; so do worksharing loops, in 64
    times as many iterations, that nothing is around and that hold others."""
    lines = text.splitlines()
    tops = [number for number, line in enumerate(lines) if line.startswith("loop ")]
    for top, end in zip(tops, tops[1:] + [len(lines)]):
        found = re.match(r"loop (\S+) = (-?\d+) \.\. (-?\d+)(?! step)(.*)$", lines[top])
        inner = [line for line in lines[top + 1:end] if line.lstrip().startswith("loop ")]
        if not found or not inner or not PARALLEL.search(" ".join([found.group(4), *inner])):
            continue
        name, first, last, rest = found.groups()
        rounds = 64 * most if PARALLEL.search(rest) else most
        lines[top] = f"loop {name} = {first} .. {min(int(last), int(first) + rounds - 1)}{rest}"
    return "\n".join(lines) + "\n"


def without_places(text):
    """Arrays one after another, in the order of declaration."""
    return re.sub(r"^(array .*?) group \d+ base \d+", r"\1", text, flags=re.MULTILINE)


def _moved_behind(text, array, pad):
    """What a linker puts behind an array with longer rows."""
    places = {found.group(1): (found.group(2), int(found.group(3)))
              for found in re.finditer(r"^array (\S+) .*? group (\d+) base (\d+)", text, re.MULTILINE)}
    extents = next((found.group(3) for found in map(ARRAY.match, text.splitlines()) if found and found.group(1) == array), None)
    if array not in places or not extents or not extents.split()[0].isdigit():
        return text

    def moved(match):
        group, base = places[match.group(2)]
        is_behind = group == places[array][0] and base > places[array][1]
        return f"{match.group(1)}{base + int(extents.split()[0]) * pad * is_behind}"
    return re.sub(r"^(array (\S+) .*? group \d+ base )\d+", moved, text, flags=re.MULTILINE)


def with_longer_rows(text, array, pad, row=None):
    """`row`: bytes of a row of an array that declares none."""
    row, lines = row or _row_bytes(text, array), []
    text = _moved_behind(text, array, pad)
    for line in text.splitlines():
        found = ACCESS.match(line)
        if found and found.group(2) == array:
            line = found.group(1) + _padded_address(found.group(3), row, pad) + "".join(part or "" for part in found.groups()[3:])
        found = ARRAY.match(line)
        if found and found.group(1) == array and found.group(3) and len(found.group(3).split()) > 1:
            extents = found.group(3).split()
            inner = row // int(extents[-1]) if len(extents) > 1 else 1
            extents[-1] = str(int(extents[-1]) + pad // max(inner, 1))
            line = line.replace(found.group(3), " " + " ".join(extents), 1)
        lines.append(line)
    return "\n".join(lines) + "\n"


def _with_elements_apart(text, array, line_bytes, variable):
    """The same of elements (or rows) by the variable of a loop."""
    found = [re.search(rf"\b(\d+)\*{re.escape(variable)}\b", line) for line in text.splitlines()
             if (access := ACCESS.match(line)) and access.group(2) == array]
    strides = {int(match.group(1)) for match in found if match}
    if len(strides) != 1:
        raise NotChanged("elements by iteration")
    row = strides.pop()
    return with_longer_rows(text, array, -row % line_bytes, row)


def with_own_lines(text, arrays, line_bytes, variable):
    """What each thread, or each iteration of the loop with this variable, has of these arrays begins at a line of its own."""
    def wider(match):
        return f"{-(-int(match.group(1)) // line_bytes) * line_bytes}*thread()"
    for array in arrays:
        if not any(found and found.group(2) == array and "thread()" in found.group(3)
                   for found in map(ACCESS.match, text.splitlines())):
            text = _with_elements_apart(text, array, line_bytes, variable)
    lines = []
    for line in text.splitlines():
        found = ACCESS.match(line)
        if found and found.group(2) in arrays:
            line = line.replace(found.group(3), re.sub(r"(\d+)\*thread\(\)", wider, found.group(3)), 1)
        found = ARRAY.match(line)
        if found and found.group(1) in arrays:
            line = re.sub(r" align \d+", "", line) + f" align {line_bytes}"
            line = re.sub(r" extents(?: \d+)+", " extents 4096", line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def with_schedule(text, number, schedule, threads=None):
    """`schedule` ("static,4") for the worksharing loop of this number, in program order; `threads` for its team."""
    lines, seen = text.splitlines(), -1
    for at, line in enumerate(lines):
        is_parallel = line.lstrip().startswith("loop ") and PARALLEL.search(line)
        seen += bool(is_parallel)
        if not is_parallel or seen != number:
            continue
        lines[at] = line = PARALLEL.sub("parallel schedule " + schedule.replace(",", " "), line, count=1)
        if threads is None:
            break
        if any(word.strip().startswith("region") for word in lines[:at]):
            raise NotChanged("the team of a region")
        line = re.sub(r" threads \d+", "", line)
        lines[at] = re.sub(r"(parallel schedule [a-z]+(?: \d+)?)", rf"\1 threads {threads}", line, count=1)
        break
    return "\n".join(lines) + "\n"
