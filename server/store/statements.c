/* The statements, as all engines understand them. Where one must say it otherwise, its own text
 * stands with it. */

#include "store/connection.h"

/* The key of a new row: one more than the last, so keys grow with the order of arrival. */
#define NEXT_ID(table) "(SELECT coalesce(max(id), 0) + 1 FROM " table ")"

/* The game ?1, if it is as far as ?2 says. */
#define THIS_GAME "SELECT id FROM game WHERE name = ?1 AND (?2 < 0 OR status = ?2)"

#define A_ROW \
	"SELECT number, scope, body_hash, time_ms, command, events, tips, checksum FROM command" \
	" WHERE game = (SELECT id FROM game WHERE name = ?1)"

#define A_BATTLE \
	"SELECT player, name, title, ruleset, changed_ms, code, hash, length(file), id, file" \
	" FROM battle"

#define A_SEAT "SELECT name, side, token_hash, player, ended FROM holder"

#define A_PLAYER "SELECT name, body_hash, title, created_ms, ended, shows_day FROM player"

#define A_TOKEN \
	"SELECT name, player, token_hash, body_hash, title, may, created_ms, used_ms, ended" \
	" FROM token"

#define AN_APP \
	"SELECT name, player, title, asks, number, token_hash, body_hash, created_ms, ended" \
	" FROM app"

#define A_GRANT "SELECT name, app, player, game, may, body_hash, created_ms, ended FROM app_grant"

#define THIS_HOOK "(SELECT id FROM hook WHERE player = ?1 AND name = ?2)"

/* The notice is of a bot that names a player. */
#define A_NAMING "(SELECT format FROM hook WHERE hook.id = notice.hook) = 4"

/* A reaction is told instead of the turn; one unread is enough for some, but for what was
 * written. A table that changes while it is being posted is posted again, a player who was named
 * for a turn that is taken is so for the next one, and a test that is asked for while one is being
 * sent is sent after it. What is sent again is no news: its kind is 64 more. */
#define PUT_NOTICE_FOR(hooks) \
	"INSERT INTO notice (id, hook, game, kind, side, version, made_ms, due_ms)" \
	" SELECT (SELECT coalesce(max(id), 0) FROM notice) + row_number() OVER (ORDER BY hook.id)," \
	" id, ?2, ?3, ?4, ?5, ?6, ?7 FROM hook WHERE " hooks \
	" AND kinds >> CAST(?3 AS INTEGER) & 1 = 1 AND (state < 2 OR state = 3 AND ?3 = 7)" \
	" AND CASE WHEN format IN (1, 4) THEN 1 ELSE 0 END = ?8 AND (?9 IS NULL OR name = ?9)" \
	" AND NOT EXISTS (SELECT 1 FROM notice AS told" \
	" WHERE told.hook = hook.id AND told.game = ?2 AND told.kind < 64" \
	" AND (?3 = 0 AND told.kind = 1" \
	" OR one_unread = 1 AND ?3 <> 8 AND (?3 = 3 OR told.kind <> 3)))" \
	" ON CONFLICT (hook, game, kind) DO UPDATE SET version = ?5, made_ms =" \
	" CASE WHEN notice.made_ms < ?6 THEN ?6 ELSE notice.made_ms + 1 END," \
	" due_ms = CASE WHEN notice.kind = 0 THEN ?7 ELSE notice.due_ms END" \
	" WHERE notice.kind IN (6, 8) OR " A_NAMING

/* All that a row says, its key and its checksum first. Of a battle's file that is its hash. */
#define HOLDER_CELLS "SELECT id, checksum, name, side, token_hash, player, ended FROM holder"

#define PLAYER_CELLS \
	"SELECT id, checksum, name, body_hash, title, created_ms, ended, shows_day FROM player"

#define TOKEN_CELLS \
	"SELECT id, checksum, name, player, token_hash, body_hash, title, may, created_ms, used_ms," \
	" ended FROM token"

#define BATTLE_CELLS \
	"SELECT id, checksum, name, player, changed_ms, code, code_hash, title, ruleset, hash" \
	" FROM battle"

/* Sums and what is added to them are below 2 to the 62nd; one that a disk changed is made so. */
#define WRAP " % 4611686018427387904"

