#include "store_faulty.h"

static const char *first_game(const struct store_batch *batch)
{
	const struct store_row *row = batch->list[STORE_ROW].pieces;

	return batch->list[STORE_ROW].count ? row->game : NULL;
}

static enum store_error append(struct store *store, const struct store_batch *batch)
{
	struct store_faulty *faulty = (struct store_faulty *)store;
	enum store_error error = STORE_OK;

	pthread_mutex_lock(&faulty->mutex);
	faulty->appends++;
	faulty->waiting++;
	pthread_cond_broadcast(&faulty->changed);
	while (faulty->held && !faulty->let)
		pthread_cond_wait(&faulty->changed, &faulty->mutex);
	if (faulty->let)
		faulty->let--;
	faulty->waiting--;
	if (faulty->count) {
		error = faulty->error;
		faulty->count -= faulty->count > 0;
	}
	pthread_mutex_unlock(&faulty->mutex);
	if (error == STORE_CONFLICT && batch->conflict)
		*batch->conflict = first_game(batch);
	if (error == STORE_CONFLICT && faulty->wrote_anyway)
		faulty->behind->append(faulty->behind, batch);
	return error ? error : faulty->behind->append(faulty->behind, batch);
}

static enum store_error load_game(struct store *store, const char *id, void *context,
				  void (*game)(void *context, const struct store_game *game))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_game(behind, id, context, game);
}

static enum store_error load_rows(struct store *store, const char *id, void *context,
				  void (*row)(void *context, const struct store_row *row))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_rows(behind, id, context, row);
}

static enum store_error load_state(struct store *store, const char *id, void *context,
				   void (*state)(void *context, const struct store_state *state))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_state(behind, id, context, state);
}

static enum store_error load_newer(struct store *store, const char *id, uint32_t rows,
				   void *context,
				   void (*row)(void *context, const struct store_row *row))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_newer(behind, id, rows, context, row);
}

static enum store_error load(struct store *store, enum store_kind kind, const char *of,
			     void *context, store_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load(behind, kind, of, context, take);
}

static enum store_error count_seats(struct store *store, const char *player, bool only_playing,
				    uint32_t *out)
{
	struct store *behind = ((struct store_faulty *)store)->behind;

	return behind->count_seats(behind, player, only_playing, out);
}

static enum store_error load_listed(struct store *store, const char *game, void *context,
				    void (*listed)(void *context,
						   const struct store_listed *listed))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_listed(behind, game, context, listed);
}

static enum store_error load_playing(struct store *store, const char *game, void *context,
				     void (*playing)(void *context,
						     const struct store_playing *playing))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_playing(behind, game, context, playing);
}

static enum store_error load_number(struct store *store, enum store_number which, int64_t *out)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_number(behind, which, out);
}

static enum store_error load_ids(struct store *store, int status, int64_t before_ms, void *context,
				 void (*take)(void *context, const char *id))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_ids(behind, status, before_ms, context, take);
}

static enum store_error load_kept(struct store *store, uint32_t before, size_t max, void *context,
				  void (*take)(void *context, const struct store_kept *kept))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_kept(behind, before, max, context, take);
}

static enum store_error load_reports(struct store *store, uint32_t before, size_t max,
				     void *context,
				     void (*take)(void *context, const struct store_report *report))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_reports(behind, before, max, context, take);
}

static enum store_error load_battle(struct store *store, const char *player, const char *id,
				    void *context, store_battle_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_battle(behind, player, id, context, take);
}

static enum store_error load_shared_battle(struct store *store, const char *id,
					   const uint8_t code_hash[32], void *context,
					   store_battle_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_shared_battle(behind, id, code_hash, context, take);
}

static enum store_error load_battles(struct store *store, const char *player, uint32_t before,
				     size_t max, void *context, store_battle_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_battles(behind, player, before, max, context, take);
}

static enum store_error count_battles(struct store *store, const char *player, uint32_t *out)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->count_battles(behind, player, out);
}

static enum store_error load_all_battles(struct store *store, void *context,
					 store_battle_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_all_battles(behind, context, take);
}

static enum store_error load_unsummed(struct store *store, uint32_t after, size_t max,
				      void *context,
				      void (*take)(void *context, const struct store_kept *kept))
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_unsummed(behind, after, max, context, take);
}

static enum store_error load_deliveries(struct store *store, const char *player, const char *id,
					void *context, store_delivery_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_deliveries(behind, player, id, context, take);
}

static enum store_error load_due(struct store *store, int64_t now_ms, size_t max, void *context,
				 store_notice_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_due(behind, now_ms, max, context, take);
}

static enum store_error next_due(struct store *store, int64_t after_ms, int64_t *out)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->next_due(behind, after_ms, out);
}

