#!/usr/bin/env bash
# Clients that others would have: openapi-typescript, @hey-api/openapi-ts and orval make them from the
# description, TypeScript takes them strictly, their names are ones that a person would choose, and
# one of them plays a game (plays.ts).
set -uo pipefail

root=${PENNON_ROOT:-$PWD}
here=$root/tests/contract
if ! node "$here/node_version.mjs" '>=20.19'; then
	echo "skipped: the makers of clients want node 20.19 or later"
	exit 0
fi
. "$here/lib_daemon.sh"
tools=$here/node_modules
mkdir "$work/made"
cd "$work/made" || exit 1

make()
{
	node "$tools/$1" "${@:2}" >"$work/made.log" 2>&1 || { tail -n 20 "$work/made.log"; return 1; }
}

makes_hey() { make @hey-api/openapi-ts/bin/run.js -i "$root/api-spec/openapi.yaml" -o "$work/made/hey"; }
makes_types() { make openapi-typescript/bin/cli.js "$root/api-spec/openapi.yaml" -o "$work/made/types.ts"; }
makes_orval()
{
	echo "module.exports = { pennon: { input: '$root/api-spec/openapi.yaml', output: { target: './orval.ts', client: 'fetch' } } };" \
		>orval.config.cjs
	make orval/dist/bin/orval.js --config orval.config.cjs
}

compiles()
{
	cp "$here/plays.ts" .
	node "$tools/typescript/bin/tsc" --strict --target es2022 --module commonjs --moduleResolution node10 \
		--lib es2022,dom,dom.iterable --skipLibCheck --typeRoots "$tools/@types" --types node --outDir js plays.ts types.ts orval.ts >"$work/tsc.log" 2>&1 ||
		{ head -n 20 "$work/tsc.log"; return 1; }
}

# Of what is in the description under a name of its own.
has_good_names()
{
	local bad
	bad=$(grep -hoE '^export type [A-Za-z0-9]+' hey/types.gen.ts | cut -d' ' -f3 | grep -E '[0-9]$|OneOf|AnyOf|AllOf')
	[[ -z $bad ]] || { echo "$bad" | head -n 20; return 1; }
}

plays() { node js/plays.js "$address"; }

check "openapi-typescript" makes_types
check "@hey-api/openapi-ts" makes_hey
check "orval" makes_orval
check "what they made is strict TypeScript" compiles
check "names that a person would choose" has_good_names
check "a client that was made plays a game" plays
echo "$passed passed, $failed failed"
((failed == 0))
