#include "contact/contact_log.h"

#include "app/account.h"
#include "app/state.h"
#include "model/when.h"

#include <string.h>

#define NOBODY UINT32_MAX

enum { ACTIVE_ENTRIES_MAX = 4096 };

static const char sent_file[] = "sent.jsonl";

/* ---- reading the log ---- */

static void
link_entry_to_name(struct contact_log *l, struct str name, uint32_t entry)
{
	struct contact_log_link link = { entry, index_get(l->index, name) };
	index_put(l->index, name, (uint32_t)l->links.n);
	vec_push(&l->links, link);
}

/* A basket starts with a space, which no hash does, so it never equals a person. */
static struct str
basket_name(struct buf *room, struct str basket)
{
	buf_reset(room);
	buf_addc(room, ' ');
	buf_adds(room, basket);
	return buf_str(room);
}

static void
add_contact_entry(struct contact_log *l, const struct contact_entry *o)
{
	uint32_t at = (uint32_t)l->entries.n;
	struct buf name = { 0 };
	vec_push(&l->entries, *o);
	for (size_t i = 0; i < o->person_hashes.n; i += CONTACT_HASH_DIGITS)
		link_entry_to_name(l, str_sub(o->person_hashes, i, CONTACT_HASH_DIGITS), at);
	if (o->basket_id.n)
		link_entry_to_name(l, basket_name(&name, o->basket_id), at);
	buf_free(&name);
	l->version++;
}

static void
add_lines(struct contact_log *l, struct str text,
    bool (*read)(struct contact_entry *o, struct arena *a, struct str line))
{
	struct str line;
	struct contact_entry o;
	while (text.n && str_next(&text, '\n', &line)) {
		if (!line.n)
			continue;
		if (read(&o, &l->text_arena, line))
			add_contact_entry(l, &o);
		else
			l->damaged_line_count++;
	}
}

/* Reads the file of earlier versions. They ignored malformed lines, so these are not reported. */
static bool
read_sent_file(struct contact_log *l, struct err *err)
{
	struct buf text = { 0 };
	bool ok = state_read(&text, sent_file, err);
	add_lines(l, buf_str(&text), contact_entry_read_sent);
	l->damaged_line_count = 0;
	buf_free(&text);
	return ok;
}

static void
clear_entries(struct contact_log *l)
{
	vec_free(&l->entries);
	vec_free(&l->links);
	index_clear(l->index);
	arena_free(&l->text_arena);
	l->damaged_line_count = l->key_checked_count = 0;
	l->version++;
}

static bool
has_hashes(const struct contact_log *l)
{
	for (size_t i = 0; i < l->entries.n; i++)
		if (l->entries.v[i].person_hashes.n)
			return true;
	return false;
}

/* Identifies the key in lines without revealing it. Computed when first needed, so that a
 * starting console draws its first frame without computing a digest. */
static const char *
get_hash_key_id(struct contact_log *l)
{
	unsigned char digest[DIGEST_SIZE];
	struct buf mark = { 0 };
	if (*l->hash_key_id)
		return l->hash_key_id;
	digest_hmac(str_from((const char *)l->hash_key, sizeof(l->hash_key)),
	    STR("the key of a contact log"), digest);
	hex_encode(&mark, digest, CONTACT_KEY_DIGITS / 2);
	memcpy(l->hash_key_id, buf_z(&mark), sizeof(l->hash_key_id));
	buf_free(&mark);
	return l->hash_key_id;
}

/* False if entries were recorded with another key: they would never match a person. */
static bool
check_key_matches_entries(struct contact_log *l, struct err *err)
{
	size_t others = 0;
	for (size_t i = l->key_checked_count; i < l->entries.n; i++)
		others += l->entries.v[i].hash_key_id.n &&
		    !str_eqz(l->entries.v[i].hash_key_id, get_hash_key_id(l));
	if (!others)
		l->key_checked_count = l->entries.n;
	return !others ||
	    err_set(err, ERR_CONFIG,
		"%s.key does not match %zu of the outcomes in its contact log, so their people "
		"are not known",
		l->file.path, others);
}

/* Loads the key if it exists. It is not required before the first entry with hashes. */
static bool
load_key_if_needed(struct contact_log *l, struct err *err)
{
	if (!l->has_hash_key && contact_log_file_read_key(&l->file, l->hash_key, err))
		l->has_hash_key = true;
	if (l->has_hash_key)
		return check_key_matches_entries(l, err);
	if (!has_hashes(l))
		return true;
	if (err->kind == ERR_NOT_FOUND)
		err_set(err, ERR_CONFIG,
		    "%s.key is missing: without it, the people in its contact log cannot be "
		    "identified",
		    l->file.path);
	return false;
}