static enum store_error load_mailed(struct store *store, const uint8_t address[STORE_ADDRESS_BYTES],
				    const char *game, int64_t out[STORE_MAILED_MAX])
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_mailed(behind, address, game, out);
}

static enum store_error load_posts(struct store *store, uint32_t hook, const char *game,
				   struct store_post out[STORE_POST_SIDES])
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->load_posts(behind, hook, game, out);
}

static enum store_error follow(struct store *store, void *context, store_change_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;

	return behind->follow(behind, context, take);
}

static enum store_error claim_hook(struct store *store, uint32_t hook, int64_t for_ms)
{
	struct store *behind = ((struct store_faulty *)store)->behind;

	return behind->claim_hook(behind, hook, for_ms);
}

static enum store_error leave_hook(struct store *store, uint32_t hook)
{
	struct store *behind = ((struct store_faulty *)store)->behind;

	return behind->leave_hook(behind, hook);
}

static enum store_error still_due(struct store *store, const struct store_notice *notice,
				  int64_t now_ms)
{
	struct store *behind = ((struct store_faulty *)store)->behind;

	return behind->still_due(behind, notice, now_ms);
}

static enum store_error reach(struct store *store)
{
	struct store_faulty *faulty = (struct store_faulty *)store;

	return atomic_load(&faulty->is_away) ? STORE_FAILED : faulty->behind->reach(faulty->behind);
}

static void give_up(struct store *store)
{
	struct store *behind = ((struct store_faulty *)store)->behind;

	behind->give_up(behind);
}

static enum store_error check(struct store *store)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->check(behind);
}

static enum store_error check_rows(struct store *store, void *context, store_finding_taker *take)
{
	struct store *behind = ((struct store_faulty *)store)->behind;
	return behind->check_rows(behind, context, take);
}

static void close_both(struct store *store)
{
	struct store_faulty *faulty = (struct store_faulty *)store;
	pthread_cond_destroy(&faulty->changed);
	pthread_mutex_destroy(&faulty->mutex);
	store_close(faulty->behind);
}

void store_faulty_begin(struct store_faulty *faulty, struct store *behind)
{
	*faulty = (struct store_faulty){
		.store = {append,
			  load_game,
			  load_rows,
			  load_state,
			  load_newer,
			  load,
			  count_seats,
			  load_listed,
			  load_playing,
			  load_number,
			  load_ids,
			  load_kept,
			  load_reports,
			  load_unsummed,
			  load_battle,
			  load_shared_battle,
			  load_battles,
			  count_battles,
			  load_all_battles,
			  load_deliveries,
			  load_due,
			  next_due,
			  load_mailed,
			  load_posts,
			  behind->follow ? follow : NULL,
			  behind->claim_hook ? claim_hook : NULL,
			  behind->leave_hook ? leave_hook : NULL,
			  behind->still_due ? still_due : NULL,
			  reach,
			  give_up,
			  check,
			  check_rows,
			  close_both},
		.behind = behind,
	};
	pthread_mutex_init(&faulty->mutex, NULL);
	pthread_cond_init(&faulty->changed, NULL);
}

void store_faulty_hold(struct store_faulty *faulty)
{
	pthread_mutex_lock(&faulty->mutex);
	faulty->held = true;
	pthread_mutex_unlock(&faulty->mutex);
}

void store_faulty_go_on(struct store_faulty *faulty)
{
	pthread_mutex_lock(&faulty->mutex);
	faulty->held = false;
	pthread_cond_broadcast(&faulty->changed);
	pthread_mutex_unlock(&faulty->mutex);
}

void store_faulty_let_one(struct store_faulty *faulty)
{
	pthread_mutex_lock(&faulty->mutex);
	faulty->let++;
	pthread_cond_broadcast(&faulty->changed);
	pthread_mutex_unlock(&faulty->mutex);
}

void store_faulty_await_append(struct store_faulty *faulty, int appends)
{
	pthread_mutex_lock(&faulty->mutex);
	while (faulty->appends < appends)
		pthread_cond_wait(&faulty->changed, &faulty->mutex);
	pthread_mutex_unlock(&faulty->mutex);
}

void store_faulty_await(struct store_faulty *faulty)
{
	pthread_mutex_lock(&faulty->mutex);
	while (!faulty->waiting)
		pthread_cond_wait(&faulty->changed, &faulty->mutex);
	pthread_mutex_unlock(&faulty->mutex);
}

void store_faulty_fail(struct store_faulty *faulty, enum store_error error, int count)
{
	pthread_mutex_lock(&faulty->mutex);
	faulty->error = error;
	faulty->count = count;
	pthread_mutex_unlock(&faulty->mutex);
}

int store_faulty_appends(struct store_faulty *faulty)
{
	pthread_mutex_lock(&faulty->mutex);
	int appends = faulty->appends;
	pthread_mutex_unlock(&faulty->mutex);
	return appends;
}
