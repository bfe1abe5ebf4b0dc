#!/usr/bin/env bash
# Shared code never asks which rule book runs: outside core/rulesets/ no C file and no script
# of the page names one, compares the index of one with a number or a name, switches on it,
# or reaches for one book's tables. (The registry lists them; scenarios, cases, the page's
# words and its lesson are data and may name one.)
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

ids='chainmail|battlesystem-1e|battlesystem-2e|conquest-1\.5|ancient-warfare|medieval-warfare|t9a-2e'
# What asks which it is, however it is written. `< 0` only asks whether there is one.
asks="[\"'\`]($ids)[\"'\`]"
asks+='|\bruleset(\)|\])* *(==|!=|===|!==|<=|>=|>|<) *[1-9A-Z"'"'"'&]'
asks+='|\bruleset(\)|\])* *(==|!=|>|<=|>=) *0\b'
asks+='|([0-9A-Z"]|\b[a-z0-9]+_rules) *(==|!=) *[a-z_.>-]*\bruleset\b'
asks+='|(==|!=) *&?[a-z0-9]+_rules\b'
asks+='|switch *\([^)]*\b(ruleset|rules->id)\b'
asks+='|pn_rules_(at|find)\( *["0-9]'
asks+='|rules->(id|title)\['

check()
{
	local file
	while read -r file; do
		numbered_without_comments "$file" | grep -E "$asks" | sed "s#^#${file#"$1"/}:#"
	done < <(tree_files "$1" |
		grep -E "^$1/((core/src|core/include|server)/.*\.[ch]|web/.*\.js)$" |
		grep -vE "^$1/(core/src/registry\.c|web/lesson\.js)$" | sort)
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
	must_find "a book's own table" core/src/a.c <<<'if (pn_rules_of(game) == &cq_rules) return;'
	must_find "a book by its number" server/a.c <<<'rules = pn_rules_at(0);'
	must_find "a letter of the id" server/a.c <<<'if (rules->id[0] == 99) return;'
	must_find "the page asking" web/a.js <<<'if (game.ruleset === "t9a-2e") show();'
	must_find "the page asking a name" web/a.js <<<'if (game.ruleset === BOOK) show();'
	must_accept "a comment" server/api/a.c <<<'/* such as "battlesystem-2e" */ int a;'
	must_accept "whether there is one" server/api/a.c <<<'if (ruleset < 0) return;'
	must_accept "all of them" core/src/a.c <<<'for (i = 0; ruleset < pn_rules_count(); i++) f(pn_rules_at(i));'
	must_accept "the book itself" core/rulesets/t9a-2e/a.c <<<'char *a = "t9a-2e";'
}

run_gate
