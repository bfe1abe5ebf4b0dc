"""What ./dev mutate finds to change, and what it says of a change. tests/gates/mutate.sh runs it."""
import pathlib
import tempfile
import unittest

import candidates
import equal
import mutate

SOURCE = """
#define LESS(a, b) ((a) < (b))
#define pn_assert(what) ((what) ? 0 : 1)
enum colour { RED, BLUE = 7 };
struct row { const char *name; int number; };
static const struct row rows[] = {
	{"one", 1}, /* 1 < 2 */
};
int first(int a, int b)
{
	if (a <
	    b && b > 3)
		return -a + b;
	return 4;
}
enum colour second(const char *text, int a)
{
	for (int i = 0; i < a; i++)
		if (text[i])
			return RED;
	return a == 1 || LESS(a, 2) ? BLUE : RED;
}
_Bool third(int a)
{
	int b = -1;
	pn_assert(a < 3 && a > LESS(1, 2));
	return !a && b - 1 ? 1 : 0;
}
"""

CHANGES = {
    "-": ["BLUE = 7 -> 7 + 1", '{"one", 1 -> 1 + 1'],
    "first": ["never a < b && b > 3", "without a < b &&", "a < b -> a <= b",
              "without && b > 3", "b > 3 -> b >= 3", "-a -> a", "-a + b -> -a - b", "return 4 -> return 4 + 1"],
    "second": ["never text[i]", "if (text[i]) return RED -> return BLUE", "without a == 1 ||", "a == 1 -> a != 1",
               "without || LESS(a, 2)"],
    "third": ["without !a &&", "without && b - 1", "b - 1 -> b + 1"],
}


class Found(unittest.TestCase):
    def test_each_kind_once(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.c"
            path.write_text(SOURCE)
            found = candidates.find(path, "a.c", [])
            for function, changes in CHANGES.items():
                self.assertCountEqual([one.change for one in found if one.function == function], changes)
            for one in found:
                self.assertEqual(one.applied(SOURCE.encode()).count(b"\n"), SOURCE.count("\n"))


class Equal(unittest.TestCase):
    def listed(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "equal.txt"
            path.write_text(text)
            return equal.Listed(path)

    def test_what_names_nothing_is_told(self):
        listed = self.listed("# a word before\na.c first B2-1\n\ta < b -> a <= b\n\tgone\nthe same\n")
        found = [candidates.Candidate("rulesets/x/a.c", "first", 1, "", 0, 1, "", "a < b -> a <= b", "")]
        self.assertEqual([(entry.line, entry.change) for entry in listed.unmatched(found)], [(4, "gone")])
        self.assertTrue(listed.covers(found[0]))

    def test_an_entry_has_one_head_and_a_reason(self):
        for text in ("a.c first B2-1\n\ta < b\n", "a.c first\n\ta < b\nwhy\n", "a.c first B2-1\nwhy\n",
                     "a.c first B2-1\n\ta < b\na.c second B2-1\n\ta < b\nwhy\n"):
            with self.assertRaises(SystemExit):
                self.listed(text)


# A function that each game of its book goes through, and a line of it.
OPENING = b"static void draw(struct pn_step *step, pn_side side)\n{"
LINE = b"pn_set_fact(step, CQ_FACT_NEXT, pn_opponent(side));"


class Outcomes(unittest.TestCase):
    """What comes of changes made by hand."""
    NAME, BOOK = "rulesets/conquest-1.5/cq_activation.c", "conquest-1.5"

    @classmethod
    def setUpClass(cls):
        cls.build = mutate.Build()
        cls.workshop = mutate.Workshop(cls.build, mutate.Knowledge(), [cls.BOOK])
        cls.workshop.knowledge.note = lambda mutant, verdict, by="", golden=False, tests=(): (verdict, by)

    def begin_with(self, text):
        return self.outcome(OPENING, OPENING.decode() + text)

    def outcome(self, was, now):
        text = self.build.text[self.NAME]
        begin = text.index(was)
        candidate = candidates.Candidate(self.NAME, "f", 1, "", begin, begin + len(was), now, "", "")
        return self.workshop.try_out(mutate.Mutant(candidate, self.BOOK, "no such key"))

    def test_killed(self):
        verdict, case = self.outcome(LINE, ";")
        self.assertEqual(verdict, mutate.KILLED)
        self.assertIn(case, self.workshop.knowledge.cases)

    def test_crashed(self):
        self.assertEqual(self.begin_with("__builtin_trap();")[0], mutate.CRASHED)

    def test_too_slow(self):
        self.workshop.seconds = {self.BOOK: 1}
        self.addCleanup(setattr, self.workshop, "seconds", {self.BOOK: mutate.LEAST_SECONDS})
        self.assertEqual(self.begin_with("for (volatile int i = 0;; i = 0) {}")[0], mutate.SLOW)

    def test_did_not_compile(self):
        self.assertEqual(self.begin_with("nothing")[0], mutate.BROKEN)

    def test_the_same_code(self):
        self.assertEqual(self.begin_with("(void)0;")[0], mutate.SAME)

    def test_survived(self):
        self.assertEqual(self.begin_with("volatile int unseen = 0; (void)unseen;")[0], mutate.SURVIVED)


class TooMany(unittest.TestCase):
    def rows(self, count, survived):
        row = mutate.Mutant(None, mutate.SHARED, "")
        return [(row, mutate.SURVIVED if i < survived else mutate.KILLED, False) for i in range(count)]

    def test_of_a_book_one_more_than_may(self):
        may = mutate.MAY_SURVIVE[mutate.SHARED]
        self.assertEqual(list(mutate.too_many(self.rows(100, may), [mutate.SHARED], False)), [])
        self.assertEqual(len(list(mutate.too_many(self.rows(100, may + 1), [mutate.SHARED], False))), 1)

    def test_of_a_sample_more_than_chance(self):
        self.assertEqual(list(mutate.too_many(self.rows(40, 40 * mutate.MAY_SURVIVE[mutate.SHARED] // 100), [], True)), [])
        self.assertEqual(len(list(mutate.too_many(self.rows(40, 40), [], True))), 1)

    def test_of_a_part_of_a_book_any(self):
        self.assertEqual(list(mutate.too_many(self.rows(10, 10), [], False)), [])
