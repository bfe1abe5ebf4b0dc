/* How many models come to stand in contact (T9-88): those of the front rank, and those of the
 * unit that is charged.
 *
 * As one of the two units sees it, the other reaches over some of its files and some of its
 * ranks. No base elsewhere can touch it, and their number is a bound that costs little; what
 * is within that block is looked at base by base. */

#include "convex_parts.h"
#include "t9_search.h"

/* Ranks and files, the last included; none when a first is past its last. */
struct block {
	int32_t rank, last_rank;
	int32_t file, last_file;
};

/* A touch, and what rounding puts a base's corners out by. */
enum { SLACK = PN_TOUCH + 2 };

/* The numbers from 0 to `most` whose multiples of the pitch lie from `from` to `to`. */
static void put_range(int32_t *first, int32_t *last, int64_t from, int64_t to, int32_t pitch,
		      int32_t most)
{
	*first = from <= 0 ? 0 : (int32_t)((from + pitch - 1) / pitch);
	*last = to < 0 ? -1 : to / pitch < most ? (int32_t)(to / pitch) : most;
}

/* From the first to the last of a shape's corners along a direction. */
struct span {
	int64_t low, high;
};

static struct span span_of(const struct pn_shape *shape, pn_vec from, int64_t sine, int64_t cosine)
{
	struct span span = {INT64_MAX, INT64_MIN};

	for (uint8_t i = 0; i < shape->count; i++) {
		const pn_vec at = pn_subtract(shape->point[i], from);
		const int64_t along = at.x * sine + at.y * cosine;

		span.low = along < span.low ? along : span.low;
		span.high = along > span.high ? along : span.high;
	}
	return (struct span){span.low / PN_SINE_ONE - SLACK, span.high / PN_SINE_ONE + SLACK};
}

static struct block block_facing(pn_pose pose, struct pn_formation formation,
				 const struct pn_shape *other)
{
	const struct pn_axes axes = pn_axes_of(pose.facing);
	const struct span ahead = span_of(other, pose.at, axes.sine, axes.cosine);
	const struct span right = span_of(other, pose.at, axes.cosine, -(int64_t)axes.sine);
	const pn_len half = pn_frontage(formation) / 2 + 1;
	const pn_len width = formation.base_width + formation.gap;
	const pn_len depth = formation.base_depth + formation.gap;
	struct block block;

	put_range(&block.rank, &block.last_rank, -ahead.high - formation.base_depth, -ahead.low,
		  depth, (formation.figures - 1) / formation.files);
	put_range(&block.file, &block.last_file, right.low + half - 1 - formation.base_width,
		  right.high + half, width, formation.files - 1);
	return block;
}

/* How many of the first `models` stand in the block. */
static int32_t models_in(const struct block *block, int32_t files, int32_t models)
{
	int32_t count = 0;

	for (int32_t rank = block->rank; rank <= block->last_rank; rank++) {
		const int32_t last = models - 1 - rank * files;
		const int32_t last_file = last < block->last_file ? last : block->last_file;

		count += last_file >= block->file ? last_file - block->file + 1 : 0;
	}
	return count;
}

static uint16_t front_rank(const struct pn_unit *unit)
{
	return unit->files < unit->figures ? unit->files : unit->figures;
}

static int32_t most_touching(const struct pn_unit *unit, pn_pose pose, uint16_t models,
			     const struct pn_shape *other)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct block block = block_facing(pose, formation, other);

	return models_in(&block, formation.files, models);
}

static uint16_t models_touching(const struct pn_unit *unit, pn_pose pose, uint16_t models,
				const struct pn_shape *other)
{
	const struct pn_formation formation = pn_unit_formation(unit);
	const struct block block = block_facing(pose, formation, other);
	uint16_t count = 0;

	for (int32_t rank = block.rank; rank <= block.last_rank; rank++)
		for (int32_t file = block.file; file <= block.last_file; file++) {
			const int32_t model = rank * formation.files + file;
			struct pn_shape base;

			if (model >= models)
				break;
			base = pn_figure_base(pose, formation, (uint16_t)model);
			count = (uint16_t)(count + pn_shapes_touch(&base, other));
		}
	return count;
}

int32_t t9_most_models(const struct t9_search *search, const struct t9_way *way)
{
	const struct pn_shape other = t9_boundary_at(search->target, way->target);
	const struct pn_shape own = t9_boundary_at(search->unit, way->lie);

	return most_touching(search->unit, way->lie, front_rank(search->unit), &other) +
	       most_touching(search->target, way->target, search->target->figures, &own);
}

uint16_t t9_models(const struct t9_search *search, const struct t9_way *way)
{
	const struct pn_shape other = t9_boundary_at(search->target, way->target);
	const struct pn_shape own = t9_boundary_at(search->unit, way->lie);

	return (uint16_t)(models_touching(search->unit, way->lie, front_rank(search->unit),
					  &other) +
			  models_touching(search->target, way->target, search->target->figures,
					  &own));
}

/* ---- however they lie ---- */

/* Of so many bases side by side, how many a stretch of such a length can touch: those that it
 * covers, and one more at either end. */
static int32_t bases_along(pn_len length, pn_len base, pn_len gap, int32_t bases)
{
	const int32_t most = (length + 2 * SLACK) / (base + gap) + 2;

	return most < bases ? most : bases;
}

int32_t t9_models_possible(const struct t9_asked *asked)
{
	const struct pn_formation own = t9_formation(&asked->view->unit[asked->unit]);
	const struct pn_formation other = t9_formation(&asked->view->unit[asked->target]);
	const bool flank = asked->facing == PN_FACING_LEFT || asked->facing == PN_FACING_RIGHT;

	if (asked->facing == T9_ANY_FACING)
		return INT32_MAX;
	return bases_along(flank ? pn_depth(other) : pn_frontage(other), own.base_width, own.gap,
			   own.files) +
	       bases_along(pn_frontage(own), flank ? other.base_depth : other.base_width, other.gap,
			   flank ? other.figures / other.files : other.files);
}
