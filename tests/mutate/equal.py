"""equal.txt: changes that nobody could see, each with the reason."""
import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Entry:
    line: int
    file: str
    function: str
    clause: str
    change: str


class Listed:
    """Paragraphs of the file: a line `FILE FUNCTION CLAUSE`, changes that begin with a tab, and the
    reason."""

    def __init__(self, path):
        self.entries = []
        paragraph, begun = [], 1
        for number, line in enumerate([*path.read_text().splitlines(), ""], 1):
            if line.startswith("#"):
                continue
            if line.strip():
                if not paragraph:
                    begun = number
                paragraph.append((number, line))
                continue
            if paragraph:
                self.add(path, begun, paragraph)
            paragraph = []

    def add(self, path, begun, paragraph):
        head = paragraph[0][1].split()
        changes = [(number, line.strip()) for number, line in paragraph[1:] if line.startswith("\t")]
        reason = [line for _, line in paragraph[1:] if not line.startswith("\t")]
        if len(head) != 3 or not changes or not reason or not re.fullmatch(r"-|[A-Z0-9]+-[A-Z0-9]+", head[2]) or any(
                re.fullmatch(r"\S+\.c \S+ \S+", line) for line in reason):
            raise SystemExit(f"mutate: {path.name}:{begun}: want FILE FUNCTION CLAUSE, changes, a reason")
        self.entries += [Entry(number, *head, change) for number, change in changes]

    @staticmethod
    def matches(entry, candidate):
        return (candidate.file.split("/")[-1] == entry.file and candidate.function == entry.function and
                candidate.change == entry.change)

    def covers(self, candidate):
        return any(self.matches(entry, candidate) for entry in self.entries)

    def unmatched(self, found):
        """The entries that name none of these candidates."""
        named = {(candidate.file.split("/")[-1], candidate.function, candidate.change) for candidate in found}
        return [entry for entry in self.entries if (entry.file, entry.function, entry.change) not in named]
