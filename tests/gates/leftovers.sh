#!/usr/bin/env bash
# Nothing half done and nothing of one machine stays in the tree: no notes to do
# something later, no conflict markers, no places of somebody's disk.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# Split, so that this file does not find itself.
notes='(^|[^A-Za-z_])(TO''DO|FIX''ME|X''XX|HA''CK)([^A-Za-z_]|$)'
markers='^(<<<''<<<<|>>>''>>>>|====''===$)'
places='(^|[^A-Za-z0-9_.$}/])/(wo''rk|ro''ot|ho''me|Us''ers)/[A-Za-z0-9]'

check()
{
	tree_files "$1" | sort | xargs -d '\n' grep -nIE -e "$notes" -e "$markers" -e "$places" |
		sed "s#^$1/##" | cut -c1-160
	tree_files "$1" | grep -E '(\.(orig|rej|bak|tmp)|~)$'
}

self_test()
{
	must_find "a note" core/src/a.c <<<'/* TO''DO: later */'
	must_find "another note" README.md <<<'FIX''ME soon'
	must_find "a conflict" web/a.js <<<'<<<<''<<< HEAD'
	must_find "a place on a disk" tests/a.sh <<<'cd /wo''rk/main'
	must_find "somebody's home" tests/a.sh <<<'ls "/ho''me/ann"'
	must_find "a rejected patch" core/src/a.c.rej <<<'x'
	must_accept "an ordinary path" README.md <<<'see api-spec/work/x and /v1/games and https://a.example/home/x'
}

run_gate
