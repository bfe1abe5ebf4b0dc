#!/usr/bin/env python3
"""Plays the rule cases of this folder with any engine. README.md tells the format.

    run_cases.py [FILE ...] -- ENGINE [ARGUMENT ...]

The engine reads a question a line and writes an answer a line, both JSON. One line for each case
that fails, "N passed, N failed" last; exit 1 if any fails.
"""
import copy
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
INCH, HALF_TURN = 2540, 32768
DEFAULTS = json.loads((HERE / "defaults.json").read_text())


class Failed(Exception):
    pass


def laid_over(under, over):
    """What a case says, and below it what it leaves out."""
    if not isinstance(under, dict) or not isinstance(over, dict):
        return copy.deepcopy(over)
    return {**under, **{key: laid_over(under.get(key), value) for key, value in over.items()}}


def muster_of(case):
    default, given = DEFAULTS[case["ruleset"]], case["muster"]
    muster = {"board": default["board"], "ends": default["ends"], **given, **case.get("options", {})}
    numbers, units = {}, []
    for unit in given["units"]:
        unit = laid_over(default["unit"], unit)
        number = numbers[unit["side"]] = numbers.get(unit["side"], 0) + 1
        red, edge = unit["side"] == "red", 8 * INCH
        unit.setdefault("name", f"{'Red' if red else 'Blue'} {number}")
        line = {"x": (12 * number - 6) * INCH, "y": edge if red else muster["board"]["depth"] - edge,
                "facing": 0 if red else HALF_TURN}
        if "pose" in unit and unit["pose"] is None:
            del unit["pose"]
        elif "deployment" not in given:
            unit["pose"] = {**line, **unit.get("pose", {})}
        units.append(unit)
    return {**muster, "units": units}


def matches(wanted, actual):
    if isinstance(wanted, dict) and isinstance(actual, dict):
        return all(key in actual and matches(value, actual[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(actual, list):
        return len(wanted) == len(actual) and all(map(matches, wanted, actual))
    return type(wanted) is type(actual) and wanted == actual


def check(good, *about):
    if not good:
        raise Failed(" ".join(about if isinstance(about[-1], str) else [*about[:-1], json.dumps(about[-1])]))


def check_sequence(patterns, events):
    rest = iter(events)  # others may stand between
    for pattern in patterns:
        check(any(matches(pattern, event) for event in rest), "did not happen, or not in this order:", pattern)


def check_among(wanted, things):
    for pattern in wanted.get("has", []):
        check(any(matches(pattern, thing) for thing in things), "is not there:", pattern)
    for pattern in wanted.get("not", []):
        check(not any(matches(pattern, thing) for thing in things), "is there:", pattern)


def check_step(step, came):
    expect = step.get("expect", {})
    if "refused" in expect or "refused" in came:
        said = dict(came.get("refused", {}))
        check(matches(expect, {**said, "refused": said.get("code")}), "it came so:", came)
        return
    check(len(came["dice"]) == came["given"] == len(step.get("dice", [])), "other dice were thrown:", came["dice"])
    check_sequence(expect.get("events", []), came["events"])
    for viewer, wanted in step.get("sees", {}).items():
        check_among(wanted, came["seen"][viewer])


def play(case, ask):
    steps = case.get("steps", [])
    question = {"ruleset": case["ruleset"], "muster": muster_of(case), "begin": {"dice": case.get("begin", {}).get("dice", [])},
                "steps": [{key: step[key] for key in ("side", "do", "dice", "expires") if key in step} for step in steps]}
    if "given" in case:
        question["given"] = case["given"]
    answer = ask(question)
    check("wrong" not in answer, "the question is refused:", answer)
    for step, came in zip([case.get("begin", {}), *steps], answer["steps"], strict="refused" not in answer["steps"][0]):
        check_step(step, came)
    for number, step in enumerate(steps):  # what was offered and foretold before it
        before = {**question, "steps": question["steps"][:number]}
        if "offers" in step:
            check_among(step["offers"], ask(before)["sides"][step["side"]]["actions"])
        if "preview" in step:
            said = ask({**before, "previews": [question["steps"][number]]})["previews"][0]
            check(matches(step["preview"], said), "the preview says", said)
    for viewer, wanted in {"public": case.get("then", {}), **case.get("views", {})}.items():
        check(matches(wanted, answer.get("views", {}).get(viewer, {})), "in the end it is not so:", wanted)
    cited = {thing.get("clause") for came in answer["steps"] for thing in [*came.get("events", []), came.get("refused", {})]}
    for clause in case["clauses"]:
        check((clause in cited) != (case.get("by") == "absence"), clause, "is claimed, and cited otherwise")
    for clause in case.get("shows", []):
        check(clause not in cited, clause, "is cited, and only shown")


def main(arguments):
    split = arguments.index("--")
    files = [pathlib.Path(name) for name in arguments[:split]] or sorted(HERE.glob("*/*.json"))
    engine = subprocess.Popen(arguments[split + 1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(question):
        print(json.dumps(question), file=engine.stdin, flush=True)
        return json.loads(engine.stdout.readline())

    passed = failed = 0
    for file in files:
        content = json.loads(file.read_text())
        for case in content if isinstance(content, list) else [content]:
            try:
                play(case, ask)
                passed += 1
            except Failed as why:
                failed += 1
                print(f"FAIL {case['case']}: {why}")
    engine.stdin.close()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or engine.wait() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
