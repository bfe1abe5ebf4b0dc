/* Pictures: their form, what may be in them, what they cost, and who gets which. */

#include <cairo.h>
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "codec/words.h"
#include "host.h"
#include "loose.h"
#include "picture/renderer.h"
#include "play.h"
#include "well_formed.h"

static struct text draw(const struct picture_subject *subject, enum picture_format format)
{
	struct text out = TEXT_EMPTY;

	cr_assert(picture_draw(&out, subject, format));
	return out;
}

static void expect_sound(const struct text *svg)
{
	const char *why;

	cr_assert(is_well_formed(svg->bytes, &why), "at: %.60s", why);
	cr_expect(strstr(svg->bytes, "width=\"800px\""));
	cr_expect_not(strstr(svg->bytes, "style="));
	cr_expect_not(strstr(svg->bytes, "id=\"surface"));
}

static const char *title_of(const struct text *svg)
{
	static char title[512];
	const char *at = strstr(svg->bytes, "<title>");

	cr_assert(at);
	snprintf(title, sizeof(title), "%.*s", (int)strcspn(at + 7, "<"), at + 7);
	return title;
}

static size_t count(const struct text *svg, const char *what)
{
	size_t found = 0;

	for (const char *at = strstr(svg->bytes, what); at; at = strstr(at + 1, what))
		found++;
	return found;
}

static struct pn_muster made_from; /* the game made last */

static struct pn_game *make_game(void)
{
	struct pn_game *game = malloc(sizeof(*game));

	host_muster(&made_from, PN_METHOD_SEALED);
	cr_assert_eq(pn_setup(game, play_book(), &made_from).code, PN_MUSTER_NONE);
	return game;
}

/* ---- form ---- */

struct bytes {
	const char *at, *end;
};

static cairo_status_t give(void *closure, unsigned char *out, unsigned int size)
{
	struct bytes *bytes = closure;

	if ((size_t)(bytes->end - bytes->at) < size)
		return CAIRO_STATUS_READ_ERROR;
	memcpy(out, bytes->at, size);
	bytes->at += size;
	return CAIRO_STATUS_SUCCESS;
}

