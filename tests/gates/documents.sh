#!/usr/bin/env bash
# README.md is short enough to be read by a newcomer: at most 700 words. The commands of ./dev that it
# shows are there. Every link of a document to a file, or to a heading of a document, leads there.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

words_max=700

# dev_of TREE: its script ./dev, or the real one when TREE has none.
dev_of()
{
	if [[ -f $1/dev ]]; then echo "$1/dev"; else echo "$root/dev"; fi
}

check_readme()
{
	local words command
	[[ -f $1/README.md ]] || return 0
	words=$(wc -w <"$1/README.md")
	((words <= words_max)) || echo "README.md: $words words, at most $words_max"
	for command in $(sed -nE 's#^\./dev +([a-z]+).*#\1#p' "$1/README.md"); do
		grep -q "^command_$command()" "$(dev_of "$1")" || echo "README.md: ./dev $command is no command"
	done
}

# headings FILE: of each heading what a link to it has behind the #.
headings()
{
	sed -nE '/^```/,/^```/d; s/^#+ +//p' "$1" | tr '[:upper:]' '[:lower:]' |
		sed -E 's/\[([^]]*)\]\([^)]*\)/\1/g; s/[^a-z0-9 _-]//g; s/ /-/g'
}

# links FILE: LINE:TARGET of each link that is no address, code left out.
links()
{
	sed -E '/^```/,/^```/s/.*//; s/`[^`]*`//g' "$1" | grep -noE '\]\([^) ]+\)' |
		sed -E 's/\]\((.*)\)$/\1/' | grep -vE ':([a-z]+:|//)'
}

check()
{
	local file name line target place
	check_readme "$1"
	while read -r file; do
		name=${file#"$1"/}
		while IFS=: read -r line target; do
			place=$(dirname "$file")/${target%%#*}
			[[ $target != '#'* ]] || place=$file
			if [[ ! -e $place ]]; then
				echo "$name:$line: $target is not there"
			elif [[ $target == *'#'* ]] && ! headings "$place" | grep -qxF -- "${target#*#}"; then
				echo "$name:$line: no heading is $target"
			fi
		done < <(links "$file")
	done < <(tree_files "$1" | grep -E '\.md$' | sort)
}

self_test()
{
	must_find "701 words in the README" README.md < <(yes word | head -n 701)
	must_accept "700 words" README.md < <(yes word | head -n 700)
	must_accept "more words in another document" core/README.md < <(yes word | head -n 701)
	must_find "a command that ./dev has not" README.md <<<'./dev fly'
	must_accept "a command that it has" README.md <<<'./dev run      # starts a server'
	must_find "a link to a file that is not there" core/a.md <<<'See [it](../b.md).'
	must_find "a picture that is not there" core/a.md <<<'![it](b.png)'
	must_find "a link to a heading that is not there" a.md <<<$'# One\n[two](#two)'
	must_find "the same in another document" a.md <<<$'# One\n[two](a.md#two)'
	must_accept "a link to itself, and to a heading" a.md <<<$'# One `two`, three\n[a](a.md) [b](a.md#one-two-three) [c](#one-two-three)'
	must_accept "an address elsewhere" a.md <<<'[x](https://a.example/b.md) [y](mailto:a@a.example)'
	must_accept "brackets in code" a.md <<<$'`[x](b.md)`\n```\n[x](b.md)\n```'
}

run_gate
