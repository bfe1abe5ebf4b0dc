# For ./dev alone: programs are run into logs in $logs, and what they say of themselves in their last
# line is added up in `passed`, `failed` and `skipped`.

passed=0
failed=0
skipped=()
ran_something=false
declare -gA name_of=()

# count PASSED FAILED WHAT: adds to the sum and says so.
count()
{
	ran_something=true
	passed=$((passed + $1))
	failed=$((failed + $2))
	printf '%s %-44s %5d passed, %d failed\n' "$( (($2)) && echo FAIL || echo '  ok')" "$3" "$1" "$2"
}

# skip WHAT REASON: it could not be tried here. It counts for neither, and is told at the end.
skip()
{
	ran_something=true
	skipped+=("$1: $2")
	printf 'skip %-44s %s\n' "$1" "$2"
}

log_of()
{
	echo "$logs/${1//[^A-Za-z0-9._-]/_}.log"
}

# run_logged NAME COMMAND...: its output into its log; its exit status is returned.
run_logged()
{
	local log limit=900
	log=$(log_of "$1")
	shift
	# What the long forms count takes long however few minutes they were given.
	[[ -z ${PENNON_SOAK_MINUTES:-} ]] || limit=$((3600 + 120 * PENNON_SOAK_MINUTES))
	timeout --kill-after=10 "$limit" "$@" >"$log" 2>&1 </dev/null
}

# run_counted NAME COMMAND...: a program that ends with "N passed, N failed", or with
# "skipped: REASON" when this machine lacks what it tries. One that ends otherwise, runs
# nothing, takes 15 minutes (in the long forms more than an hour) or exits oddly is one
# failure more.
run_counted()
{
	local status=0
	run_logged "$@" || status=$?
	count_logged "$1" $status
}

# count_logged NAME STATUS: what run_logged left.
count_logged()
{
	local name=$1 status=$2 log good=0 bad=0
	log=$(log_of "$1")
	if ((status == 0)) && [[ $(tail -n 1 "$log") =~ ^skipped:\ (.+) ]]; then
		skip "$name" "${BASH_REMATCH[1]}"
		return
	fi
	if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
		good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
	fi
	((good + bad == 0 || (status != 0 && bad == 0))) && bad=$((bad + 1))
	count "$good" "$bad" "$name"
	if ((bad)); then
		echo "--- exit status $status, what failed in $log and its end:"
		grep -aE '^(FAIL|not ok|✖|\[FAIL\])' "$log" | head -n 20 || true
		echo "..."
		tail -n "${PENNON_LOG_LINES:-40}" "$log"
		echo "---"
	fi
}

# run_beside NAME COMMAND...: as run_counted, two at a time, or as many as `at_once` says;
# count_rest waits for the last.
run_beside()
{
	while ((${#name_of[@]} >= ${at_once:-2})); do
		count_next
	done
	run_logged "$@" &
	name_of[$!]=$1
}

# The next of name_of (process: name) that ends is counted, and is out of it.
count_next()
{
	local ended status=0
	wait -n -p ended "${!name_of[@]}" || status=$?
	count_logged "${name_of[$ended]}" $status
	unset "name_of[$ended]"
}

count_rest()
{
	while ((${#name_of[@]})); do
		count_next
	done
}