/* The picture of a subject as pixels, 0xAARRGGBB; of its surface. */
static cairo_surface_t *decode(const struct picture_subject *subject)
{
	struct text png = draw(subject, PICTURE_PNG);
	struct bytes bytes = {png.bytes, png.bytes + png.size};
	cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(give, &bytes);

	cr_assert_eq(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
	text_free(&png);
	return surface;
}

/* How many pixels are between two colours in each of their parts. */
static size_t count_pixels(cairo_surface_t *surface, uint32_t from, uint32_t to)
{
	const uint32_t *pixel = (const void *)cairo_image_surface_get_data(surface);
	const int row = cairo_image_surface_get_stride(surface) / 4;
	size_t found = 0;

	for (int y = 0; y < cairo_image_surface_get_height(surface); y++) {
		for (int x = 0; x < cairo_image_surface_get_width(surface); x++) {
			bool is_between = true;

			for (int part = 0; part < 24; part += 8) {
				const uint32_t value = pixel[y * row + x] >> part & 0xFF;

				is_between &= value >= (from >> part & 0xFF) &&
					      value <= (to >> part & 0xFF);
			}
			found += is_between;
		}
	}
	return found;
}

Test(picture, a_png_decodes_and_is_not_blank)
{
	struct pn_game *game = make_game();
	struct picture_subject subject = {.game = game, .muster = &made_from, .viewer = PN_RED};
	cairo_surface_t *surface = decode(&subject);

	cr_expect_eq(cairo_image_surface_get_width(surface), PICTURE_WIDTH);
	cr_expect(cairo_image_surface_get_height(surface) > 300);
	cr_expect(count_pixels(surface, 0, 0xFFFF5F) > 2000);
	cairo_surface_destroy(surface);
	free(game);
}

static struct pn_terrain square_of(const char *kind)
{
	const struct pn_rules *rules = pn_rules_at(play_book());
	struct pn_terrain piece = {
		.shape = {
			.count = 4,
			.point = {{50000, 50000}, {50000, 70000}, {70000, 70000}, {70000, 50000}}}};

	while (piece.kind < rules->terrain.count &&
	       strcmp(rules->terrain.row[piece.kind].name, kind) != 0)
		piece.kind++;
	cr_assert(piece.kind < rules->terrain.count, "no %s", kind);
	return piece;
}

Test(picture, woods_lie_over_a_hill_in_whatever_order_they_are_given)
{
	enum { HILL = 0xE8D49E, WOODS = 0xCCDEAD }; /* as they are filled */
	struct pn_game *game = make_game();
	struct picture_subject subject = {.game = game, .muster = &made_from, .viewer = PN_RED};
	const struct pn_terrain hill = square_of("hill"), woods = square_of("light_woods");

	for (int first = 0; first < 2; first++) {
		game->terrain_count = 2;
		game->terrain[first] = hill;
		game->terrain[!first] = woods;
		game->unit_count = 0;

		cairo_surface_t *surface = decode(&subject);
		const size_t of_hill = count_pixels(surface, HILL - 0x020202, HILL + 0x020202);
		const size_t of_woods = count_pixels(surface, WOODS - 0x020202, WOODS + 0x020202);

		/* The hill has its square in the legend alone. */
		cr_expect(of_hill < 1000 && of_woods > 4000, "hill %zu, woods %zu", of_hill,
			  of_woods);
		cairo_surface_destroy(surface);
	}
	free(game);
}

Test(picture, an_svg_is_well_formed_and_the_same_each_time)
{
	struct pn_game *game = make_game();
	struct picture_subject subject = {
		.game = game, .muster = &made_from, .viewer = PN_PUBLIC, .is_open = true};
	struct text first = draw(&subject, PICTURE_SVG), again = draw(&subject, PICTURE_SVG);

	expect_sound(&first);
	cr_expect_str_eq(first.bytes, again.bytes);
	cr_expect(strstr(title_of(&first), "Waiting for an opponent"), "%s", title_of(&first));
	text_free(&first);
	text_free(&again);
	free(game);
}

Test(picture, names_that_mean_harm)
{
	static const char *const names[] = {
		"</title><script>alert(1)</script>",
		"&amp;\"'<!--",
		"\x1b[31m\x07\x7f",
		"\xff\xfe\xc3",
		"\xe2\x80\xaenwod",
		"",
		"                    ",
		"\xf0\x9f\x90\xb4 Horse",
		"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
		"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
	};
	struct pn_game *game = make_game();

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct picture_subject subject = {
			.game = game, .muster = &made_from, .viewer = PN_RED};

		game->turn = 1;
		game->pending_count = 1;
		game->pending[0] = (struct pn_pending){.owes = PN_SEEN_BY_RED, .other = PN_NO_UNIT};
		snprintf(made_from.unit[0].name, sizeof(made_from.unit[0].name), "%s", names[i]);

		struct text svg = draw(&subject, PICTURE_SVG), png = draw(&subject, PICTURE_PNG);

		expect_sound(&svg);
		cr_expect_not(strstr(svg.bytes, "<script"));
		text_free(&svg);
		text_free(&png);
	}
	free(game);
}

/* ---- what is in it ---- */

Test(picture, only_who_may_measure_gets_a_grid)
{
	struct pn_game *game = make_game();
	struct picture_subject subject = {.game = game, .muster = &made_from, .viewer = PN_PUBLIC};
	struct text without = draw(&subject, PICTURE_SVG);

	game->premeasure = true;
	struct text with = draw(&subject, PICTURE_SVG);

	cr_expect(count(&with, "<path") > count(&without, "<path") + 8);
	text_free(&with);
	text_free(&without);
	free(game);
}

Test(picture, a_draft_is_in_its_owners_alone)
{
	struct pn_game *game = make_game();
	struct picture_subject subject = {.game = game, .muster = &made_from, .viewer = PN_RED};
	struct text before = draw(&subject, PICTURE_SVG);

	game->secret[PN_RED].draft[0] = (struct pn_order){.verb = 1, .target = 4};
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		subject.viewer = viewer;
		struct text after = draw(&subject, PICTURE_SVG);

		cr_expect_eq(count(&after, "stroke-dasharray") > 0, viewer == PN_RED);
		text_free(&after);
	}
	cr_expect_eq(count(&before, "stroke-dasharray"), 0);
	text_free(&before);
	free(game);
}

