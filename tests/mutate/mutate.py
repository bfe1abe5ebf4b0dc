#!/usr/bin/env python3
"""./dev mutate: changes one thing at a time in the rules, and sees whether a case notices.

    mutate.py [--sample N [--seed S]] [--list | --check] [BOOK | FILE | FUNCTION ...]

README.md beside this file tells what is changed and what is printed. `--list` shows the candidates,
`--check` looks only whether each entry of equal.txt still names one. Exit 1 if an entry of equal.txt
is wrong or if more survived than may, 2 if nothing could be run.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import candidates
import equal

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = pathlib.Path(os.environ.get("PENNON_BUILD", ROOT / "build"))
STATE = BUILD / "mutate" / "results.jsonl"
CASES = ROOT / "tests" / "cases"
SHARED = "shared"  # core/src
# Books that are played by another one's code.
PLAYS = {"ancient-warfare": ["ancient-warfare", "medieval-warfare"]}
# Unit tests that are meant for a file: of a search they hold it against a slow one, on random tables.
HOLDS = {
    "core-cup_test": ["cup.c"],
    "core-deploy_place_test": ["deploy_place.c", "place.c"],
    "core-dice_test": ["dice.c", "step.c"],
    "core-engine_test": ["engine.c", "game.c", "setup.c"],
    "core-evolve_test": ["evolve.c", "evolve_marks.c", "evolve_parley.c", "fold.c"],
    "core-hash_test": ["hash.c"],
    "core-loose_test": ["loose.c"],
    "core-melee_test": ["loose.c", "melee.c"],
    "core-muster_limits_test": ["muster_check.c"],
    "core-muster_position_test": ["muster_position.c"],
    "core-parley_test": ["engine.c", "evolve_marks.c", "evolve_parley.c", "parley.c", "umpire.c"],
    "core-rules_check_test": ["game.c", "rules_check.c", "step.c"],
    "core-sample_test": ["sample.c"],
    "core-setup_books_test": ["setup.c", "under_way.c"],
    "core-setup_test": ["game.c", "muster_check.c", "muster_position.c", "place.c", "setup.c"],
    "core-step_test": ["actions.c", "common.c", "dice.c", "evolve.c", "step.c"],
    "core-undo_test": ["evolve.c", "evolve_marks.c"],
    "rulesets-aw_way_test": ["aw_way.c"],
    "rulesets-b1_path_test": ["b1_path.c", "b1_scene.c"],
    "rulesets-b1_plan_test": ["b1_way.c"],
    "rulesets-b1_search_test": ["b1_scene.c", "b1_search.c", "b1_way.c"],
    "rulesets-b1_way_test": ["b1_search.c", "b1_way.c"],
    "rulesets-b2_ground_test": ["b2_ground.c"],
    "rulesets-b2_moment_test": ["b2_course.c", "b2_moment.c"],
    "rulesets-b2_path_test": ["b2_path.c"],
    "rulesets-b2_sector_test": ["b2_reach.c", "b2_sector.c", "b2_sector_area.c"],
    "rulesets-b2_sight_test": ["b2_body.c", "b2_sight.c"],
    "rulesets-b2_way_test": ["b2_bend.c", "b2_corner.c", "b2_way.c"],
    "rulesets-can_undo_test": ["engine.c", "evolve_marks.c"],
    "rulesets-chainmail_way_test": ["ch_way.c"],
    "rulesets-conquest_fit_test": ["cq_fit.c"],
    "rulesets-conquest_reform_test": ["cq_reform.c"],
    "rulesets-conquest_way_test": ["cq_align.c", "cq_way.c"],
    "rulesets-forced_choices_test": ["settle.c"],
    "rulesets-limits_test": ["clock.c"],
    "rulesets-no_such_unit_test": ["common.c"],
    "rulesets-odds_test": ["odds.c"],
    "rulesets-t9_said_test": ["t9_said.c"],
    "rulesets-t9_search_test": ["t9_gap.c", "t9_lie.c", "t9_way.c"],
    "rulesets-t9_way_test": ["t9_gap.c", "t9_lie.c", "t9_way.c"],
    "rulesets-under_way_test": ["muster_position.c", "under_way.c"],
}
MEMORY = 4 << 30
LEAST_SECONDS = 10
UNIT_TEST_SECONDS = 120
# In 100 of a book's candidates, as measured on 2026-11-30: of some files, or of a sample of 150, and so
# with 3 to 5 added for chance. What was reached is kept: a number here only falls.
MAY_SURVIVE = {"ancient-warfare": 13, "battlesystem-1e": 15, "battlesystem-2e": 32, "chainmail": 29,
               "conquest-1.5": 27, "t9a-2e": 28, SHARED: 19}

KILLED, BY_TEST, CRASHED, SLOW, SAME, EQUAL, BROKEN, SURVIVED = (
    "killed", "by a unit test", "crashed", "too slow", "same code", "equal", "did not compile", "survived")
COLUMNS = [KILLED, BY_TEST, CRASHED, SLOW, EQUAL, SAME, BROKEN, SURVIVED]


def die(text):
    print(f"mutate: {text}", file=sys.stderr)
    sys.exit(2)


def digest(*parts):
    return hashlib.sha256(b"\0".join(part if isinstance(part, bytes) else part.encode() for part in parts)).hexdigest()


def book_of(name):
    """The rule book of a file that is called by its path below core/."""
    parts = name.split("/")
    return parts[1] if parts[0] == "rulesets" else SHARED


# --- what is built --------------------------------------------------------------


class Build:
    """How the objects were compiled and the programs linked."""

    def __init__(self):
        try:
            commands = json.loads((BUILD / "compile_commands.json").read_text())
        except OSError:
            die("nothing is built")
        self.flags = {}
        for command in commands:
            path = pathlib.Path(command["file"])
            if "pn_core.dir" in command["command"] and path.is_relative_to(ROOT / "core"):
                words = shlex.split(command["command"])
                name = str(path.relative_to(ROOT / "core"))
                if name.startswith(("rulesets/", "src/")) and not name.endswith("_judgement.c"):
                    self.flags[name] = [word for word in words if word.startswith(("-I", "-D", "-std"))]
                self.compiler = words[1] if words[0].endswith("ccache") else words[0]
        self.tables = {f"rulesets-{path.stem}": path.read_text()
                       for path in (ROOT / "tests" / "rulesets").glob("*_tables_test.c")}
        self.link = {program: self.link_command(program) for program in (
            "pennon-cases", "pennon-golden", *self.tables, *HOLDS)}
        self.text = {name: (ROOT / "core" / name).read_bytes() for name in self.flags}

    def link_command(self, program):
        shown = subprocess.run(["ninja", "-C", str(BUILD), "-t", "commands", program], capture_output=True, text=True)
        words = shlex.split(shown.stdout.strip().split("\n")[-1])
        return words[words.index("&&") + 1:len(words) - words[::-1].index("&&") - 1]

    def tests_of(self, mutant):
        """The unit tests that are asked after the cases."""
        candidate = mutant.candidate
        tables = [name for name, text in self.tables.items()
                  if candidate.kind == "constant" and (f'"{mutant.book}/' in text or name == "rulesets-declared_tables_test")]
        return [*tables, *[name for name, files in HOLDS.items() if candidate.file.split("/")[-1] in files]]

    def compile(self, name, text, level, out):
        """Is there an object of this text, as if it stood in the file?"""
        path = ROOT / "core" / name
        command = [self.compiler, "-x", "c", level, "-w", "-mgeneral-regs-only", "-iquote", str(path.parent),
                   *self.flags[name], "-c", "-o", str(out), "-"]
        return subprocess.run(command, input=text, stderr=subprocess.DEVNULL).returncode == 0

    def keep(self, folder):
        """A copy of all that is linked, so that what is built meanwhile changes nothing."""
        for words in self.link.values():
            for word in words:
                if word.endswith((".o", ".a")) and not word.startswith("/"):
                    (folder / word).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(BUILD / word, folder / word)
        self.kept = folder

    def link_with(self, program, changed, out):
        """What the changed object defines is not looked for in the archive."""
        command = list(self.link[program])
        command[command.index("-o") + 1] = str(out)
        command[1:1] = ["-s", "-Wl,--threads=1", str(changed)]
        subprocess.run(command, cwd=self.kept, check=True)


def books_of(book):
    """The books that the code of this one plays; none means all."""
    return [] if book == SHARED else PLAYS.get(book, [book])


def cases_of(book):
    folders = [CASES / folder for folder in books_of(book)] or [path for path in CASES.iterdir() if path.is_dir()]
    return sorted(path for folder in folders for path in folder.rglob("*.json"))


def run_limited(command, seconds):
    """Its exit code and what it wrote; None instead of the code if it took too long."""
    command = ["prlimit", f"--as={MEMORY}", "--core=0", *command]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True) as running:
        try:
            written, _ = running.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)  # a unit test runs in a child of what was started
            return None, ""
    return running.returncode, written.decode(errors="replace")


# --- what is known already ------------------------------------------------------


class Knowledge:
    """What earlier runs found. A kill is believed as long as the function is the same and the case
    that killed; that something survived, as long as all of the core and of the book's cases is."""

    def __init__(self):
        self.lock = threading.Lock()
        self.known = {}
        self.cases = {}
        self.file_of = {}
        self.worlds = {}
        self.kills = collections.Counter()
        if STATE.exists():
            for line in STATE.read_text().splitlines():
                row = json.loads(line)
                self.known[row["key"]] = row
        self.core = digest(*[path.read_bytes() for path in sorted((ROOT / "core").rglob("*.[ch]"))])
        for path in sorted(CASES.rglob("*.json")):
            document = json.loads(path.read_text())
            for case in document if isinstance(document, list) else [document]:
                if "case" in case:
                    self.cases[case["case"]] = digest(json.dumps(case, sort_keys=True))
                    self.file_of[case["case"]] = str(path)

    def world(self, book):
        if book not in self.worlds:
            self.worlds[book] = digest(self.core, *[path.read_bytes() for path in cases_of(book)])
        return self.worlds[book]

    def order(self, candidate, files):
        """The files of cases, those first that killed other changes of the function or of the file."""
        with self.lock:
            return sorted(files, key=lambda path: (
                -self.kills[candidate.file, candidate.function, path], -self.kills[candidate.file, path]))

    def count_kill(self, candidate, case):
        path = self.file_of.get(case)
        with self.lock:
            self.kills[candidate.file, candidate.function, path] += 1
            self.kills[candidate.file, path] += 1

    def recall(self, mutant, tests):
        row = self.known.get(mutant.key)
        if not row:
            return None
        if row["verdict"] == KILLED:
            return row if self.cases.get(row["by"]) == row["case"] else None
        if row["verdict"] in (SURVIVED, SAME, BY_TEST):
            return row if row["world"] == self.world(mutant.book) and row["tests"] == tests else None
        return row

    def note(self, mutant, verdict, by="", golden=False, tests=()):
        row = {"key": mutant.key, "verdict": verdict, "by": by, "golden": golden, "tests": list(tests),
               "case": self.cases.get(by, "new"), "world": self.world(mutant.book)}
        with self.lock, STATE.open("a") as state:
            state.write(json.dumps(row) + "\n")
        return row