bool
contact_log_refresh(struct contact_log *l, struct err *err)
{
	struct buf text = { 0 };
	bool anew, ok = true;
	if (!l->persistent)
		return true;
	if (!l->file.path || !contact_log_file_read(&l->file, &text, &anew, err)) {
		buf_free(&text);
		return l->file.path ? false : err_set(err, ERR_IO, "no folder for the contact log");
	}
	if (anew) {
		clear_entries(l);
		ok = read_sent_file(l, err);
	}
	add_lines(l, buf_str(&text), contact_entry_read);
	buf_free(&text);
	return load_key_if_needed(l, err) && ok;
}

bool
contact_log_init(struct contact_log *l, bool persistent, const char *path, struct err *err)
{
	*l = (struct contact_log){ .index = index_new(),
		.persistent = persistent,
		.account = persistent ? account_name() : x_strdup("agent") };
	if (!persistent) {
		digest_random(l->hash_key, sizeof(l->hash_key));
		l->has_hash_key = true;
		return true;
	}
	if (!contact_log_file_init(&l->file, path, err))
		return false;
	struct err later;
	bool ok = read_sent_file(l, err);
	return contact_log_refresh(l, ok ? err : &later) && ok;
}

void
contact_log_free(struct contact_log *l)
{
	vec_free(&l->entries);
	vec_free(&l->links);
	index_free(l->index);
	arena_free(&l->text_arena);
	contact_log_file_free(&l->file);
	x_free(l->account);
	*l = (struct contact_log){ 0 };
}

/* ---- lookup by person ---- */

static void
hash_name(const struct contact_log *l, struct buf *out, struct str name)
{
	unsigned char digest[DIGEST_SIZE];
	digest_hmac(str_from((const char *)l->hash_key, sizeof(l->hash_key)), name, digest);
	hex_encode(out, digest, CONTACT_HASH_DIGITS / 2);
}

typedef VEC(uint32_t) entry_numbers;

static void
collect_entries_of(const struct contact_log *l, entry_numbers *found, struct str name)
{
	for (uint32_t at = index_get(l->index, name); at != NOBODY; at = l->links.v[at].next)
		vec_push(found, l->links.v[at].entry);
}

static int
by_number(const void *a, const void *b, void *ctx)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	(void)ctx;
	return (x > y) - (x < y);
}

static void
collect_entries_of_person(
    const struct contact_log *l, entry_numbers *found, const struct contact_identifiers *who)
{
	struct buf name = { 0 };
	if (who->basket_id.n)
		collect_entries_of(l, found, basket_name(&name, who->basket_id));
	for (size_t i = 0; l->has_hash_key && i < who->n; i++) {
		buf_reset(&name);
		hash_name(l, &name, who->identifiers[i]);
		collect_entries_of(l, found, buf_str(&name));
	}
	buf_free(&name);
	vec_sort(found, by_number, NULL);
}

/* Undoes the last entry, or all entries with do not contact if there are any. A sent link cannot
 * be undone. */
static void
undo_last_entry(const struct contact_log *l, entry_numbers *standing)
{
	size_t kept = 0, before = standing->n;
	for (size_t i = 0; i < before; i++)
		if (l->entries.v[standing->v[i]].status != CONTACT_UNWANTED)
			standing->v[kept++] = standing->v[i];
	standing->n = kept;
	if (kept == before && kept &&
	    l->entries.v[standing->v[kept - 1]].status != CONTACT_LINK_SENT)
		standing->n--;
}

/* Removes undone and duplicate entries. The numbers are sorted; an entry found by e-mail and by
 * identity is there twice. */
static void
drop_undone_entries(const struct contact_log *l, entry_numbers *found)
{
	entry_numbers standing = { 0 };
	for (size_t i = 0; i < found->n; i++) {
		enum contact_status kind = l->entries.v[found->v[i]].status;
		if (i && found->v[i] == found->v[i - 1])
			continue;
		if (kind == CONTACT_UNDO)
			undo_last_entry(l, &standing);
		else if (kind != CONTACT_NOTE_SENT)
			vec_push(&standing, found->v[i]);
	}
	vec_free(found);
	*found = standing;
}

