/* The table of functions, as far as it is the same for all engines. */

#include "store/sql_store.h"

void store_close(struct store *store)
{
	if (store)
		store->close(store);
}

static enum store_error reach(struct store *store)
{
	(void)store;
	return STORE_OK;
}

static void give_up(struct store *store)
{
	(void)store;
}

void sql_store_begin(struct sql_store *sql)
{
	sql->store.load_game = store_load_game;
	sql->store.load_rows = store_load_rows;
	sql->store.load_state = store_load_state;
	sql->store.load_newer = store_load_newer;
	sql->store.load = store_load;
	sql->store.count_seats = store_count_seats;
	sql->store.load_listed = store_load_listed;
	sql->store.load_playing = store_load_playing;
	sql->store.load_number = store_load_number;
	sql->store.load_ids = store_load_ids;
	sql->store.load_kept = store_load_kept;
	sql->store.load_reports = store_load_reports;
	sql->store.load_unsummed = store_load_unsummed;
	sql->store.load_battle = store_load_battle;
	sql->store.load_shared_battle = store_load_shared_battle;
	sql->store.load_battles = store_load_battles;
	sql->store.count_battles = store_count_battles;
	sql->store.load_all_battles = store_load_all_battles;
	sql->store.load_deliveries = store_load_deliveries;
	sql->store.load_due = store_load_due;
	sql->store.next_due = store_next_due;
	sql->store.load_mailed = store_load_mailed;
	sql->store.load_posts = store_load_posts;
	sql->store.reach = reach;
	sql->store.give_up = give_up;
	sql->store.check = store_check_whole;
	sql->store.check_rows = store_check_rows;
	pthread_mutex_init(&sql->mutex, NULL);
}

void sql_store_end(struct sql_store *sql)
{
	store_close_all(sql->idle);
	pthread_mutex_destroy(&sql->mutex);
}
