#pragma once
/* Folders as earlier versions of the server left them. */

/* Run SQL on the database of a folder that no server has open. Aborts when it fails. */
void earlier_sql(const char *folder, const char *sql);

/* Make today's database one of version 18: no checksums of players and the like. */
void earlier_back_to_18(const char *folder);

/* Make today's database one of version 6: each player has one token, the first they had. */
void earlier_back_to_6(const char *folder);
