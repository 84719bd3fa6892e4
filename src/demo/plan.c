#include "demo/plan.h"

#include "demo/people.h"
#include "demo/rng.h"

#include <assert.h>
#include <string.h>

/* The 240 open baskets by each property (demo-data: shares in percent, largest remainders). */
static const unsigned char reach_counts[] = {
	[REACH_NOBODY] = 110,
	[REACH_MAIL] = 91,
	[REACH_IDENT] = 22,
	[REACH_MAIL_IDENT] = 17,
};
_Static_assert(sizeof(reach_counts) / sizeof(*reach_counts) == REACH_KINDS, "a row for every kind");
static const unsigned char channel_counts[] = {
	[DIRECT] = 98,
	[NEWSLETTER] = 46,
	[SOCIAL] = 34,
	[REFERRAL] = 26,
	[RESELLER] = 19,
	[AFFILIATE] = 17,
};
_Static_assert(
    sizeof(channel_counts) / sizeof(*channel_counts) == CHANNELS, "a row for every channel");
static const unsigned char checkout_counts[] = {
	[CHECKOUT_NEW] = 187,
	[CHECKOUT_UPDATE] = 34,
	[CHECKOUT_RENEWAL] = 19,
};
_Static_assert(
    sizeof(checkout_counts) / sizeof(*checkout_counts) == CHECKOUT_KINDS, "a row for every kind");
static const unsigned char link_counts[2] = { [false] = 168, [true] = 72 };
static const unsigned char trouble_counts[] = {
	[SOUND] = 222,
	[PRICE_CHANGED] = 6,
	[UNPUBLISHED] = 4,
	[DELETED] = 3,
	[WRONG_COUNTRY] = 5,
};
_Static_assert(
    sizeof(trouble_counts) / sizeof(*trouble_counts) == TROUBLES, "a row for every trouble");
enum { WITHOUT_UTM = 12 };

/* The other people with several baskets, from person 1 on: how many, and whether they are known
 * by e-mail (the first basket signed in too, of some) or by identity only. */
static const struct {
	unsigned char baskets, first, others;
} regulars[] = {
	{ 2, REACH_MAIL_IDENT, REACH_MAIL },
	{ 3, REACH_MAIL_IDENT, REACH_MAIL },
	{ 2, REACH_MAIL_IDENT, REACH_MAIL },
	{ 4, REACH_MAIL_IDENT, REACH_MAIL },
	{ 2, REACH_IDENT, REACH_IDENT },
	{ 2, REACH_IDENT, REACH_IDENT },
	{ 2, REACH_IDENT, REACH_IDENT },
	{ 3, REACH_MAIL, REACH_MAIL },
	{ 2, REACH_MAIL, REACH_MAIL },
	{ 5, REACH_MAIL, REACH_MAIL },
	{ 2, REACH_MAIL, REACH_MAIL },
	{ 3, REACH_MAIL, REACH_MAIL },
	{ 2, REACH_MAIL, REACH_MAIL },
	{ 2, REACH_MAIL, REACH_MAIL },
	{ 4, REACH_MAIL, REACH_MAIL },
	{ 3, REACH_MAIL, REACH_MAIL },
	{ 2, REACH_MAIL, REACH_MAIL },
	{ 2, REACH_MAIL, REACH_MAIL },
	{ 3, REACH_MAIL, REACH_MAIL },
	{ 2, REACH_MAIL, REACH_MAIL },
	{ 3, REACH_MAIL, REACH_MAIL },
};
enum { REGULARS = sizeof(regulars) / sizeof(*regulars), PERSON_NEWEST = 37 };

/* People whose abandoned basket was followed by one that they completed. */
static const unsigned char came_back[PLAN_COMPLETED] = { 1, 8, 10 };

/* Deals cards with these counts to the slots [from, PLAN_OPEN), of which `fixed` were given to
 * earlier slots already. */
static void
deal(unsigned char *cards, const char *word, const unsigned char *counts, size_t kinds,
    const unsigned char *fixed, size_t from)
{
	struct rng r = rng_start(word, 0);
	size_t n = 0;
	for (size_t kind = 0; kind < kinds; kind++)
		for (unsigned i = fixed[kind]; i < counts[kind]; i++)
			cards[from + n++] = (unsigned char)kind;
	assert(from + n == PLAN_OPEN);
	rng_shuffle(&r, cards + from, n);
}

