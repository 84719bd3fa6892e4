#include "service/demo/load.h"

#include "base/clock.h"
#include "base/index.h"
#include "wire/basket.h"
#include "wire/item.h"
#include "wire/object_line.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct loaded_object {
	struct store_tx *tx;
	struct arena arena;
	struct str json;
	bool published;
	enum store_list list; /* for catalog items */
	struct str key;       /* unique key among objects of its kind */
};

/* Imported values are sent to clients, so they must match the contract. */
static bool
is_text_or_absent(struct str json, const char *name)
{
	struct str value = member_find(json, str_of(name));
	return !value.p || json_is_string(value);
}

static bool
put_item(struct loaded_object *o, struct err *err)
{
	struct item_head head;
	item_head_read(&head, &o->arena, o->json);
	struct store_item item = { .list = o->list,
		.path = head.path,
		.id = head.id,
		.modified = head.modified,
		.published = o->published,
		.json = o->json };
	o->key = arena_printf(&o->arena, "%.*s\n%.*s", STR_ARG(head.path), STR_ARG(head.id));
	if (head.path.n == 0)
		return err_set(err, ERR_INVALID, "the item has no path");
	if (!is_text_or_absent(o->json, "id"))
		return err_set(err, ERR_INVALID, "its id must be a string");
	return store_put_item(o->tx, &item, NULL, err);
}

static bool
put_journeys(struct loaded_object *o, struct err *err)
{
	struct store_item item = { .list = STORE_JOURNEYS,
		.path = STR("/journeys"),
		.id = STR("journeys"),
		.modified = WHEN_NONE,
		.published = true,
		.json = o->json };
	return store_put_item(o->tx, &item, NULL, err);
}

static bool
put_basket(struct loaded_object *o, struct err *err)
{
	struct basket b;
	struct str completed = member_find(o->json, STR("completed"));
	if (!basket_read(&b, &o->arena, o->json, 0, err))
		return false;
	if (!json_is_string(member_find(o->json, STR("id"))))
		return err_set(err, ERR_INVALID, "its id must be a string");
	if (completed.p && !str_eqz(completed, "true") && !str_eqz(completed, "false"))
		return err_set(err, ERR_INVALID, "its completed must be true or false");
	o->key = b.id;
	struct store_basket basket = {
		.created = b.created, .id = b.id, .completed = b.completed, .json = o->json
	};
	return store_put_basket(o->tx, &basket, err);
}

static bool
read_text(
    struct loaded_object *o, struct str *out, struct str object, const char *name, struct err *err)
{
	struct buf text = { 0 };
	bool ok = member_read_text(&text, object, str_of(name)) && text.n > 0;
	*out = arena_str(&o->arena, buf_str(&text));
	buf_free(&text);
	return ok || err_set(err, ERR_INVALID, "its %s must be a string", name);
}

static bool
put_owner(struct loaded_object *o, struct err *err)
{
	struct str id, root;
	if (!read_text(o, &id, o->json, "id", err) || !read_text(o, &root, o->json, "root", err))
		return false;
	o->key = id;
	return store_put_owner(o->tx, id, root, err);
}

static bool
put_identity(struct loaded_object *o, struct err *err)
{
	struct str iss, sub, owner, status, created;
	struct str data = member_find(o->json, STR("data"));
	if (!read_text(o, &iss, data, "iss", err) || !read_text(o, &sub, data, "sub", err) ||
	    !read_text(o, &owner, o->json, "owner", err) ||
	    !read_text(o, &status, o->json, "status", err) ||
	    !read_text(o, &created, o->json, "created", err))
		return false;
	struct store_link link = { .iss = iss,
		.sub = sub,
		.owner = owner,
		.state = str_eqz(status, "active") ? LINK_ACTIVE : LINK_REMOVED,
		.linked_by = STR(""),
		.json = o->json };
	o->key = arena_printf(&o->arena, "%.*s\n%.*s", STR_ARG(iss), STR_ARG(sub));
	if (!when_parse(created, &link.linked_at))
		link.linked_at = WHEN_NONE;
	return store_put_link(o->tx, &link, err);
}

static const struct {
	const char *kind;
	bool (*put)(struct loaded_object *o, struct err *err);
	enum store_list list;
} object_kinds[] = {
	{ "campaign", put_item, STORE_CAMPAIGNS },
	{ "offer", put_item, STORE_OFFERS },
	{ "asset", put_item, STORE_ASSETS },
	{ "product", put_item, STORE_PRODUCTS },
	{ "segment", put_item, STORE_SEGMENTS },
	{ "journeys", put_journeys, STORE_JOURNEYS },
	{ "basket", put_basket, 0 },
	{ "owner", put_owner, 0 },
	{ "identity", put_identity, 0 },
};

/* Stores an object according to its kind. The caller frees its arena. */
static bool
put_object(struct loaded_object *o, const char *kind, struct err *err)
{
	for (size_t i = 0; i < sizeof(object_kinds) / sizeof(*object_kinds); i++) {
		if (strcmp(object_kinds[i].kind, kind) != 0)
			continue;
		o->list = object_kinds[i].list;
		return object_kinds[i].put(o, err);
	}
	return err_set(err, ERR_INVALID, "there is no kind \"%.40s\"", kind);
}

