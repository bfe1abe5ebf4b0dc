#!/usr/bin/env bash
# The API's description, linted by npm's @redocly/cli and @stoplight/spectral-cli, without a warning; and the
# linters find what is broken.
set -uo pipefail

root=${PENNON_ROOT:-$PWD}
if ! node "$root/tests/contract/node_version.mjs" '>=20.19'; then
	echo "skipped: the linters want node 20.19 or later"
	exit 0
fi
work=$(mktemp -d)
passed=0
failed=0
trap 'rm -rf "$work"' EXIT
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true NO_COLOR=1

lint() # FILE
{
	node "$root/tests/contract/node_modules/@redocly/cli/bin/cli.js" lint \
		--config "$root/tests/contract/redocly.yaml" "$1" >"$work/log" 2>&1
}

# check NAME COMMAND...
check()
{
	local name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL $name"
		tail -n 40 "$work/log"
	fi
}

# spectral FILE: all that its rules for OpenAPI say, hints as well.
spectral()
{
	printf 'extends: ["spectral:oas"]\n' >"$work/spectral.yaml"
	node "$root/tests/contract/node_modules/@stoplight/spectral-cli/dist/index.js" lint \
		--ruleset "$work/spectral.yaml" --fail-severity hint "$1" >"$work/log" 2>&1
}

is_refused()
{
	! lint "$1" && grep -q "$2" "$work/log"
}

finds_twice()
{
	! spectral "$work/twice.yaml" && grep -q operation-operationId-unique "$work/log"
}

check "the description" lint "$root/api-spec/openapi.yaml"
check "the description, by the other linter" spectral "$root/api-spec/openapi.yaml"
# As it is served, with the examples.
served=${PENNON_BUILD:-$root/build}/server/generated/openapi.json
check "what is served" lint "$served"
check "what is served, by the other linter" spectral "$served"
sed 's/^      operationId: getScenario/      operationId: getRuleset/' "$root/api-spec/openapi.yaml" >"$work/twice.yaml"
check "a name that stands twice is found" finds_twice
# What must be found: a reference to nothing, an operation without a name, a security
# scheme that is nowhere defined.
sed '0,/schemas\/Server"/s//schemas\/Nowhere"/' "$root/api-spec/openapi.yaml" >"$work/reference.yaml"
check "a broken reference is found" is_refused "$work/reference.yaml" no-unresolved-refs
sed '/operationId: getServer/d' "$root/api-spec/openapi.yaml" >"$work/name.yaml"
check "a missing operationId is found" is_refused "$work/name.yaml" operation-operationId
sed 's/security: \[ { player: \[\] } \]/security: [ { nobody: [] } ]/' "$root/api-spec/openapi.yaml" >"$work/scheme.yaml"
check "an undefined security scheme is found" is_refused "$work/scheme.yaml" security-defined
echo "$passed passed, $failed failed"
((failed == 0))