static void
plan_stories(struct slot *slots)
{
	static const struct slot story[] = {
		[SLOT_NEWEST] = { .reach = REACH_MAIL, .channel = DIRECT, .person = PERSON_NEWEST },
		[SLOT_MARA] = { .reach = REACH_MAIL_IDENT,
		    .channel = DIRECT,
		    .person = PERSON_MARA },
		[SLOT_MARA + 1] = { .reach = REACH_MAIL_IDENT,
		    .channel = NEWSLETTER,
		    .person = PERSON_MARA },
		[SLOT_MARA + 2] = { .reach = REACH_MAIL, .channel = DIRECT, .person = PERSON_MARA },
	};
	memcpy(slots, story, sizeof(story));
}

/* Who: the regulars' baskets and those of people with one are shuffled among those of nobody. */
static void
plan_people(struct slot *slots)
{
	unsigned char cards[PLAN_OPEN], person[PLAN_OPEN] = { 0 }, reach[PLAN_OPEN] = { 0 };
	unsigned char left[REACH_KINDS];
	unsigned char next_person = REGULARS + 1;
	size_t n = 0;
	struct rng r = rng_start("people of baskets", 0);
	memcpy(left, reach_counts, sizeof(left));
	for (size_t i = 0; i < SLOT_SPIKE; i++)
		left[slots[i].reach]--;
	for (unsigned who = 0; who < REGULARS; who++)
		for (unsigned i = 0; i < regulars[who].baskets; i++, n++) {
			reach[n] = i ? regulars[who].others : regulars[who].first;
			person[n] = (unsigned char)(who + 1);
			left[reach[n]]--;
		}
	for (unsigned kind = 0; kind < REACH_KINDS; kind++)
		for (unsigned i = 0; i < left[kind]; i++, n++) {
			reach[n] = (unsigned char)kind;
			if (kind == REACH_NOBODY)
				continue;
			if (next_person == PERSON_NEWEST)
				next_person++;
			person[n] = next_person++;
		}
	assert(n == PLAN_OPEN - SLOT_SPIKE && next_person <= PEOPLE_MAX);
	for (size_t i = 0; i < n; i++)
		cards[i] = (unsigned char)i;
	rng_shuffle(&r, cards, n);
	for (size_t i = 0; i < n; i++) {
		slots[SLOT_SPIKE + i].reach = reach[cards[i]];
		slots[SLOT_SPIKE + i].person = person[cards[i]];
	}
}

static void
plan_properties(struct slot *slots)
{
	static const unsigned char new_fixed[CHECKOUT_KINDS] = { SLOT_SPIKE, 0, 0 };
	static const unsigned char link_fixed[2] = { SLOT_SPIKE, 0 };
	static const unsigned char trouble_fixed[TROUBLES] = { SLOT_REST };
	static const unsigned char channel_fixed[CHANNELS] = {
		[DIRECT] = 3,
		[NEWSLETTER] = 1 + SLOT_REST - SLOT_SPIKE,
	};
	unsigned char checkout[PLAN_OPEN], link[PLAN_OPEN], trouble[PLAN_OPEN], channel[PLAN_OPEN];
	unsigned char numbers[TROUBLES] = { 0 };
	deal(checkout, "checkout", checkout_counts, CHECKOUT_KINDS, new_fixed, SLOT_SPIKE);
	deal(link, "link", link_counts, 2, link_fixed, SLOT_SPIKE);
	deal(trouble, "trouble", trouble_counts, TROUBLES, trouble_fixed, SLOT_REST);
	deal(channel, "channel", channel_counts, CHANNELS, channel_fixed, SLOT_REST);
	for (size_t i = SLOT_SPIKE; i < PLAN_OPEN; i++) {
		slots[i].checkout = checkout[i];
		slots[i].relative_link = link[i];
		slots[i].channel = i < SLOT_REST ? NEWSLETTER : channel[i];
		slots[i].trouble = i < SLOT_REST ? SOUND : trouble[i];
		slots[i].trouble_number = numbers[slots[i].trouble]++;
	}
}

/* Who typed the address carries no campaign parameters. */
static void
plan_utm(struct slot *slots)
{
	unsigned left = WITHOUT_UTM;
	for (size_t i = SLOT_REST; i < PLAN_OPEN && left; i += 5)
		if (slots[i].channel == DIRECT) {
			slots[i].without_utm = true;
			left--;
		}
	assert(left == 0);
}

static void
plan_completed(struct slot *slots)
{
	for (size_t i = 0; i < PLAN_COMPLETED; i++)
		slots[PLAN_OPEN + i] = (struct slot){ .reach = REACH_MAIL,
			.channel = DIRECT,
			.person = came_back[i],
			.completed = true };
}

void
plan_make(struct slot *slots, int64_t now_ms)
{
	memset(slots, 0, PLAN_SLOTS * sizeof(*slots));
	plan_stories(slots);
	plan_people(slots);
	plan_properties(slots);
	plan_utm(slots);
	plan_completed(slots);
	plan_set_times(slots, now_ms);
}