/* Skirmishers stand apart, so each has a base and a front of its own. */
Test(picture, skirmishers_are_drawn_figure_by_figure)
{
	struct pn_game *game = make_game();
	struct picture_subject subject = {.game = game, .muster = &made_from, .viewer = PN_PUBLIC};
	const struct pn_rules *rules = pn_rules_of(game);
	struct pn_unit *unit = &game->unit[0];
	struct text block = draw(&subject, PICTURE_SVG), loose;

	while (!rules->forms.row[unit->form].loose)
		unit->form++;
	pn_loose_begin(game, unit);
	loose = draw(&subject, PICTURE_SVG);
	expect_sound(&loose);
	cr_expect(count(&loose, "<path") > count(&block, "<path") + unit->figures, "%zu, %zu",
		  count(&loose, "<path"), count(&block, "<path"));
	text_free(&block);
	text_free(&loose);
	free(game);
}

Test(picture, every_unit_is_named_however_full_the_table)
{
	struct pn_game *game = make_game();
	struct picture_subject subject = {.game = game, .muster = &made_from, .viewer = PN_PUBLIC};
	size_t crowd = 0;

	for (pn_unit_id i = 0; i < game->unit_count; i++)
		game->unit[i].pose.at = (pn_vec){game->width / 2, game->depth / 2 + i};
	struct text svg = draw(&subject, PICTURE_SVG);

	expect_sound(&svg);
	/* Each plate that text is read on is translucent. */
	crowd = count(&svg, "fill-opacity=\"0.8\"");
	cr_expect(crowd >= game->unit_count, "%zu", crowd);
	text_free(&svg);
	free(game);
}

Test(picture, the_dearest_table_stays_within_its_limit)
{
	struct pn_game *game = make_game();
	struct picture_subject subject = {.game = game, .muster = &made_from, .viewer = PN_PUBLIC};

	game->unit_count = PN_UNITS_MAX;
	for (pn_unit_id i = 0; i < PN_UNITS_MAX; i++) {
		game->unit[i] = game->unit[0];
		game->unit[i].side = i >= PN_SIDE_UNITS_MAX;
		game->unit[i].figures = game->unit[i].figures_at_start = PN_FIGURES_MAX;
		game->unit[i].files = 20;
		game->unit[i].pose.at = (pn_vec){20000 + 900 * i, 60000};
	}
	game->terrain_count = PN_TERRAIN_MAX;
	for (uint8_t i = 0; i < PN_TERRAIN_MAX; i++) {
		game->terrain[i].kind = (uint8_t)(i % pn_rules_at(play_book())->terrain.count);
		game->terrain[i].shape =
			(struct pn_shape){.count = 4,
					  .point = {{-PN_COORDINATE_MAX, -PN_COORDINATE_MAX},
						    {-PN_COORDINATE_MAX, PN_COORDINATE_MAX},
						    {PN_COORDINATE_MAX, PN_COORDINATE_MAX},
						    {PN_COORDINATE_MAX, -PN_COORDINATE_MAX}}};
	}
	for (int format = 0; format < PICTURE_FORMATS; format++) {
		struct text out = draw(&subject, (enum picture_format)format);

		cr_expect(out.size < PICTURE_BYTES_MAX / 2, "%zu", out.size);
		text_free(&out);
	}
	free(game);
}

Test(picture, tables_of_any_form)
{
	static const pn_len sides[][2] = {
		{PN_BOARD_MAX, PN_INCH}, {PN_INCH, PN_BOARD_MAX}, {PN_BOARD_MAX, PN_BOARD_MAX}};
	struct pn_game *game = make_game();

	for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
		struct picture_subject subject = {
			.game = game, .muster = &made_from, .viewer = PN_BLUE};

		game->width = sides[i][0];
		game->depth = sides[i][1];
		struct text svg = draw(&subject, PICTURE_SVG), png = draw(&subject, PICTURE_PNG);

		expect_sound(&svg);
		text_free(&svg);
		text_free(&png);
	}
	free(game);
}

/* ---- the last move ---- */

static bool is_same_pose(pn_pose a, pn_pose b)
{
	return a.at.x == b.at.x && a.at.y == b.at.y && a.facing == b.facing;
}

/* What moved last stands where its last step led; nothing else has moved since. Returns
 * whether something has moved. */
static bool expect_last_move(const struct snapshot *state, pn_side viewer)
{
	static struct last_move last;
	const struct pn_game *view = snapshot_view(state, viewer);
	pn_pose pose[PN_UNITS_MAX];

	if (!snapshot_last_move(state, viewer, &last))
		return false;
	cr_assert(last.count > 0);
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		pose[i] = last.before.unit[i].pose;
	for (uint16_t i = 0; i < last.count; i++)
		pose[last.step[i].unit] = last.step[i].to;
	for (pn_unit_id i = 0; i < view->unit_count; i++)
		cr_expect(is_same_pose(pose[i], view->unit[i].pose), "unit %u", i);
	return true;
}

