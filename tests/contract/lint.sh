#!/usr/bin/env bash
# The API's description, linted by npm's @redocly/cli; and the linter finds what is broken.
set -uo pipefail

root=${PENNON_ROOT:-$PWD}
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

is_refused()
{
	! lint "$1" && grep -q "$2" "$work/log"
}

check "the description" lint "$root/api-spec/openapi.yaml"
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
