#!/usr/bin/env bash
# One word for one thing. The table "Words that are gone" of core/words.md is the list: a
# word there is refused in names and comments of the code that its row speaks of. Texts in
# quotes are free, for names on the wire and keys of the catalogue keep their words. A row that
# names `web` holds for JavaScript too, and for what people read of the rule cases.
#
# A comment is made of plain sentences: none opens with Who, Whom or Whoever ("A unit that ...",
# "The player who ..." says the same).
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# rows TREE: WORDS~FOLDERS~BUT of each row, alternatives of regular expressions.
rows()
{
	local page=$1/core/words.md
	[[ -f $page ]] || page=$root/core/words.md
	sed -n '/^## Words that are gone/,$p' "$page" |
		sed -nE 's/^\| `([^`]+)` \| [^|]* \| `([^`]+)` \| (`([^`]+)`)? ?\|$/\1~\2~\4/p' | tr ' ' '|'
}

# Comments with a sentence that opens with Who, Whom or Whoever.
check_openings()
{
	local files
	mapfile -t files < <(tree_files "$1" | grep -E '(\.([ch]|m?js|css|sh|py|cmake)|CMakeLists\.txt|/dev)$' | sort)
	((${#files[@]})) || return 0
	awk '
		{
			text = $0
			if (FILENAME ~ /(\.(sh|py|cmake)|CMakeLists\.txt|\/dev)$/)
				found = match(text, /(^|[ \t])# ?/)
			else
				found = match(text, /^[ \t]*\* ?|\/\*+ ?|\/\/ ?/)
			if (!found)
				next
			text = substr(text, RSTART + RLENGTH)
			if (match(text, /(^|[.:;?!)] )(Who|Whom|Whoever)[^A-Za-z0-9_]/))
				print FILENAME ":" FNR ": a sentence of a comment opens so: " substr(text, RSTART)
		}' "${files[@]}" | sed "s#^$1/##"
}

check()
{
	local word folders but files kinds
	check_openings "$1"
	[[ -n $(rows "$1") ]] || echo "core/words.md: the table of words that are gone is not there"
	while IFS='~' read -r word folders but; do
		kinds='[ch]'
		[[ "|$folders|" != *'|web|'* ]] || kinds='([ch]|m?js)'
		mapfile -t files < <(tree_files "$1" | grep -E "^$1/($folders)/.*\.$kinds$" | sort)
		[[ $kinds == '[ch]' ]] || mapfile -t -O ${#files[@]} files < <(
			tree_files "$1" | grep -E "^$1/tests/cases/.*\.json$" | sort)
		((${#files[@]})) || continue
		awk -v word="$word" -v but="$but" '
			FILENAME ~ /json$/ && !/^[ \t]*"(case|title|note)":/ { next }
			{
				text = $0
				if (FILENAME !~ /json$/)
					gsub(/"([^"\\]|\\.)*"/, "\"\"", text)
				if (but != "")
					gsub(but, "", text)
				if (match(text, "(^|[^A-Za-z0-9_])(" word ")([^A-Za-z0-9_]|$)"))
					print FILENAME ":" FNR ": " substr(text, RSTART, RLENGTH) " is a word that is gone: core/words.md says what it is called"
			}' "${files[@]}" | sed "s#^$1/##"
	done < <(rows "$1")
}

self_test()
{
	must_find "the engine's old name" core/src/a.c <<<'struct pn_turn *step;'
	must_find "an old word in a comment" core/src/a.c <<<'/* The frame on top. */'
	must_find "a player who is a he" server/a.c <<<'/* What he sees. */'
	must_find "a player who is a he, in the page" web/a.js <<<'// What he sees.'
	must_find "a case about a him" tests/cases/a.json <<<'  "title": "Nobody charges him",'
	must_accept "names in a case" tests/cases/a.json <<<'  "unit": "his",'
	must_find "an old name of a local" core/rulesets/x/a.c <<<'int offer = 0;'
	must_accept "a name on the wire, in quotes" core/src/a.c <<<'const char *a = "offer";'
	must_accept "a name that follows the wire" core/src/a.c <<<'int a = PN_COMMAND_OFFER_DRAW;'
	must_accept "a part of another word" core/src/a.c <<<'/* the framework, here */'
	must_find "a comment that opens with Who" core/src/a.c <<<'/* Who flees is struck. */'
	must_find "with Whoever, in a later line of it" server/a.h <<<$'/* One.\n * Whoever flees is struck. */'
	must_find "behind a clause" core/src/a.c <<<'/* PN-41. Whom it meets. */'
	must_find "behind code" core/src/a.c <<<'	int a; /* Who is there: one. */'
	must_find "in a script of the page" web/a.mjs <<<'	// Whoever waits is told.'
	must_find "in a style" web/a.css <<<'	/* Whom it is asked about. */'
	must_find "in a shell script" tests/a.sh <<<'# Whoever clones has git.'
	must_accept "who in the middle" core/src/a.c <<<'/* A player who waits, and whoever comes. */'
	must_accept "words in quotes" web/a.js <<<'const title = "Who may charge";'
	must_accept "a name that begins so" core/src/a.c <<<'/* Whole turns drop out. */'
}

run_gate
