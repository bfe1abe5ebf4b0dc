"""What could be changed in a C file, one thing at a time.

clang says what each place of the file is; only the text is changed. What stands in the body of a
macro or in an assertion is left alone, and so is the comparison in a `for` that counts: one round
more reads what is not there.
"""
import dataclasses
import json
import re
import subprocess

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
SIGNS = {"+": "-", "-": "+", "+=": "-=", "-=": "+="}
WRAPPERS = {"ImplicitCastExpr", "ParenExpr", "ConstantExpr"}


@dataclasses.dataclass(frozen=True)
class Candidate:
    """One change: `text` instead of the bytes from `begin` to `end`. `change` says it without a
    place; `within` is the text of the function or table that it stands in."""
    file: str
    function: str
    line: int
    kind: str
    begin: int
    end: int
    text: str
    change: str
    within: str

    def __str__(self):
        return f"{self.file}:{self.line}: {self.function}: {self.change}"

    def applied(self, data):
        """The file with the change. All lines keep their numbers."""
        lines = b"\n" * (data.count(b"\n", self.begin, self.end) - self.text.count("\n"))
        return data[:self.begin] + self.text.encode() + lines + data[self.end:]


def plain(node):
    """The expression itself, without parentheses and conversions."""
    while node.get("kind") in WRAPPERS and node.get("inner"):
        node = node["inner"][-1]
    return node


def operator_of(node):
    node = plain(node)
    return node.get("opcode") if node["kind"] == "BinaryOperator" else None


class Source:
    """The text of a file, and where in it the nodes of clang's tree stand."""

    def __init__(self, path):
        self.data = path.read_bytes()
        # Comments and texts as blanks: operators are looked for in what is left.
        self.code = re.sub(rb'/\*.*?\*/|"(?:\\.|[^"\\\n])*"|//[^\n]*',
                           lambda found: re.sub(rb"[^\n]", b" ", found.group()), self.data, flags=re.DOTALL)

    def after_call(self, at):
        """Past the arguments of a macro whose name ends here, if it has any."""
        rest = re.match(rb"\s*\(", self.code[at:])
        if not rest:
            return at
        at += rest.end()
        depth = 1
        while depth and at < len(self.code):
            depth += {b"(": 1, b")": -1}.get(self.code[at:at + 1], 0)
            at += 1
        return at

    def place(self, spot, is_end):
        """The offset of one end of a range; None if that is no place of this file."""
        if "expansionLoc" in spot:
            spelled, expanded = spot["spellingLoc"], spot["expansionLoc"]
            at = expanded.get("offset")
            if at is None or self.code.startswith(b"pn_assert", at):
                return None
            if expanded.get("isMacroArgExpansion"):
                return self.place(spelled, is_end)
            return self.after_call(at + expanded["tokLen"]) if is_end else at
        if "offset" not in spot or "includedFrom" in spot:
            return None
        return spot["offset"] + (spot["tokLen"] if is_end else 0)

    def range(self, node):
        begin = self.place(node["range"]["begin"], False)
        end = self.place(node["range"]["end"], True)
        return (begin, end) if begin is not None and end is not None and begin < end else None

    def text(self, begin, end):
        return self.data[begin:end].decode()

    def line(self, at):
        return self.data.count(b"\n", 0, at) + 1


