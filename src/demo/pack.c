#include "demo/pack.h"

#include "demo/time_placeholder.h"
#include "wire/object_line.h"

#include <string.h>

/* The files with the items of each kind: those of the tour, and the awkward cases. */
static const struct pack_file {
	const char *tour, *awkward;
	enum demo_kind kind;
	bool whole; /* `awkward` includes the tour's items */
} pack_files[] = {
	{ .kind = DEMO_SEGMENTS, .tour = "tour-segments", .awkward = "awkward-segments" },
	{ .kind = DEMO_PRODUCTS, .tour = "tour-products", .awkward = "awkward-products" },
	{ .kind = DEMO_ASSETS, .tour = "tour-assets", .awkward = "awkward-assets" },
	{ .kind = DEMO_CAMPAIGNS, .tour = "tour-campaigns", .awkward = "awkward-campaigns" },
	{ .kind = DEMO_OFFERS, .tour = "tour-offers", .awkward = "awkward-offers" },
	{ .kind = DEMO_JOURNEYS,
	    .tour = "tour-journeys",
	    .awkward = "awkward-journeys",
	    .whole = true },
	{ .kind = DEMO_OWNERS, .tour = "tour-owners", .awkward = "awkward-owners" },
	{ .kind = DEMO_IDENTITIES, .tour = "tour-identities", .awkward = "awkward-identities" },
	{ .kind = DEMO_BASKETS, .tour = "tour-baskets", .awkward = "awkward-baskets" },
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
	return r->request->take(r->request->ctx, &item, err);
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
		if (!awkward || !file->whole)
			ok = pack_read_file(&r, file->kind, file->tour, err);
		if (ok && awkward)
			ok = pack_read_file(&r, file->kind, file->awkward, err);
	}
	buf_free(&r.json);
	return ok;
}