# --- one at a time --------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Mutant:
    candidate: candidates.Candidate
    book: str
    key: str


class Workshop:
    def __init__(self, build, knowledge, books):
        self.build = build
        self.knowledge = knowledge
        self.originals = {}
        self.lock = threading.Lock()
        STATE.parent.mkdir(parents=True, exist_ok=True)
        self.folder = tempfile.TemporaryDirectory(prefix="mutate.", dir=BUILD / "mutate")
        self.place = threading.local()
        build.keep(pathlib.Path(self.folder.name))
        self.files = {book: [str(path) for path in cases_of(book)] for book in books}
        self.seconds = {}
        for book in books:
            begun = time.monotonic()
            code, written = run_limited([str(BUILD / "pennon-cases"), "--until-red", *self.files[book]], 600)
            if code != 0:
                die(f"the cases of {book} are red before anything is changed\n{written}")
            self.seconds[book] = max(LEAST_SECONDS, 10 * (time.monotonic() - begun))

    def own_folder(self):
        if not hasattr(self.place, "folder"):
            self.place.folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder.name))
        return self.place.folder

    def object_of(self, name, text):
        """What the compiler makes of the text when it looks closely; None if it does not compile."""
        out = self.own_folder() / "close.o"
        return out.read_bytes() if self.build.compile(name, text, "-O2", out) else None

    def original(self, name):
        with self.lock:
            if name not in self.originals:
                self.originals[name] = self.object_of(name, self.build.text[name])
            return self.originals[name]

    def try_out(self, mutant):
        tests = self.build.tests_of(mutant)
        row = self.knowledge.recall(mutant, tests)
        if row:
            return row
        folder, name = self.own_folder(), mutant.candidate.file
        text = mutant.candidate.applied(self.build.text[name])
        changed, program = folder / "changed.o", folder / "program"
        if not self.build.compile(name, text, "-O1", changed):
            return self.knowledge.note(mutant, BROKEN)
        self.build.link_with("pennon-cases", changed, program)
        files = self.knowledge.order(mutant.candidate, self.files[mutant.book])
        code, written = run_limited([str(program), "--until-red", *files], self.seconds[mutant.book])
        if code is None:
            return self.knowledge.note(mutant, SLOW)
        if code == 1:
            failed = [line for line in written.splitlines() if line.startswith("FAIL ")]
            case = failed[0][5:].split(": ")[0] if failed else ""
            self.knowledge.count_kill(mutant.candidate, case)
            return self.knowledge.note(mutant, KILLED, case)
        if code != 0:
            return self.knowledge.note(mutant, CRASHED)
        if self.object_of(name, text) == self.original(name):
            return self.knowledge.note(mutant, SAME, tests=tests)
        for test in tests:
            self.build.link_with(test, changed, program)
            if run_limited([str(program), "-j1", "--fail-fast"], UNIT_TEST_SECONDS)[0] != 0:
                return self.knowledge.note(mutant, BY_TEST, test, tests=tests)
        self.build.link_with("pennon-golden", changed, program)
        code, _ = run_limited([str(program), *books_of(mutant.book)], LEAST_SECONDS)
        return self.knowledge.note(mutant, SURVIVED, golden=code != 0, tests=tests)


