/* What PostgreSQL wants said otherwise than SQLite. */

#include "store/postgres_connection.h"

/* A member of a game's header, which is JSON with its members in order: the last of that name is the
 * header's own. The text of a damaged one is no error, it has no such member. */
#define HEADER(pattern) "substring(encode(header, 'escape') from '.*\"" pattern "')"

#define RULESET HEADER("ruleset\":\"([^\"]*)\"")
#define SCENARIO HEADER("scenario\":\"([^\"]*)\"")
#define REVISION HEADER("revision\":([0-9]{1,9})")
#define MACHINE HEADER("machine\":([{][^}]*[}])")

/* Units have a `name`, too, but no `nonces` behind it. */
#define BATTLE HEADER("name\":(\".*\"),\"nonces\":[{]")

/* The public games, or of those some. */
#define LISTED(some) \
	"SELECT name, created_ms, status, ruleset, scenario, machine, decode(battle, 'escape') FROM" \
	" (SELECT name, created_ms, status, id, " RULESET " AS ruleset, " SCENARIO " AS scenario," \
	" " MACHINE " AS machine, " BATTLE " AS battle" \
	" FROM game WHERE access = 0 AND hidden = 0" some ") AS listed" \
	" WHERE ruleset IS NOT NULL ORDER BY id"

/* The games that are played, or of those some. */
#define PLAYING(some) \
	"SELECT name, tips, ruleset, revision, created_ms FROM" \
	" (SELECT game.name AS name, command.tips AS tips, game.id AS id," \
	" game.created_ms AS created_ms, " RULESET " AS ruleset," \
	" CAST(" REVISION " AS BIGINT) AS revision" \
	" FROM game JOIN command ON command.game = game.id AND command.number =" \
	" (SELECT max(number) FROM command WHERE game = game.id)" \
	" WHERE game.status = 1" some ") AS playing WHERE ruleset IS NOT NULL" \
	" AND revision IS NOT NULL ORDER BY id"

#define NOW_MS "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

/* So long after its last sign of life a process is taken for dead. */
#define STALE_MS "5000"