static const char *const statements[STATEMENT_COUNT] = {
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
	[PUT_GAME] = ("INSERT INTO game (id, name, created_ms, header, secret, access, status_ms)"
		      " VALUES (" NEXT_ID("game") ", ?1, ?2, ?3, ?4, ?5, ?2)"),
	/* A row goes in only after the one before it: a gap would be a conflict too. */
	[PUT_ROW] = ("INSERT INTO command"
		     " (game, number, scope, body_hash, time_ms, command, events, tips, checksum)"
		     " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ?2 = 0"
		     " OR EXISTS (SELECT 1 FROM command WHERE game = ?1 AND number = ?2 - 1)"),
	[PUT_FIRST_TAIL] = ("INSERT INTO tail (game, row_count, checksum)"
			    " SELECT id, 0, ?2 FROM game WHERE name = ?1"),
	[PUT_TAIL] = ("INSERT INTO tail (game, row_count, checksum) VALUES (?1, ?2, ?3)"
		      " ON CONFLICT (game) DO UPDATE SET row_count = ?2, checksum = ?3"),
	[PUT_CHECKSUM] = ("UPDATE command SET checksum = ?3 WHERE number = ?2"
			  " AND game = (SELECT id FROM game WHERE name = ?1)"),
	[PUT_STATE] = ("INSERT INTO state (game, row_count, last, checksum, body)"
		       " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (game) DO UPDATE SET"
		       " row_count = ?2, last = ?3, checksum = ?4, body = ?5"),
	[PUT_SEAT] = ("INSERT INTO holder (id, name, side, token_hash, player)"
		      " VALUES (" NEXT_ID("holder") ", ?1, ?2, ?3, ?4)"),
	[END_SEAT_GRANTS] = ("UPDATE app_grant SET ended = 1 WHERE game = ?1 AND player IN"
			     " (SELECT player FROM holder WHERE name = ?1 AND side = ?2)"),
	[END_PLAYERS] = ("DELETE FROM holder WHERE name = ?1 AND side = ?2"
			 " AND player IS NOT NULL"),
	[END_TOKENS] = "UPDATE holder SET ended = 1 WHERE name = ?1 AND side = ?2",
	[PUT_PLAYER] = ("INSERT INTO player (id, name, body_hash, title, created_ms)"
			" VALUES (" NEXT_ID("player") ", ?1, ?2, ?3, ?4)"),
	[CHANGE_PLAYER] = ("UPDATE player SET title = ?2, ended = ?3, shows_day = ?4"
			   " WHERE name = ?1"),
	[BLANK_TOKENS] = "UPDATE token SET title = '' WHERE player = ?1",
	[PUT_TOKEN] = ("INSERT INTO token (id, name, player, token_hash, body_hash, title, may,"
		       " created_ms, used_ms, ended) VALUES (" NEXT_ID(
			       "token") ", ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
					" ON CONFLICT (name) DO UPDATE SET used_ms = ?8,"
					" ended = CASE WHEN ?9 = 1 THEN 1 ELSE token.ended END"),
	[PUT_STATUS] = ("UPDATE game SET status = ?2, status_ms = ?3, hidden = ?4"
			" WHERE name = ?1"),
	[PUT_FAULT] = ("INSERT INTO fault (id, name, report, side, deeds, command_hash, time_ms)"
		       " VALUES (" NEXT_ID("fault") ", ?1, ?2, ?3, ?4, ?5, ?6)"),
	[CURE_GAME] = "DELETE FROM fault WHERE name = ?1",
	[PUT_REPORT] = ("INSERT INTO report (id, name, side, message, said, reason, time_ms)"
			" VALUES (" NEXT_ID("report") ", ?1, ?2, ?3, ?4, ?5, ?6)"),
	[SETTLE_REPORT] = "UPDATE report SET settled = 1 WHERE id = ?1",
	[FORGET_ROWS] = "DELETE FROM command WHERE game = (" THIS_GAME ")",
	[FORGET_HOLDERS] = "DELETE FROM holder WHERE name = ?1 AND EXISTS (" THIS_GAME ")",
	[FORGET_FAULTS] = "DELETE FROM fault WHERE name = ?1 AND EXISTS (" THIS_GAME ")",
	[FORGET_REPORTS] = "DELETE FROM report WHERE name = ?1 AND EXISTS (" THIS_GAME ")",
	[FORGET_TAIL] = "DELETE FROM tail WHERE game = (" THIS_GAME ")",
	[FORGET_STATE] = "DELETE FROM state WHERE game = (" THIS_GAME ")",
	[FORGET_NOTICES] = "DELETE FROM notice WHERE game = ?1 AND EXISTS (" THIS_GAME ")",
	[FORGET_POSTS] = "DELETE FROM post WHERE game = ?1 AND EXISTS (" THIS_GAME ")",
	/* Those of its seats, and that of the game's own channel. */
	[FORGET_HOOKS] = ("DELETE FROM hook WHERE (game = ?1 OR player = ?1)"
			  " AND EXISTS (" THIS_GAME ")"),
	[FORGET_GRANTS] = ("UPDATE app_grant SET ended = 1 WHERE game = ?1"
			   " AND EXISTS (" THIS_GAME ")"),
	[FORGET_GAME] = "DELETE FROM game WHERE id = (" THIS_GAME ")",
	[PUT_NUMBER] = ("INSERT INTO number (id, value) VALUES (?1, ?2)"
			" ON CONFLICT (id) DO UPDATE SET value = ?2"),
	[PUT_PROBE] = "UPDATE probe SET count = count + 1",
	[GET_GAME] = ("SELECT created_ms, header, secret, access, row_count, checksum, id FROM game"
		      " LEFT JOIN tail ON tail.game = game.id WHERE name = ?1"),
	[GET_TAIL] = ("SELECT row_count, checksum, id FROM game"
		      " LEFT JOIN tail ON tail.game = game.id WHERE name = ?1"),
	[GET_ROWS] = (A_ROW " ORDER BY number"),
	[GET_ROWS_FROM] = (A_ROW " AND number >= ?2 ORDER BY number LIMIT ?3"),
	[GET_CHECKSUM] = ("SELECT checksum FROM command WHERE number = ?2"
			  " AND game = (SELECT id FROM game WHERE name = ?1)"),
	[GET_STATE] = ("SELECT row_count, last, checksum, body FROM state"
		       " WHERE game = (SELECT id FROM game WHERE name = ?1)"),
	[GET_SEATS] = A_SEAT " ORDER BY id",
	[GET_GAME_SEATS] = A_SEAT " WHERE name = ?1 ORDER BY id",
	[GET_PLAYERS] = A_PLAYER " ORDER BY id",
	[GET_PLAYER] = A_PLAYER " WHERE name = ?1",
	[GET_TOKENS] = A_TOKEN " ORDER BY id",
	[GET_PLAYER_TOKENS] = A_TOKEN " WHERE player = ?1 ORDER BY id",
	[COUNT_SEATS] = ("SELECT count(*) FROM holder JOIN game ON game.name = holder.name"
			 " WHERE holder.player = ?1 AND game.status BETWEEN ?2 AND 1"),
	[GET_IDS] = ("SELECT name FROM game WHERE (?1 < 0 OR status = ?1)"
		     " AND status_ms < ?2 AND created_ms < ?2 ORDER BY id"),
	[GET_KEPT] = ("SELECT name, created_ms, status, hidden, id FROM game WHERE id < ?1"
		      " ORDER BY id DESC LIMIT ?2"),
	[GET_FAULTS] = ("SELECT name, report, side, deeds, command_hash, time_ms FROM fault"
			" ORDER BY id"),
	[GET_REPORTS] = ("SELECT name, side, message, said, reason, time_ms, settled, id"
			 " FROM report WHERE id < ?1 ORDER BY id DESC LIMIT ?2"),
	[PUT_BATTLE] =
		("INSERT INTO battle (id, player, name, title, ruleset, changed_ms, hash, file)"
		 " VALUES (" NEXT_ID(
			 "battle") ", ?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (player, name) DO UPDATE"
				   " SET title = ?3, ruleset = ?4, changed_ms = ?5, hash = ?6, file = ?7"),
	[LINK_BATTLE] = ("UPDATE battle SET code = ?3, code_hash = ?4"
			 " WHERE player = ?1 AND name = ?2"),
	[DROP_BATTLE] = "DELETE FROM battle WHERE player = ?1 AND name = ?2",
	[DROP_BATTLES] = "DELETE FROM battle WHERE player = ?1",
	/* An address that was confirmed stays so. */
	[PUT_HOOK] =
		("INSERT INTO hook (player, name, url, format, kinds, secret_ms, created_ms,"
		 " state, keys, language, quiet_from, quiet_until, one_unread, mentions,"
		 " game, side, token, id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9,"
		 " ?10, ?11, ?12, ?13, ?14, ?15, ?16, " NEXT_ID(
			 "hook") ")"
				 " ON CONFLICT (player, name) DO UPDATE SET url = ?3, format = ?4, kinds = ?5,"
				 " state = CASE WHEN ?7 = 3 AND hook.url = ?3 AND hook.state < 2"
				 " THEN 0 ELSE ?7 END, failing_ms = 0,"
				 " keys = ?8, language = ?9, quiet_from = ?10, quiet_until = ?11,"
				 " one_unread = ?12, mentions = ?13, token = ?16"),
	[RENEW_HOOK] = ("UPDATE hook SET secret = secret + 1, asked = ?3, secret_ms = ?4"
			" WHERE player = ?1 AND name = ?2"),
	[ASK_HOOK] = "UPDATE hook SET asked = ?3 WHERE player = ?1 AND name = ?2",
	[CONFIRM_HOOK] = ("UPDATE hook SET state = 0"
			  " WHERE player = ?1 AND name = ?2 AND url = ?3 AND state = 3"),
	[STOP_HOOK] = "UPDATE hook SET state = 2 WHERE player = ?1 AND name = ?2 AND url = ?3",
	[DROP_OFF_NOTICES] = ("DELETE FROM notice WHERE hook IN (SELECT id FROM hook"
			      " WHERE player = ?1 AND name = ?2 AND state = 2)"),
	[HEAR_HOOK] =
		("UPDATE hook SET state = CASE WHEN state < 2 THEN ?2 ELSE state END, status = ?3, heard_ms = ?4, failing_ms = ?5"
		 " WHERE id = ?1 AND url = ?6"),
	[DROP_ITS_NOTICES] = ("DELETE FROM notice WHERE hook ="
			      " (SELECT id FROM hook WHERE id = ?1 AND state = 2)"),
	[DROP_HOOK] = "DELETE FROM hook WHERE player = ?1 AND name = ?2",
	[DROP_HOOKS] = "DELETE FROM hook WHERE player = ?1",
	[DROP_SEAT_HOOKS] = "DELETE FROM hook WHERE game = ?1 AND side = ?2",
	[DROP_TOKEN_HOOKS] = "DELETE FROM hook WHERE token = ?1",
	[PUT_NOTICE] = PUT_NOTICE_FOR("player = ?1"),
	[PUT_SEAT_NOTICE] = PUT_NOTICE_FOR("hook.game = ?2 AND hook.side = ?4"),
	[PUT_AGAIN] =
		("INSERT INTO notice (id, hook, game, kind, side, version, made_ms, due_ms)"
		 " SELECT " NEXT_ID(
			 "notice") ", id, ?2, CAST(?3 AS INTEGER) + 64, ?4, ?5,"
				   " ?6, ?7 FROM hook"
				   " WHERE player = ?1 AND name = ?8 AND state < 2"
				   " ON CONFLICT (hook, game, kind) DO UPDATE SET side = ?4, version = ?5,"
				   " made_ms = ?6, due_ms = ?7"),
	/* A player who was named is named no longer, once the turn is taken. */
	[RECALL_NOTICE] =
		("UPDATE notice SET made_ms = made_ms + 1, due_ms = made_ms,"
		 " attempts = 0 WHERE game = ?1 AND side = ?2 AND kind = ?3 AND " A_NAMING),
	/* Of a turn, all that told of it. What the hook is is asked of each: a list of hooks would be
	 * one of all that there are, for every turn. */
	[TAKE_NOTICE] = ("DELETE FROM notice WHERE game = ?1 AND side = ?2"
			 " AND (kind = ?3 OR ?3 = 0 AND kind IN (1, 2))"
			 " AND (SELECT CASE format WHEN 1 THEN 1 WHEN 4 THEN 2 ELSE 0 END"
			 " FROM hook WHERE hook.id = notice.hook) = ?4"),
	/* Of a turn it is known that it was told, until it is taken. */
	[KEEP_NOTICE] = "UPDATE notice SET due_ms = NULL WHERE id = ?1 AND made_ms = ?2",
	[PUT_OFF_NOTICE] = ("UPDATE notice SET attempts = ?3, due_ms = ?4"
			    " WHERE id = ?1 AND (made_ms = ?2 OR kind = 8)"),
	[DROP_NOTICE] = "DELETE FROM notice WHERE id = ?1 AND made_ms = ?2",
	[PUT_DELIVERY] =
		("INSERT INTO delivery (id, hook, game, kind, side, version, made_ms, attempts,"
		 " status, heard_ms, good) SELECT " NEXT_ID(
			 "delivery") ", id, ?2, ?3, ?4, ?5, ?6,"
				     " 1, ?7, ?8, ?9 FROM hook WHERE id = ?1"
				     " ON CONFLICT (hook, game, kind, made_ms) DO UPDATE SET"
				     " attempts = delivery.attempts + 1, status = ?7, heard_ms = ?8, good = ?9"),
	[DROP_OLD_DELIVERIES] = ("DELETE FROM delivery WHERE hook = ?1 AND id <="
				 " (SELECT id FROM delivery WHERE hook = ?1"
				 " ORDER BY id DESC LIMIT 1 OFFSET ?2)"),
	[PUT_APP] =
		("INSERT INTO app (name, player, title, asks, number, token_hash, body_hash,"
		 " created_ms, id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, " NEXT_ID(
			 "app") ")"
				" ON CONFLICT (name) DO UPDATE SET title = ?3, asks = ?4, number = ?5,"
				" token_hash = ?6"),
	[END_APP] = "UPDATE app SET ended = 1, title = '' WHERE name = ?1",
	[END_APPS] = "UPDATE app SET ended = 1, title = '' WHERE player = ?1",
	[PUT_GRANT] = ("INSERT INTO app_grant (id, name, app, player, game, may, body_hash,"
		       " created_ms, ended) VALUES (" NEXT_ID(
			       "app_grant") ", ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
					    " ON CONFLICT (name) DO UPDATE SET ended ="
					    " CASE WHEN ?8 = 1 THEN 1 ELSE app_grant.ended END"),
	[END_APP_GRANTS] = "UPDATE app_grant SET ended = 1 WHERE app = ?1",
	[END_GIVEN_GRANTS] = "UPDATE app_grant SET ended = 1 WHERE player = ?1",
	[END_THEIR_GRANTS] = ("UPDATE app_grant SET ended = 1 WHERE app IN"
			      " (SELECT name FROM app WHERE player = ?1)"),
	[GET_APPS] = AN_APP " ORDER BY id",
	[GET_APP] = AN_APP " WHERE name = ?1",
	[GET_GRANTS] = A_GRANT " ORDER BY id",
	[GET_GRANT] = A_GRANT " WHERE name = ?1",
	[GET_HOOKS] = STATEMENT_HOOK " FROM hook WHERE player = ?1 ORDER BY id",
	[GET_DELIVERIES] = ("SELECT game, kind, side, version, made_ms, attempts, status, heard_ms,"
			    " good, (SELECT due_ms FROM notice WHERE notice.hook = delivery.hook"
			    " AND notice.game = delivery.game AND notice.kind % 64 = delivery.kind"
			    " AND notice.made_ms = delivery.made_ms ORDER BY kind DESC LIMIT 1)"
			    " FROM delivery WHERE hook = " THIS_HOOK " ORDER BY id DESC"),
	[GET_ALL_HOOKS] = STATEMENT_HOOK " FROM hook ORDER BY id",
	[NEXT_DUE] = "SELECT min(due_ms) FROM notice WHERE due_ms IS NOT NULL AND due_ms > ?1",
	[PUT_POST] = ("INSERT INTO post (hook, game, side, message, posted_ms, edited_ms, channel)"
		      " SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM hook WHERE id = ?1"
		      " ON CONFLICT (hook, game, side) DO UPDATE"
		      " SET message = ?4, posted_ms = ?5, edited_ms = ?6, channel = ?7"),
	[DROP_POST] = "DELETE FROM post WHERE hook = ?1 AND game = ?2 AND side = ?3",
	/* What stands at another address is nothing that this one can edit; of a channel it is
	 * known where, and it is removed there. */
	[DROP_OLD_POSTS] = ("DELETE FROM post WHERE channel = '' AND hook ="
			    " (SELECT id FROM hook WHERE player = ?1 AND name = ?2 AND url <> ?3)"),
	[GET_POSTS] = ("SELECT side, message, posted_ms, edited_ms, channel FROM post"
		       " WHERE hook = ?1 AND game = ?2 ORDER BY side"),
	[PUT_MAILED] = ("INSERT INTO mailed (address, game, sent_ms) VALUES (?1, ?2, ?3)"
			" ON CONFLICT (address, game, sent_ms) DO NOTHING"),
	[DROP_MAILED] = "DELETE FROM mailed WHERE address = ?1 AND game = ?2 AND sent_ms = ?3",
	[DROP_OLD_MAILED] = "DELETE FROM mailed WHERE sent_ms < ?1",
	[GET_MAILED] = ("SELECT sent_ms FROM mailed WHERE address = ?1 AND game = ?2"
			" ORDER BY sent_ms DESC LIMIT ?3"),
	[GET_BATTLE] = (A_BATTLE " WHERE player = ?1 AND name = ?2"),
	[GET_SHARED_BATTLE] = (A_BATTLE " WHERE name = ?1 AND code_hash = ?2"),
	[GET_BATTLES] = ("SELECT player, name, title, ruleset, changed_ms, code, hash,"
			 " length(file), id FROM battle WHERE player = ?1 AND id < ?2"
			 " ORDER BY id DESC LIMIT ?3"),
	[COUNT_BATTLES] = "SELECT count(*) FROM battle WHERE player = ?1",
	[GET_ALL_BATTLES] = (A_BATTLE " ORDER BY id"),
	[READ_HOLDERS] = HOLDER_CELLS " ORDER BY id",
	[READ_PLAYERS] = PLAYER_CELLS " ORDER BY id",
	[READ_TOKENS] = TOKEN_CELLS " ORDER BY id",
	[READ_BATTLES] = BATTLE_CELLS " ORDER BY id",
	[READ_GAME_HOLDERS] = HOLDER_CELLS " WHERE name = ?1 ORDER BY id",
	[READ_PLAYER] = PLAYER_CELLS " WHERE name = ?1",
	[READ_TOKEN] = TOKEN_CELLS " WHERE name = ?1",
	[READ_PLAYER_TOKENS] = TOKEN_CELLS " WHERE player = ?1 ORDER BY id",
	[READ_BATTLE] = BATTLE_CELLS " WHERE player = ?1 AND name = ?2",
	[READ_PLAYER_BATTLES] = BATTLE_CELLS " WHERE player = ?1 ORDER BY id",
	[MARK_HOLDER] = "UPDATE holder SET checksum = ?2 WHERE id = ?1",
	[MARK_PLAYER] = "UPDATE player SET checksum = ?2 WHERE id = ?1",
	[MARK_TOKEN] = "UPDATE token SET checksum = ?2 WHERE id = ?1",
	[MARK_BATTLE] = "UPDATE battle SET checksum = ?2 WHERE id = ?1",
	[GET_SUM] = ("SELECT row_count, checksums, ids_high, ids_middle, ids_low FROM row_sum"
		     " WHERE name = ?1"),
	[PUT_SUM] =
		("INSERT INTO row_sum (name, row_count, checksums, ids_high, ids_middle, ids_low)"
		 " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (name) DO UPDATE SET"
		 " row_count = ?2, checksums = ?3, ids_high = ?4, ids_middle = ?5, ids_low = ?6"),
	[CHANGE_SUM] = ("UPDATE row_sum SET row_count = row_count" WRAP " + ?2,"
			" checksums = (checksums" WRAP " + ?3)" WRAP ","
			" ids_high = (ids_high" WRAP " + ?4)" WRAP ","
			" ids_middle = (ids_middle" WRAP " + ?5)" WRAP ","
			" ids_low = (ids_low" WRAP " + ?6)" WRAP " WHERE name = ?1"),
	[DROP_SUM] = "DELETE FROM row_sum WHERE name = ?1",
	[GET_NUMBER] = "SELECT value FROM number WHERE id = ?1",
};

const char *statement_text(const struct engine *engine, enum statement which)
{
	if (which >= COPY_READ)
		return store_copy_text(which);
	return engine->statements[which] ? engine->statements[which] : statements[which];
}