/* Take the last command back whenever that is lawful, one time in three. */
static void undo_at_times(struct host *host, const struct hosted_game *hosted,
			  struct random_source *random)
{
	for (pn_side side = 0; side < PN_SIDES; side++) {
		struct snapshot *state = host_state(host, hosted);
		const struct pn_command undo = {.kind = PN_COMMAND_UNDO};
		bool may = pn_check(snapshot_view(state, side), side, &undo).code == PN_LAWFUL;

		snapshot_release(state);
		if (may && random_one_in(random, 3)) {
			struct job job = host_act(host, hosted, side, &undo);

			cr_assert_eq(job.problem, PROBLEM_NONE);
			snapshot_release(job.snapshot);
		}
	}
}

Test(picture, the_last_move_is_what_was_moved_last)
{
	struct host host;
	struct pn_muster *muster = malloc(sizeof(*muster));
	unsigned moved = 0;

	host_open(&host, NULL);
	for (uint32_t seed = 1; seed <= 4; seed++) {
		struct random_source random = {seed};

		host_muster(muster, seed % 2 ? PN_METHOD_SEALED : PN_METHOD_LOSER_FIRST);
		struct hosted_game hosted = host_game(&host, muster);

		while (host_step(&host, &hosted, &random)) {
			struct snapshot *state = host_state(&host, &hosted);

			for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++)
				moved += expect_last_move(state, viewer);
			snapshot_release(state);
			undo_at_times(&host, &hosted, &random);
		}
	}
	cr_expect(moved > 30, "%u", moved);
	host_close(&host);
	free(muster);
}

/* ---- the renderer ---- */

static pthread_mutex_t closed = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint drawn;

static void wait_at_door(struct render_job *render)
{
	pthread_mutex_lock(&closed);
	pthread_mutex_unlock(&closed);
	atomic_fetch_add(&drawn, 1);
}

Test(picture, the_queue_of_the_renderer_has_an_end)
{
	enum { ASKED = RENDERER_QUEUE_MAX + 8 };
	struct host host;
	struct renderer *renderer;
	struct pn_muster *muster = malloc(sizeof(*muster));
	static struct render_job render[ASKED];
	static struct text picture[ASKED];
	unsigned taken = 0;

	host_open(&host, NULL);
	host_muster(muster, PN_METHOD_LOSER_FIRST);
	struct hosted_game hosted = host_game(&host, muster);
	struct snapshot *state = host_state(&host, &hosted);

	cr_assert_eq(renderer_create(&renderer), 0);
	pthread_mutex_lock(&closed);
	for (int i = 0; i < ASKED; i++) {
		render[i] = (struct render_job){.snapshot = state,
						.language = words_liked(NULL),
						.viewer = PN_PUBLIC,
						.seq = snapshot_tip(state, PN_PUBLIC).seq,
						.done = wait_at_door,
						.picture = &picture[i]};
		taken += renderer_submit(renderer, &render[i]);
	}
	cr_expect(taken >= RENDERER_QUEUE_MAX && taken <= RENDERER_QUEUE_MAX + 1, "%u", taken);
	pthread_mutex_unlock(&closed);
	for (int i = 0; i < 5000 && drawn < taken; i++)
		usleep(1000);
	cr_expect_eq(drawn, taken);

	/* One drawing served them all, and serves who comes later. */
	struct text again = TEXT_EMPTY;
	struct render_job later = {.snapshot = state,
				   .language = words_liked(NULL),
				   .viewer = PN_PUBLIC,
				   .seq = snapshot_tip(state, PN_PUBLIC).seq,
				   .picture = &again};

	cr_assert(renderer_find(renderer, &later));
	cr_expect_str_eq(again.bytes, picture[0].bytes);
	later.language = words_liked("de");
	cr_expect_not(renderer_find(renderer, &later));
	later.language = words_liked("en");
	later.viewer = PN_RED;
	cr_expect_not(renderer_find(renderer, &later));
	later.viewer = PN_PUBLIC;
	later.format = PICTURE_PNG;
	cr_expect_not(renderer_find(renderer, &later));
	renderer_destroy(renderer);
	for (int i = 0; i < ASKED; i++)
		text_free(&picture[i]);
	text_free(&again);
	snapshot_release(state);
	host_close(&host);
	free(muster);
}
