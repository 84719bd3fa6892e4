#include "demo/pack.h"

#include "demo/visits.h"
#include "model/when.h"
#include "wire/object_line.h"

#include <string.h>

enum { VISIT_DAYS = 30, AMOUNT_DIGITS_MAX = 9, QUOTED_BYTES_MAX = 60 };

/* Few files contain visit times, so the visits are computed when first needed. */
static int64_t
time_of_visit(struct time_placeholder_clock *clock, int64_t visit)
{
	if (!clock->has_visits)
		visits_spread(
		    clock->visit_times, TIME_PLACEHOLDER_VISIT_COUNT, clock->now, VISIT_DAYS);
	clock->has_visits = true;
	return clock->visit_times[visit - 1];
}

/* Skips a word at the beginning of the text. Returns false if the text begins differently. */
static bool
skip_word(struct str *rest, const char *word)
{
	struct str w = str_of(word);
	if (!str_starts(*rest, w))
		return false;
	*rest = str_sub(*rest, w.n, SIZE_MAX);
	return true;
}

static bool
is_digit(struct str rest)
{
	return rest.n && rest.p[0] >= '0' && rest.p[0] <= '9';
}

static bool
read_number(struct str *rest, int64_t *number)
{
	size_t n = 0;
	while (is_digit(str_sub(*rest, n, 1)))
		n++;
	bool ok = n <= AMOUNT_DIGITS_MAX && str_to_int64(str_sub(*rest, 0, n), number);
	*rest = str_sub(*rest, n, SIZE_MAX);
	return ok;
}

/* Parses an amount such as "18m". */
static bool
read_amount(struct str *rest, int64_t *ms)
{
	/* "ms" must come before its prefix "m" */
	static const struct {
		const char *unit;
		int64_t ms;
	} units[] = { { "ms", 1 }, { "s", 1000 }, { "m", 60000 }, { "h", 3600000 },
		{ "d", WHEN_DAY } };
	if (!read_number(rest, ms))
		return false;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (skip_word(rest, units[i].unit)) {
			*ms *= units[i].ms;
			return true;
		}
	return false;
}

static bool
read_base(struct str *rest, struct time_placeholder_clock *clock, int64_t *t)
{
	int64_t visit;
	*t = clock->now;
	if (skip_word(rest, "now"))
		return true;
	*t = when_start_of_day(clock->now);
	if (skip_word(rest, "midnight"))
		return true;
	if (!skip_word(rest, "visit ") || !read_number(rest, &visit) || visit < 1 ||
	    visit > TIME_PLACEHOLDER_VISIT_COUNT)
		return false;
	*t = time_of_visit(clock, visit);
	return true;
}

/* True if the year has at most four digits. */
static bool
has_four_digit_year(int64_t t)
{
	int year = when_split(t).year;
	return year >= 0 && year <= 9999;
}

/* Parses the text between the braces of a placeholder. */
static bool
time_placeholder_parse(struct str rest, struct time_placeholder_clock *clock, int64_t *t)
{
	if (!read_base(&rest, clock, t))
		return false;
	while (rest.n && has_four_digit_year(*t)) {
		int64_t sign = rest.p[0] == '-' ? -1 : 1, amount;
		if (!skip_word(&rest, "-") && !skip_word(&rest, "+"))
			return false;
		do {
			if (!read_amount(&rest, &amount))
				return false;
			*t += sign * amount;
		} while (has_four_digit_year(*t) && is_digit(rest));
	}
	return rest.n == 0 && has_four_digit_year(*t);
}

/* The index of the next string that begins with {, or SIZE_MAX. In valid JSON a quote directly
 * before { begins a string, unless a backslash precedes it. Searching for braces is faster,
 * since there are fewer of them than quotes. */
static size_t
time_placeholder_find(struct str json)
{
	for (size_t from = 0;;) {
		size_t at = str_find_char(str_sub(json, from, SIZE_MAX), '{');
		if (at == SIZE_MAX)
			return at;
		at += from;
		if (at && json.p[at - 1] == '"' && (at == 1 || json.p[at - 2] != '\\'))
			return at - 1;
		from = at + 1;
	}
}