# --- all of them ----------------------------------------------------------------


def find_in(job):
    name, flags = job
    return candidates.find(ROOT / "core" / name, name, flags)


def mutants_of(build, is_wanted_file):
    jobs = [(name, build.flags[name]) for name in sorted(build.flags) if is_wanted_file(name)]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        found = [found for of_one in pool.map(find_in, jobs) for found in of_one]
    seen = collections.Counter()
    mutants = []
    for candidate in found:
        same = (candidate.file, candidate.function, candidate.change)
        key = digest(*same, str(seen[same]), candidate.within)
        seen[same] += 1
        mutants.append(Mutant(candidate, book_of(candidate.file), key))
    return mutants


def is_file(file, name):
    return name in (file, file.split("/")[-1]) or name.endswith("/core/" + file) or name == "core/" + file


def is_wanted(mutant, names):
    candidate = mutant.candidate
    return not names or any(
        name in (mutant.book, candidate.function) or is_file(candidate.file, name) for name in names)


def table(rows):
    """By book: candidates, and what became of them."""
    counts = collections.defaultdict(collections.Counter)
    for mutant, verdict, golden in rows:
        for book in (mutant.book, "all"):
            counts[book][verdict] += 1
            counts[book]["golden"] += golden
    print(f"{'book':17}{'candidates':>11}" + "".join(f"{column:>{len(column) + 2}}" for column in COLUMNS) +
          "  in 100  of these a golden game changes")
    for book in [book for book in counts if book != "all"] + ["all"]:
        count = counts[book]
        total = sum(count[column] for column in COLUMNS)
        print(f"{book:17}{total:11}" + "".join(f"{count[column]:{len(column) + 2}}" for column in COLUMNS) +
              f"{100 * count[SURVIVED] / (total - count[BROKEN] or 1):8.1f}{count['golden']:8}")


