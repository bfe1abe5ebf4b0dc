#!/usr/bin/env bash
# Shared code never asks which rule book runs: outside core/rulesets/ no C file and no script
# of the page names one, compares the index of one with a number or a name, switches on it,
# reaches for one book's tables, or for one of its clauses. (The registry lists them; scenarios, cases, the page's
# words and its lesson are data and may name one.)
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# "conquest-1.5 CQ", a line each book.
books=$("$build/pennon-tables" ids)
[[ -n $books ]] || { echo "pennon-tables names no book"; echo "0 passed, 1 failed"; exit 1; }
# column N, joined by |
column() { awk -v n="$1" '{ gsub(/\./, "\\\\."); print $n }' <<<"$books" | sort -u | paste -sd'|'; }
ids=$(column 1)
# What asks which it is, however it is written. `< 0` and `>= 0` only ask whether there is one.
asks="[\"'\`]($ids)[\"'\`]"
asks+='|\bruleset(\)|\])* *(==|!=|===|!==|<=|>=|>|<) *[1-9A-Z"'"'"'&]'
asks+='|\bruleset(\)|\])* *(==|!=|>|<=) *0\b'
asks+='|([0-9A-Z"]|\b[a-z0-9_]+_rules) *(==|!=|<=|>=|<|>) *[a-z_.>-]*\bruleset\b'
asks+='|(==|!=) *&?[a-z0-9_]+_rules\b'
asks+='|switch *\([^)]*\b(ruleset|rules->id)\b'
asks+='|pn_rules_(at|find)\( *["0-9A-Z]'
# A name or a part of it, held against one that is written down; and names in the page.
book='(rules|pn_rules_(at|of)\([^)]*\))->(id|title)'
asks+="|$book(\\[| *, *[\"A-Z])"
asks+="|(cmp|str|chr)\\( *[\"A-Z][^,]*, *[^;]*$book"
asks+='|\bruleset\.(startsWith|endsWith|includes|indexOf|match|at|charAt)\(|\.test\([^)]*\bruleset\)'
asks+='|\[(data-)?(ruleset|book)[*^$~|]?='
# One of its clauses.
asks+='|["'"'"'`]('$(column 2)')-'

check()
{
	tree_files "$1" | grep -E "^$1/(core/src|core/geometry|core/travel|core/opponent|core/include|server)/.*\.[ch]$" |
		grep -vE "^$1/core/src/registry\.c$" | sort | numbered_without_comments |
		grep -E "$asks" | sed "s#^$1/##"
	# Of the page each by itself: a comment that seems to begin there ends with its file.
	tree_files "$1" | grep -E "^$1/web/.*\.(js|css|html)$" | grep -vE "^$1/web/lesson\.js$" | sort |
		while read -r file; do
			numbered_without_comments <<<"$file" | grep -E "$asks" | sed "s#^$1/##"
		done
}

self_test()
{
	must_find "strcmp on an id" core/src/a.c <<<'int f(char *a) { return strcmp(a, "battlesystem-2e"); }'
	must_find "a default in the server" server/api/a.c <<<'char *a = "t9a-2e";'
	must_find "an if on the index" core/src/a.c <<<'if (game->ruleset == 1) return;'
	must_find "an if on the first" core/src/a.c <<<'if (view->ruleset == 0) return;'
	must_find "an if on a named one" server/game/a.c <<<'if (game->ruleset != CONQUEST) return;'
	must_find "the name first" server/game/a.c <<<'if (1 == game->ruleset) return;'
	must_find "a switch" core/src/a.c <<<'switch (game->ruleset) { case 1: break; }'
	must_find "a book's own table" core/src/a.c <<<'if (pn_rules_of(game) == &conquest_1_5_rules) return;'
	must_find "a book by its number" server/a.c <<<'rules = pn_rules_at(0);'
	must_find "a letter of the id" server/a.c <<<'if (rules->id[0] == 99) return;'
	must_find "strcmp with a constant" server/a.c <<<'if (strcmp(pn_rules_at(n)->id, NINTH_AGE) == 0) return;'
	must_find "a part of the name" core/src/a.c <<<'if (memcmp(rules->id, "t9", 2) == 0) return;'
	must_find "the constant first" core/src/a.c <<<'if (!strncmp(NINTH_AGE, pn_rules_of(game)->id, 3)) return;'
	must_find "a letter by its game" core/src/a.c <<<'if (pn_rules_of(game)->id[0] == 99) return;'
	must_find "a book by a constant" server/a.c <<<'if (index == pn_rules_find(CONQUEST)) return;'
	must_find "a ternary" core/src/a.c <<<'length = game->ruleset == 3 ? 1 : 2;'
	must_find "a table's row" core/src/a.c <<<'if (kinds[game->ruleset] == 3) return;'
	must_find "a comparison the other way" core/src/a.c <<<'if (2 >= game->ruleset) return;'
	must_find "a clause of a book" core/src/a.c <<<'return PN_CLAUSE("CQ-01");'
	must_find "a book by its clauses" server/a.c <<<'if (strncmp(clause, "T9-", 3) == 0) return;'
	must_find "the page by a part" web/a.js <<<'if (game.ruleset.startsWith("t9")) show();'
	must_find "the page by a pattern" web/a.js <<<'if (/^con/.test(game.ruleset)) show();'
	must_find "the page's switch" web/a.js <<<'switch (game.ruleset) { case one: }'
	must_find "the page by a clause" web/a.js <<<'if (event.clause === "CQ-28") show();'
	must_find "a style for a book" web/a.css <<<'[data-ruleset^="t9"] { color: red }'
	must_find "a book of this build" core/src/a.c < <(awk '{ print "a = \"" $1 "\";" }' <<<"$books" | tail -n 1)
	must_find "the page asking" web/a.js <<<'if (game.ruleset === "t9a-2e") show();'
	must_find "the page asking a name" web/a.js <<<'if (game.ruleset === BOOK) show();'
	must_accept "a comment" server/api/a.c <<<'/* such as "battlesystem-2e" */ int a;'
	must_accept "whether there is one" server/api/a.c <<<'if (ruleset < 0) return;'
	must_accept "that there is one" server/api/a.c <<<'if (ruleset >= 0 && pn_rules_at(ruleset)->revision != told) return;'
	must_accept "the same as somebody said" server/a.c <<<'if (strcmp(said, pn_rules_at(out->ruleset)->id) != 0) return;'
	must_accept "all of them" core/src/a.c <<<'for (i = 0; ruleset < pn_rules_count(); i++) f(pn_rules_at(i));'
	must_accept "the book itself" core/rulesets/t9a-2e/a.c <<<'char *a = "t9a-2e";'
}

run_gate