bool
time_placeholder_fill(
    struct buf *out, struct str json, struct time_placeholder_clock *clock, struct err *err)
{
	for (;;) {
		int64_t t;
		size_t at = time_placeholder_find(json);
		buf_adds(out, str_sub(json, 0, at));
		if (at == SIZE_MAX)
			return true;
		struct str text = str_sub(json, at + 1, SIZE_MAX);
		text = str_sub(text, 0, str_find_char(text, '"'));
		if (!str_ends(text, STR("}")) ||
		    !time_placeholder_parse(str_sub(text, 1, text.n - 2), clock, &t))
			return err_set(err, ERR_INVALID,
			    "\"%.*s\" is not a time: write \"{now-18m}\", "
			    "\"{midnight-6d+6h40m}\" or \"{visit 37}\"",
			    (int)(text.n < QUOTED_BYTES_MAX ? text.n : QUOTED_BYTES_MAX), text.p);
		buf_addc(out, '"');
		when_write(out, t);
		buf_addc(out, '"');
		json = str_sub(json, at + text.n + 2, SIZE_MAX);
	}
}

/* The files with the items of each kind: those of the tour, and the awkward cases. */
static const struct pack_file {
	const char *tour_file, *awkward_file;
	enum demo_kind kind;
	bool awkward_includes_tour; /* the `awkward` pack includes the tour's items */
} pack_files[] = {
	{ .kind = DEMO_SEGMENTS, .tour_file = "tour-segments", .awkward_file = "awkward-segments" },
	{ .kind = DEMO_PRODUCTS, .tour_file = "tour-products", .awkward_file = "awkward-products" },
	{ .kind = DEMO_ASSETS, .tour_file = "tour-assets", .awkward_file = "awkward-assets" },
	{ .kind = DEMO_CAMPAIGNS,
	    .tour_file = "tour-campaigns",
	    .awkward_file = "awkward-campaigns" },
	{ .kind = DEMO_OFFERS, .tour_file = "tour-offers", .awkward_file = "awkward-offers" },
	{ .kind = DEMO_JOURNEYS,
	    .tour_file = "tour-journeys",
	    .awkward_file = "awkward-journeys",
	    .awkward_includes_tour = true },
	{ .kind = DEMO_OWNERS, .tour_file = "tour-owners", .awkward_file = "awkward-owners" },
	{ .kind = DEMO_IDENTITIES,
	    .tour_file = "tour-identities",
	    .awkward_file = "awkward-identities" },
	{ .kind = DEMO_BASKETS, .tour_file = "tour-baskets", .awkward_file = "awkward-baskets" },
};

static bool
is_awkward(const char *pack)
{
	return strcmp(pack, "awkward") == 0;
}

bool
pack_is_known(const char *pack)
{
	return is_awkward(pack) || strcmp(pack, "tour") == 0;
}

struct pack_reader {
	const struct demo_request *request;
	struct time_placeholder_clock clock;
	struct buf json; /* reused for each item */
};

static bool
pack_read_line(struct pack_reader *r, enum demo_kind kind, struct str text, struct err *err)
{
	struct object_line line;
	if (!object_line_read(&line, text, err))
		return false;
	if (demo_find_kind(line.kind) != kind)
		return err_set(err, ERR_INVALID, "its kind is \"%s\", and the file's is \"%s\"",
		    line.kind, demo_kind_name(kind));
	buf_reset(&r->json);
	if (!time_placeholder_fill(&r->json, line.item, &r->clock, err))
		return false;
	const struct demo_item item = {
		.kind = kind, .unpublished = !line.published, .json = buf_str(&r->json)
	};
	return r->request->on_item(r->request->ctx, &item, err);
}

static bool
pack_read_file(struct pack_reader *r, enum demo_kind kind, const char *name, struct err *err)
{
	const char *text = embedded_find(embedded_packs, name);
	struct str rest = str_of(text), line;
	if (!text)
		return err_set(err, ERR_INVALID, "there is no file %s.jsonl", name);
	for (size_t n = 1; str_next(&rest, '\n', &line); n++)
		if (line.n && !pack_read_line(r, kind, line, err)) {
			err_prefix(err, "%s.jsonl, line %zu", name, n);
			return false;
		}
	return true;
}

bool
pack_read(const char *pack, const struct demo_request *request, struct err *err)
{
	struct pack_reader r = { .request = request, .clock = { .now = request->now } };
	bool awkward = is_awkward(pack), ok = true;
	for (size_t i = 0; ok && i < sizeof(pack_files) / sizeof(*pack_files); i++) {
		const struct pack_file *file = &pack_files[i];
		if (!(request->kinds & file->kind))
			continue;
		if (!awkward || !file->awkward_includes_tour)
			ok = pack_read_file(&r, file->kind, file->tour_file, err);
		if (ok && awkward)
			ok = pack_read_file(&r, file->kind, file->awkward_file, err);
	}
	buf_free(&r.json);
	return ok;
}