def too_many(rows, whole_books, is_sample):
    """Where more survived than may. Of a sample as many as chance leaves alive, but in one of 100."""
    if is_sample:
        expected = sum(MAY_SURVIVE[mutant.book] for mutant, _, _ in rows) / 100
        parts = [("the sample", rows, int(expected + 2.3 * expected ** 0.5))]
    else:
        parts = []
        for book in whole_books:
            of_book = [row for row in rows if row[0].book == book]
            parts.append((book, of_book, int(len(of_book) * MAY_SURVIVE[book] / 100)))
    for name, of_part, most in parts:
        survived = sum(verdict == SURVIVED for _, verdict, _ in of_part)
        if survived > most:
            yield f"{name}: {survived} of {len(of_part)} survived, and {most} may"


def run(build, mutants, listed, whole_books, is_sample):
    workshop = Workshop(build, Knowledge(), sorted({mutant.book for mutant in mutants}))
    rows, wrong = [], 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, (mutant, row) in enumerate(zip(mutants, pool.map(workshop.try_out, mutants)), 1):
            verdict, golden = row["verdict"], row["golden"]
            if listed.covers(mutant.candidate):
                if verdict in (SURVIVED, SAME):
                    verdict, golden = EQUAL, False
                else:
                    wrong += 1
                    print(f"FAIL {mutant.candidate}: stands in equal.txt, and is {verdict} {row['by']}", flush=True)
            if verdict == SURVIVED:
                print(f"survived {mutant.candidate}" + (" [a golden game changes]" if golden else ""), flush=True)
            rows.append((mutant, verdict, golden))
            if done % 200 == 0:
                print(f"mutate: {done} of {len(mutants)}", file=sys.stderr, flush=True)
    table(rows)
    for fault in too_many(rows, whole_books, is_sample):
        print(f"FAIL {fault}")
        wrong += 1
    print(f"{len(rows)} passed, {wrong} failed")
    return 1 if wrong else 0


