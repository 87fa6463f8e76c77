"""Tables in documents: between two marks of a file, which say what command made them."""


def put_between_marks(path, command, lines):
    """Replaces what stands between `<!-- COMMAND: from here -->` and `<!-- COMMAND: to here -->`."""
    start, end = f"<!-- {command}: from here -->", f"<!-- {command}: to here -->"
    before, rest = path.read_text().split(start, 1)
    path.write_text(before + start + "\n" + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1])


def mark_of(command, options):
    """Tables of several threads have marks of their own."""
    return command + (f" --threads {options.threads}" if options.threads != 1 else "")