const char *const postgres_statements[STATEMENT_COUNT] = {
	[BEGIN] = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
	[BEGIN_READING] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
	[GET_PLAYING] = PLAYING(""),
	[GET_PLAYING_GAME] = PLAYING(" AND game.name = ?1"),
	[GET_LISTED] = LISTED(""),
	[GET_LISTED_GAME] = LISTED(" AND name = ?1"),
	[GET_UNSUMMED] = ("SELECT name, created_ms, status, hidden, id FROM tail"
			  " JOIN game ON game.id = tail.game"
			  " WHERE checksum IS NULL AND tail.game > ?1 ORDER BY tail.game LIMIT ?2"),
	[GET_DUE] =
		(STATEMENT_HOOK
		 ", notice.id, notice.game, kind, notice.side, version, made_ms, due_ms, attempts"
		 " FROM notice JOIN hook ON hook.id = notice.hook"
		 " WHERE notice.id IN (SELECT DISTINCT ON (hook) id FROM notice"
		 " WHERE due_ms IS NOT NULL AND due_ms <= ?1"
		 " ORDER BY hook, due_ms, id) ORDER BY due_ms, notice.id LIMIT ?2"),
	/* Its own pages are the business of pg_amcheck and of its data checksums. */
	[CHECK] = ("SELECT CASE WHEN EXISTS (SELECT 1 FROM command LEFT JOIN game"
		   " ON game.id = command.game WHERE game.id IS NULL)"
		   " THEN 'a row of no game' ELSE 'ok' END"),
	/* A process that comes waits for those that came before it. */
	[LOCK_WRITERS] = "UPDATE writer SET seen_ms = seen_ms WHERE id = 1",
	[CLAIM_WRITER] =
		("UPDATE writer SET session = ?1, summing = ?1, pid = ?2, seen_ms = " NOW_MS
		 " WHERE id = 1 AND NOT EXISTS (SELECT 1 FROM writer AS other"
		 " WHERE other.seen_ms + " STALE_MS " >= " NOW_MS ") RETURNING id, batch"),
	[JOIN_WRITERS] = ("INSERT INTO writer (id, session, summing, pid, batch, seen_ms)"
			  " SELECT (SELECT max(id) + 1 FROM writer), ?1, ?1, ?2, 0, " NOW_MS
			  " WHERE NOT EXISTS (SELECT 1 FROM writer AS other WHERE other.id = 1"
			  " AND other.seen_ms + " STALE_MS " >= " NOW_MS ") RETURNING id, batch"),
	/* It waits for a transaction of the same process that may still be in the making. */
	[FIND_WRITER] = ("UPDATE writer SET seen_ms = " NOW_MS
			 " WHERE id = ?2 AND session = ?1 RETURNING batch"),
	[HOLD_WRITER] = ("UPDATE writer SET batch = ?3, seen_ms = " NOW_MS
			 " WHERE id = ?2 AND session = ?1"),
	/* It does not wait for a batch that holds the row. */
	[BEAT_WRITER] = ("UPDATE writer SET seen_ms = " NOW_MS " WHERE id ="
			 " (SELECT id FROM writer WHERE id = ?2 AND session = ?1"
			 " FOR UPDATE SKIP LOCKED)"),
	[OWN_WRITER] = ("SELECT CASE WHEN EXISTS (SELECT 1 FROM writer WHERE id = ?2"
			" AND session = ?1) THEN 1 ELSE 0 END"),
	[LEAVE_WRITER] = "UPDATE writer SET seen_ms = 0 WHERE id = ?2 AND session = ?1",
	/* Those that write no checksums, and how many of them may be alive. */
	[GET_OLDER_WRITERS] = ("SELECT count(*), count(CASE WHEN seen_ms + " STALE_MS " >= " NOW_MS
			       " THEN 1 END) FROM writer WHERE summing <> session"),
	[END_OLDER_WRITERS] = "UPDATE writer SET session = summing WHERE summing <> session",
	/* Where one of those has the database, or had it since, a sum is worth nothing. */
	[GET_SUM] = ("SELECT row_count, checksums, ids_high, ids_middle, ids_low FROM row_sum"
		     " WHERE name = ?1 AND NOT EXISTS"
		     " (SELECT 1 FROM writer WHERE summing <> session)"),
	[GET_WRITERS] = "SELECT id, batch FROM writer",
	/* New keys are one more than the last: those of one transaction are there before the next
	 * looks. */
	[LOCK_IDS] = "SELECT id FROM probe WHERE id = 1 FOR UPDATE",
	/* In one order, so that no two wait for each other. */
	[LOCK_GAMES] = ("SELECT id FROM game WHERE name = ANY(?1) ORDER BY id"
			" FOR NO KEY UPDATE"),
	[PUT_CHANGE] = "INSERT INTO change (writer, number, what) VALUES (?1, ?2, ?3)",
	[DROP_CHANGES] = "DELETE FROM change WHERE writer = ?1 AND number <= ?2",
	[GET_CHANGES] = ("SELECT writer.id, change.number, change.what FROM writer"
			 " LEFT JOIN unnest(?1, ?2) AS known (writer, number)"
			 " ON known.writer = writer.id"
			 " LEFT JOIN change ON change.writer = writer.id"
			 " AND change.number > coalesce(known.number, 0)"
			 " WHERE writer.id > 1 AND writer.id <> ?3"
			 " AND writer.batch > coalesce(known.number, 0)"
			 " ORDER BY writer.id, change.number LIMIT ?4"),
	[CLAIM_HOOK] = ("UPDATE hook SET claimer = ?2, claimed_until = " NOW_MS " + ?3"
			" WHERE id = ?1 AND (claimer = ?2 OR claimed_until <= " NOW_MS ")"),
	[LEAVE_HOOK] = "UPDATE hook SET claimed_until = 0 WHERE id = ?1 AND claimer = ?2",
	[GET_NOTICE] = "SELECT id FROM notice WHERE id = ?1 AND made_ms = ?2 AND due_ms <= ?3",
	[GET_TAILS] = ("SELECT row_count, checksum, id, name FROM game"
		       " LEFT JOIN tail ON tail.game = game.id WHERE name = ANY(?1)"),
	[GET_VERSION] = "SELECT version FROM schema_version WHERE id = 1",
	[GET_WRITER] = "SELECT pid FROM writer ORDER BY seen_ms DESC LIMIT 1",
};