def check(build, listed):
    files = {entry.file for entry in listed.entries}
    mutants = mutants_of(build, lambda name: name.split("/")[-1] in files)
    unmatched = listed.unmatched([mutant.candidate for mutant in mutants])
    for entry in unmatched:
        print(f"FAIL equal.txt:{entry.line}: nothing is called {entry.file} {entry.function}: {entry.change}")
    print(f"{len(listed.entries) - len(unmatched)} passed, {len(unmatched)} failed")
    return 1 if unmatched else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[2].strip())
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--equal", type=pathlib.Path, default=HERE / "equal.txt")
    parser.add_argument("names", nargs="*")
    wanted = parser.parse_args()
    build = Build()
    listed = equal.Listed(wanted.equal)
    if wanted.check:
        return check(build, listed)
    only_files = wanted.names and all(name.endswith(".c") for name in wanted.names)
    mutants = mutants_of(build, lambda file: not only_files or any(is_file(file, name) for name in wanted.names))
    chosen = [mutant for mutant in mutants if is_wanted(mutant, wanted.names)]
    if not chosen:
        die("no such book, file or function: " + " ".join(wanted.names))
    whole_books = sorted({mutant.book for mutant in mutants} if not wanted.names else
                         {mutant.book for mutant in mutants} & set(wanted.names))
    if wanted.sample:
        print(f"seed {wanted.seed}")
        chosen = random.Random(wanted.seed).sample(chosen, min(wanted.sample, len(chosen)))
    if wanted.list:
        for mutant in chosen:
            print(mutant.candidate)
        return 0
    return run(build, chosen, listed, whole_books, wanted.sample is not None)


if __name__ == "__main__":
    sys.exit(main())