void
contact_log_summarize(
    const struct contact_log *l, const struct contact_identifiers *who, struct contact_summary *out)
{
	entry_numbers found = { 0 };
	*out = (struct contact_summary){ 0 };
	if (!l->entries.n)
		return;
	collect_entries_of_person(l, &found, who);
	drop_undone_entries(l, &found);
	for (size_t i = 0; i < found.n; i++) {
		const struct contact_entry *o = &l->entries.v[found.v[i]];
		out->shown_entry = o;
		if (o->status != CONTACT_NOTE_SENT)
			out->status_entry = o;
		if (o->status != CONTACT_NOTE_SENT &&
		    (o->status != CONTACT_LINK_SENT || str_eq(o->basket_id, who->basket_id)))
			out->own_entry = o;
		if (contact_statuses[o->status].is_contact)
			out->last_contact = o;
		if (o->status == CONTACT_LINK_SENT)
			out->last_link = o;
		if (o->status == CONTACT_UNWANTED)
			out->no_contact_entry = o;
	}
	if (out->no_contact_entry)
		out->shown_entry = out->status_entry = out->own_entry = out->no_contact_entry;
	vec_free(&found);
}

const struct contact_entry *
contact_log_find_link(const struct contact_log *l, struct str basket)
{
	struct buf name = { 0 };
	const struct contact_entry *found = NULL;
	uint32_t at = index_get(l->index, basket_name(&name, basket));
	for (; at != NOBODY && !found; at = l->links.v[at].next)
		if (l->entries.v[l->links.v[at].entry].status == CONTACT_LINK_SENT)
			found = &l->entries.v[l->links.v[at].entry];
	buf_free(&name);
	return found;
}

/* ---- recording ---- */

static bool
append_entry(struct contact_log *l, const struct contact_entry *o, struct err *err)
{
	struct buf line = { 0 };
	contact_entry_write(&line, o);
	bool ok = contact_log_file_add(&l->file, buf_str(&line), err);
	buf_free(&line);
	/* Read back like the lines of other accounts, so that memory matches the file. */
	return ok && contact_log_refresh(l, err);
}

bool
contact_log_add(struct contact_log *l, enum contact_status kind,
    const struct contact_identifiers *who, int64_t at, struct str remark, struct err *err)
{
	struct buf hashes = { 0 };
	struct contact_entry o = {
		.status = kind, .recorded_at = at, .basket_id = who->basket_id, .remark = remark
	};
	if (l->persistent && !l->file.path)
		return err_set(err, ERR_IO, "there is no folder for the contact log");
	/* Fails if the log cannot be read. A fault that hides earlier entries may be repaired by
	 * hand: a new line would conceal that they are missing. */
	if (!contact_log_refresh(l, err))
		return false;
	if (!l->has_hash_key && !contact_log_file_make_key(&l->file, l->hash_key, err))
		return false;
	l->has_hash_key = true;
	for (size_t i = 0; i < who->n; i++)
		hash_name(l, &hashes, who->identifiers[i]);
	o.person_hashes = buf_str(&hashes);
	o.recorded_by = str_of(l->account);
	o.hash_key_id = hashes.n ? str_of(get_hash_key_id(l)) : STR_NONE;
	bool ok = true;
	if (l->persistent) {
		ok = append_entry(l, &o, err);
	} else {
		o.person_hashes = arena_move_buf(&l->text_arena, &hashes);
		o.basket_id = arena_str(&l->text_arena, o.basket_id);
		o.remark = arena_str(&l->text_arena, o.remark);
		add_contact_entry(l, &o);
	}
	buf_free(&hashes);
	return ok;
}

void
contact_log_format_entry(struct buf *out, const struct contact_log *l,
    const struct contact_entry *o, int64_t now, bool remarks)
{
	struct buf age = { 0 };
	buf_adds(out, str_eqz(o->recorded_by, l->account) ? STR("you") : o->recorded_by);
	when_write_age(&age, now, o->recorded_at);
	if (str_eqz(buf_str(&age), "now"))
		buf_addf(out, ", just now: %s", contact_statuses[o->status].past_tense);
	else
		buf_addf(out, ", %s%s: %s", buf_z(&age), o->recorded_at > now ? "" : " ago",
		    contact_statuses[o->status].past_tense);
	if (remarks && o->remark.n)
		buf_addf(out, " (%.*s)", STR_ARG(o->remark));
	buf_free(&age);
}