bool
load_object(struct store_tx *tx, const char *kind, bool published, struct str json, struct err *err)
{
	struct loaded_object o = { .tx = tx, .json = json, .published = published };
	bool ok = put_object(&o, kind, err);
	arena_free(&o.arena);
	return ok;
}

/* ---- lines ---- */

enum { READ_CHUNK_SIZE = 1 << 16 };

_Static_assert((int)OBJECT_LINE_SIZE_MAX > (int)STORE_ITEM_SIZE_MAX,
    "OBJECT_LINE_MAX must exceed the largest item");

struct object_load {
	struct store_tx *tx;
	struct buf bytes;
	struct index *keys; /* keys of the objects stored so far */
	load_fault_fn *on_error;
	void *ctx;
	size_t line, error_count;
	struct load_counts counts;
};

static bool
load_object_line(struct object_load *l, struct str text, struct err *err)
{
	struct object_line line;
	if (!object_line_read(&line, text, err))
		return false;
	struct loaded_object o = { .tx = l->tx, .json = line.item, .published = line.published };
	bool ok = put_object(&o, line.kind, err);
	if (ok) {
		struct str key = arena_printf(&o.arena, "%s\n%.*s", line.kind, STR_ARG(o.key));
		bool first = index_add(l->keys, key, 1) == UINT32_MAX;
		l->counts.objects += first;
		l->counts.replaced += !first;
	}
	arena_free(&o.arena);
	return ok;
}

/* Reports and skips an invalid line, to find further ones. A failure of the store ends the
 * import. */
static bool
load_next_line(struct object_load *l, struct str line, struct err *err)
{
	if (l->line == 1 && str_starts(line, STR("\xEF\xBB\xBF")))
		line = str_sub(line, 3, line.n);
	line = str_trim(line);
	if (!line.n)
		return true;
	if (load_object_line(l, line, err))
		return true;
	if (err->kind != ERR_INVALID && err->kind != ERR_PROTOCOL) {
		err_prefix(err, "line %zu", l->line);
		return false;
	}
	l->on_error(l->ctx, l->line, err->text);
	l->error_count++;
	return true;
}

/* Processes every complete line in the buffer and leaves the rest. */
static bool
load_buffered_lines(struct object_load *l, bool at_end, struct err *err)
{
	struct str rest = buf_str(&l->bytes);
	while (rest.n) {
		size_t end = str_find_char(rest, '\n');
		if (end == SIZE_MAX && !at_end)
			break;
		l->line++;
		if (!load_next_line(l, str_sub(rest, 0, end), err))
			return false;
		rest = end == SIZE_MAX ? STR("") : str_sub(rest, end + 1, SIZE_MAX);
	}
	memmove(l->bytes.p, rest.p, rest.n);
	l->bytes.n = rest.n;
	return l->bytes.n <= OBJECT_LINE_SIZE_MAX ||
	    err_set(err, ERR_INVALID, "line %zu: the line is longer than %d bytes", l->line + 1,
		OBJECT_LINE_SIZE_MAX);
}

static bool
load_from_fd(struct object_load *l, int fd, struct err *err)
{
	ssize_t got = 1;
	bool ok = true;
	while (ok && got != 0) {
		got = read(fd, buf_reserve(&l->bytes, READ_CHUNK_SIZE), READ_CHUNK_SIZE);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(err, ERR_IO, "cannot read: %s", strerror(errno));
		l->bytes.n += (size_t)got;
		ok = load_buffered_lines(l, got == 0, err);
	}
	return ok &&
	    (!l->error_count ||
		err_set(err, ERR_INVALID, "%zu %s wrong: nothing was written", l->error_count,
		    l->error_count == 1 ? "line is" : "lines are"));
}

static bool
append_import_audit(struct store_tx *tx, const char *who, size_t count, struct err *err)
{
	char detail[60];
	int n = snprintf(detail, sizeof(detail), "{\"objects\":%zu}", count);
	struct store_audit entry = { .recorded_at = clock_real(),
		.request_id = STR(""),
		.subject = str_of(who),
		.operation = STR("import"),
		.target = STR(""),
		.outcome = STR("done"),
		.detail = str_from(detail, (size_t)n) };
	return store_append_audit(tx, &entry, err);
}

bool
load_lines(struct store *store, int fd, const char *who, bool keep, load_fault_fn *fault, void *ctx,
    struct load_counts *counts, struct err *err)
{
	struct store_tx tx;
	struct object_load l = { .tx = &tx, .on_error = fault, .ctx = ctx };
	struct err ignored;
	*counts = (struct load_counts){ 0 };
	if (!store_begin(store, &tx, STORE_WRITE, err))
		return false;
	l.keys = index_new();
	bool ok = store_lock_chain(&tx, store_catalog_subject, err) && load_from_fd(&l, fd, err) &&
	    append_import_audit(&tx, who, l.counts.objects, err);
	index_free(l.keys);
	buf_free(&l.bytes);
	*counts = l.counts;
	if (ok)
		return store_end(&tx, keep, err);
	store_end(&tx, false, &ignored);
	return false;
}
