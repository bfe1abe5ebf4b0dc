/* Angles: sine, bearing, the way from one angle to another.
 *
 * A quarter turn is 16384 units = 128 coarse steps of 128 fine ones. The sine of
 * the sum of one of each follows from the sines of both:
 *
 *	sin(c + f) = sin c cos f + cos c sin f
 *
 * so 385 numbers serve for 65536 angles, and the other three quarters mirror the
 * first. Each number is rounded to half a unit of 2^-30; two products add up to
 * at most 1.21 units, the last rounding to half of one more: 1.71 in all. */

#include "pennon/geometry.h"

#define QUARTER 16384
#define STEPS 128
#define ANGLES_A_RADIAN 10430

/* coarse_sine[i] = round(2^30 sin(2 pi i 128 / 65536)). The cosine is the same
 * table read backwards. */
static const int32_t coarse_sine[STEPS + 1] = {
	0,          13176464,   26350943,   39521455,   52686014,   65842639,   78989349,
	92124163,   105245103,  118350194,  131437462,  144504935,  157550647,  170572633,
	183568930,  196537583,  209476638,  222384147,  235258165,  248096755,  260897982,
	273659918,  286380643,  299058239,  311690799,  324276419,  336813204,  349299266,
	361732726,  374111709,  386434353,  398698801,  410903207,  423045732,  435124548,
	447137835,  459083786,  470960600,  482766489,  494499676,  506158392,  517740883,
	529245404,  540670223,  552013618,  563273883,  574449320,  585538248,  596538995,
	607449906,  618269338,  628995660,  639627258,  650162530,  660599890,  670937767,
	681174602,  691308855,  701339000,  711263525,  721080937,  730789757,  740388522,
	749875788,  759250125,  768510122,  777654384,  786681534,  795590213,  804379079,
	813046808,  821592095,  830013654,  838310216,  846480531,  854523370,  862437520,
	870221790,  877875009,  885396022,  892783698,  900036924,  907154608,  914135678,
	920979082,  927683790,  934248793,  940673101,  946955747,  953095785,  959092290,
	964944360,  970651112,  976211688,  981625251,  986890984,  992008094,  996975812,
	1001793390, 1006460100, 1010975242, 1015338134, 1019548121, 1023604567, 1027506862,
	1031254418, 1034846671, 1038283080, 1041563127, 1044686319, 1047652185, 1050460278,
	1053110176, 1055601479, 1057933813, 1060106826, 1062120190, 1063973603, 1065666786,
	1067199483, 1068571464, 1069782521, 1070832474, 1071721163, 1072448455, 1073014240,
	1073418433, 1073660973, 1073741824,
};

/* fine_sine[i] = round(2^30 sin(2 pi i / 65536)) */
static const int32_t fine_sine[STEPS] = {
	0,        102944,   205887,   308831,   411775,   514719,   617662,   720606,   823550,
	926493,   1029437,  1132381,  1235324,  1338268,  1441211,  1544155,  1647099,  1750042,
	1852986,  1955929,  2058873,  2161816,  2264760,  2367703,  2470647,  2573590,  2676534,
	2779477,  2882420,  2985364,  3088307,  3191250,  3294193,  3397137,  3500080,  3603023,
	3705966,  3808909,  3911852,  4014795,  4117738,  4220681,  4323624,  4426567,  4529510,
	4632452,  4735395,  4838338,  4941281,  5044223,  5147166,  5250108,  5353051,  5455993,
	5558935,  5661878,  5764820,  5867762,  5970704,  6073646,  6176588,  6279530,  6382472,
	6485414,  6588356,  6691298,  6794239,  6897181,  7000123,  7103064,  7206005,  7308947,
	7411888,  7514829,  7617770,  7720712,  7823653,  7926594,  8029534,  8132475,  8235416,
	8338357,  8441297,  8544238,  8647178,  8750118,  8853059,  8955999,  9058939,  9161879,
	9264819,  9367759,  9470698,  9573638,  9676578,  9779517,  9882456,  9985396,  10088335,
	10191274, 10294213, 10397152, 10500091, 10603030, 10705968, 10808907, 10911845, 11014784,
	11117722, 11220660, 11323598, 11426536, 11529474, 11632411, 11735349, 11838287, 11941224,
	12044161, 12147098, 12250036, 12352972, 12455909, 12558846, 12661783, 12764719, 12867655,
	12970592, 13073528,
};