class Finder:
    def __init__(self, path, name):
        self.source = Source(path)
        self.name = name
        self.function = "-"
        self.within = ""
        self.found = {}
        self.enums = {}

    def add(self, kind, place, text, change):
        """`change` may hold the line breaks and comments of the source."""
        change = " ".join(re.sub(r"/\*.*?\*/|//[^\n]*", " ", change, flags=re.DOTALL).split())
        self.found.setdefault((*place, text), Candidate(
            self.name, self.function, self.source.line(place[0]), kind, *place, text, change, self.within))

    def add_within(self, kind, place, text, whole, before=""):
        """Shown by the expression around it, as it was and as it is then."""
        source = self.source
        now = source.text(whole[0], place[0]) + text + source.text(place[1], whole[1])
        self.add(kind, place, text, f"{before}{source.text(*whole)} -> {now}")

    def swap_operator(self, node, kind, others):
        left, right = node["inner"]
        left, right, whole = self.source.range(left), self.source.range(right), self.source.range(node)
        if not (left and right and whole and left[1] < right[0]):
            return
        between = self.source.code[left[1]:right[0]]
        at = between.find(node["opcode"].encode())
        if at >= 0:
            begin = left[1] + at
            self.add_within(kind, (begin, begin + len(node["opcode"])), others[node["opcode"]], whole)

    def parts(self, node, opcode):
        """a && b && c: the three of them."""
        if node["kind"] == "BinaryOperator" and node.get("opcode") == opcode:
            return [part for side in node["inner"] for part in self.parts(side, opcode)]
        return [node]

    def take_parts_out(self, node):
        parts = [self.source.range(part) for part in self.parts(node, node["opcode"])]
        if None in parts:
            return
        for i, part in enumerate(parts):
            cut = (part[0], parts[1][0]) if i == 0 else (parts[i - 1][1], part[1])
            self.add("part", cut, "", "without " + self.source.text(*cut))

    def binary(self, node, parent):
        opcode = node["opcode"]
        if opcode in COMPARISONS:
            self.swap_operator(node, "comparison", COMPARISONS)
        elif opcode in ("&&", "||"):
            if not (parent["kind"] == "BinaryOperator" and parent.get("opcode") == opcode):
                self.take_parts_out(node)
        elif opcode in SIGNS and "*" not in node["type"]["qualType"]:
            self.swap_operator(node, "sign", SIGNS)

    def never(self, kind, condition):
        """The condition as if it never held."""
        text = self.source.text(*condition)
        self.add(kind, condition, f"0 && ({text})", "never " + text)

    def condition(self, node):
        """An `if` that nothing else here changes as a whole: what it does is not done."""
        inner = node["inner"]
        condition, body = self.source.range(inner[0]), inner[1]
        last = body["inner"][-1] if body["kind"] == "CompoundStmt" and body.get("inner") else body
        if node.get("hasElse") or not condition:
            return
        if last["kind"] == "ReturnStmt" and not self.is_truth(last):
            self.never("verdict", condition)
        elif operator_of(inner[0]) not in {*COMPARISONS, "&&", "||"}:
            self.never("condition", condition)

    def is_truth(self, node):
        whole = self.source.range(node)
        return whole and re.fullmatch(rb"return\s+(true|false)", self.source.code[slice(*whole)])

    def returned(self, node, parent):
        whole = self.source.range(node)
        if not whole or not node.get("inner"):
            return
        value = plain(node["inner"][0])
        place = self.source.range(node["inner"][0])
        condition = parent["kind"] == "IfStmt" and self.source.range(parent["inner"][0])
        before = f"if ({self.source.text(*condition)}) " if condition else ""
        truth = self.is_truth(node)
        if truth:
            word = truth.group(1).decode()
            place = (whole[1] - len(word), whole[1])
            self.add_within("verdict", place, {"true": "false", "false": "true"}[word], whole, before)
        elif value["kind"] == "DeclRefExpr" and value["referencedDecl"]["kind"] == "EnumConstantDecl" and place:
            other = self.enums.get(value["referencedDecl"]["id"])
            if other:
                self.add_within("verdict", place, other, whole, before)
        elif value["kind"] == "IntegerLiteral" and place:
            self.add_within("verdict", place, self.source.text(*place) + " + 1", whole, before)

    def table(self, node, row):
        """A number in a table or in an enum, shown at the end of what stands before it in its row."""
        place = self.source.range(node)
        if place and row and re.fullmatch(rb"[0-9][0-9a-fxA-FX]*[uUlL]*", self.source.code[slice(*place)]):
            number, before = self.source.text(*place), self.source.text(row[0], place[0])
            self.add("constant", place, f"({number} + 1)", f"{before}{number} -> {number} + 1")

    def enumerators_in(self, node):
        """For each constant of an enum that has a name, the one beside it."""
        inner = node.get("inner", [])
        if node.get("kind") == "EnumDecl" and node.get("name"):
            constants = [constant for constant in inner if constant["kind"] == "EnumConstantDecl"]
            for this, other in zip(constants, constants[1:] + constants[-2:-1]):
                self.enums[this["id"]] = other["name"]
        for child in inner:
            self.enumerators_in(child)

    def declaration(self, node):
        whole = self.source.range(node)
        self.function = node.get("name", "-") if node["kind"] == "FunctionDecl" else "-"
        self.within = self.source.text(*whole) if whole else ""
        self.walk(node, {"kind": None})

    def walk(self, node, parent, row=None):
        kind = node.get("kind")
        if kind == "IfStmt":
            self.condition(node)
        elif kind in ("BinaryOperator", "CompoundAssignOperator"):
            self.binary(node, parent)
        elif kind == "UnaryOperator" and node["opcode"] == "-" and plain(node["inner"][0])["kind"] != "IntegerLiteral":
            whole = self.source.range(node)
            if whole:
                self.add_within("sign", (whole[0], whole[0] + 1), "", whole)
        elif kind == "ConditionalOperator" and operator_of(node["inner"][0]) not in {*COMPARISONS, "&&", "||"}:
            condition = self.source.range(node["inner"][0])
            if condition:
                self.never("condition", condition)
        elif kind == "ReturnStmt":
            self.returned(node, parent)
        elif kind == "IntegerLiteral" and row:
            self.table(node, row)
        if kind == "EnumConstantDecl" or row and kind == "InitListExpr" or kind == "VarDecl" and (
                self.function == "-" or node.get("storageClass") == "static"):
            row = self.source.range(node)
        counted = self.counted(node) if kind == "ForStmt" else None
        for inner in node.get("inner", []):
            if inner is counted:
                for side in plain(inner)["inner"]:
                    self.walk(side, inner)
            elif inner:
                self.walk(inner, node, row)

    @staticmethod
    def counted(node):
        """The comparison of a `for`, if it is no more than that."""
        condition = node["inner"][2]
        return condition if condition and operator_of(condition) in COMPARISONS else None


def find(path, name, flags):
    """All candidates of the file at `path`, which is called `name`, in the order of the file."""
    command = ["clang", "-w", *flags, "-fsyntax-only", "-Xclang", "-ast-dump=json", str(path)]
    tree = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    finder = Finder(path, name)
    file = None

    def note_file(value):
        """clang names a file only where it is another than the last one named."""
        nonlocal file
        if isinstance(value, dict):
            file = value.get("file", file)
            for member in value.values():
                note_file(member)
        elif isinstance(value, list):
            for member in value:
                note_file(member)

    for node in tree["inner"]:
        note_file(node.get("loc"))
        finder.enumerators_in(node)
        if file == str(path) and not node.get("isImplicit"):
            finder.declaration(node)
        note_file({key: value for key, value in node.items() if key != "loc"})
    return sorted(finder.found.values(), key=lambda found: (found.begin, found.end, found.text))