/* fine_cosine[i] = round(2^30 cos(2 pi i / 65536)) */
static const int32_t fine_cosine[STEPS] = {
	1073741824, 1073741819, 1073741804, 1073741780, 1073741745, 1073741701, 1073741646,
	1073741582, 1073741508, 1073741424, 1073741331, 1073741227, 1073741113, 1073740990,
	1073740857, 1073740714, 1073740561, 1073740398, 1073740225, 1073740043, 1073739850,
	1073739648, 1073739436, 1073739213, 1073738982, 1073738740, 1073738488, 1073738227,
	1073737955, 1073737674, 1073737383, 1073737082, 1073736771, 1073736450, 1073736119,
	1073735779, 1073735429, 1073735068, 1073734698, 1073734318, 1073733928, 1073733529,
	1073733119, 1073732700, 1073732270, 1073731831, 1073731382, 1073730923, 1073730454,
	1073729976, 1073729487, 1073728989, 1073728480, 1073727962, 1073727434, 1073726896,
	1073726348, 1073725791, 1073725223, 1073724646, 1073724059, 1073723462, 1073722855,
	1073722238, 1073721611, 1073720975, 1073720328, 1073719672, 1073719006, 1073718329,
	1073717644, 1073716948, 1073716242, 1073715527, 1073714801, 1073714066, 1073713321,
	1073712566, 1073711801, 1073711026, 1073710241, 1073709447, 1073708643, 1073707828,
	1073707004, 1073706170, 1073705326, 1073704473, 1073703609, 1073702736, 1073701852,
	1073700959, 1073700056, 1073699143, 1073698220, 1073697288, 1073696345, 1073695393,
	1073694431, 1073693458, 1073692476, 1073691484, 1073690483, 1073689471, 1073688450,
	1073687418, 1073686377, 1073685326, 1073684265, 1073683194, 1073682113, 1073681023,
	1073679922, 1073678812, 1073677692, 1073676562, 1073675422, 1073674272, 1073673113,
	1073671943, 1073670764, 1073669574, 1073668375, 1073667166, 1073665947, 1073664719,
	1073663480, 1073662232,
};

int32_t pn_sine(pn_angle angle)
{
	int32_t within = angle % QUARTER;
	if (angle & QUARTER)
		within = QUARTER - within;
	int32_t coarse = within / STEPS;
	int32_t fine = within % STEPS;
	int64_t sum = (int64_t)coarse_sine[coarse] * fine_cosine[fine] +
		      (int64_t)coarse_sine[STEPS - coarse] * fine_sine[fine];
	int32_t size = (int32_t)((sum + PN_SINE_ONE / 2) / PN_SINE_ONE);
	return angle >= PN_TURN_HALF ? -size : size;
}

int32_t pn_cosine(pn_angle angle)
{
	return pn_sine((pn_angle)(angle + QUARTER));
}

/* Positive when the direction lies clockwise of (sine, cosine). */
static int64_t side_of(pn_vec direction, int64_t sine, int64_t cosine)
{
	return direction.x * cosine - direction.y * sine;
}

struct heading {
	uint32_t angle;
	int64_t sine, cosine;
};

static struct heading heading_at(uint32_t angle)
{
	return (struct heading){angle, pn_sine((pn_angle)angle), pn_cosine((pn_angle)angle)};
}

/* The last angle that the direction, of the first quarter, is at or past, and the next, from
 * a coarse step on. How far it lies off that step says which, to within one or two. */
static void find_fine_step(pn_vec direction, uint32_t coarse, struct heading *last,
			   struct heading *next)
{
	int64_t sine = coarse_sine[coarse];
	int64_t cosine = coarse_sine[STEPS - coarse];
	int64_t across = side_of(direction, sine, cosine);
	int64_t along = direction.x * sine + direction.y * cosine;

	*last = heading_at(coarse * STEPS + (uint32_t)(across / (along / ANGLES_A_RADIAN + 1)));
	while (side_of(direction, last->sine, last->cosine) < 0)
		*last = heading_at(last->angle - 1);
	*next = heading_at(last->angle + 1);
	while (side_of(direction, next->sine, next->cosine) >= 0) {
		*last = *next;
		*next = heading_at(last->angle + 1);
	}
}

pn_angle pn_bearing(pn_vec direction)
{
	if (direction.x == 0 && direction.y == 0)
		return 0;
	uint32_t quarter = 0;
	while (direction.x < 0 || direction.y <= 0) {
		direction = (pn_vec){-direction.y, direction.x};
		quarter += QUARTER;
	}
	/* The direction is at or past `low`, and short of `high`, in coarse steps, whose sines
	 * lie in the table. */
	uint32_t low = 0;
	uint32_t high = STEPS;
	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;
		if (side_of(direction, coarse_sine[middle], coarse_sine[STEPS - middle]) >= 0)
			low = middle;
		else
			high = middle;
	}
	struct heading last;
	struct heading next;
	find_fine_step(direction, low, &last, &next);
	/* The sum of two unit vectors points midway between them. */
	int64_t side = side_of(direction, last.sine + next.sine, last.cosine + next.cosine);
	pn_angle before = (pn_angle)(quarter + last.angle);
	pn_angle after = (pn_angle)(quarter + next.angle);
	if (side == 0)
		return before < after ? before : after;
	return side > 0 ? after : before;
}

int32_t pn_turn_between(pn_angle from, pn_angle to)
{
	int32_t turn = (pn_angle)(to - from);
	return turn < PN_TURN_HALF ? turn : turn - 2 * PN_TURN_HALF;
}
