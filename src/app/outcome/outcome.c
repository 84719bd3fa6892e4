#include "app/outcome/outcome.h"

#include "base/digest.h"
#include "base/utf8.h"
#include "model/email.h"
#include "model/identity_check.h"
#include "model/when.h"
#include "wire/json_scan.h"
#include "wire/member.h"

const struct outcome_kind_info outcome_kinds[OUTCOME_KINDS] = {
	[OUTCOME_NONE] = { .name = "", .done = "nothing", .view = "none" },
	[OUTCOME_LINK] = { .name = "link",
	    .word = "sent",
	    .done = "link sent",
	    .view = "sent",
	    .contact = true },
	[OUTCOME_NOTE] = { .name = "note", .done = "note for a ticket" },
	[OUTCOME_CALLED] = { .name = "called",
	    .word = "called",
	    .done = "called",
	    .view = "called",
	    .contact = true },
	[OUTCOME_WRITTEN] = { .name = "written",
	    .word = "written",
	    .done = "written to",
	    .view = "written",
	    .contact = true },
	[OUTCOME_RECOVERED] = { .name = "recovered",
	    .word = "recovered",
	    .done = "recovered",
	    .view = "recovered" },
	[OUTCOME_LOST] = { .name = "lost", .word = "lost", .done = "lost", .view = "lost" },
	[OUTCOME_NO_CONTACT] = { .name = "do-not-contact",
	    .word = "no contact",
	    .done = "do not contact",
	    .view = "no-contact" },
	[OUTCOME_AGAIN] = { .name = "contact-again", .done = "contact again" },
};

static void
member_words(struct arena *a, struct str line, const char *name, struct str *out)
{
	struct buf text = { 0 };
	if (!member_text(&text, line, str_of(name)))
		buf_reset(&text);
	*out = arena_move_buf(a, &text);
	buf_free(&text);
}

/* ---- a line ---- */

static void
add_time(struct buf *out, int64_t at)
{
	struct buf text = { 0 };
	when_write(&text, at);
	member_add_text(out, "at", buf_str(&text));
	buf_free(&text);
}

static void
seal(struct buf *out, size_t from)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(str_sub(buf_str(out), from, out->n - from), digest);
	buf_addz(out, ",\"sum\":\"");
	hex_encode(out, digest, sizeof(digest) / 2);
	buf_addz(out, "\"}");
}

void
outcome_write(struct buf *out, const struct outcome *o)
{
	size_t from = out->n;
	buf_addc(out, '{');
	add_time(out, o->at);
	member_add_text(out, "by", o->by);
	member_add_text(out, "what", str_of(outcome_kinds[o->kind].name));
	member_add_text(out, "basket", o->basket);
	member_add_text(out, "who", o->hashes);
	if (o->key.n)
		member_add_text(out, "key", o->key);
	if (o->remark.n)
		member_add_text(out, "remark", o->remark);
	seal(out, from);
}

static enum outcome_kind
kind_named(struct str name)
{
	for (int k = 1; k < OUTCOME_KINDS; k++)
		if (str_eqz(name, outcome_kinds[k].name))
			return (enum outcome_kind)k;
	return OUTCOME_NONE;
}

bool
outcome_read(struct outcome *o, struct arena *a, struct str line)
{
	struct err ignored;
	struct str at, what;
	struct buf own = { 0 };
	if (!json_scan_check(line, &json_scan_for_service, NULL, &ignored))
		return false;
	*o = (struct outcome){ 0 };
	member_words(a, line, "at", &at);
	member_words(a, line, "by", &o->by);
	member_words(a, line, "what", &what);
	member_words(a, line, "basket", &o->basket);
	member_words(a, line, "who", &o->hashes);
	member_words(a, line, "key", &o->key);
	member_words(a, line, "remark", &o->remark);
	o->kind = kind_named(what);
	if (!o->kind || !when_parse(at, &o->at) || !hex_is_valid(o->hashes, o->hashes.n) ||
	    o->hashes.n % OUTCOME_HASH)
		return false;
	outcome_write(&own, o);
	bool same = str_eq(line, buf_str(&own));
	buf_free(&own);
	return same;
}

/* As they were written: the oldest ones without a sum. */
static void
write_sent(struct buf *out, const struct outcome *o, bool summed)
{
	size_t from = out->n;
	buf_addc(out, '{');
	member_add_text(out, "basket", o->basket);
	add_time(out, o->at);
	member_add_text(out, "by", o->by);
	if (summed)
		seal(out, from);
	else
		buf_addc(out, '}');
}

bool
outcome_read_sent(struct outcome *o, struct arena *a, struct str line)
{
	struct err ignored;
	struct str at;
	struct buf own = { 0 }, older = { 0 };
	if (!json_scan_check(line, &json_scan_for_service, NULL, &ignored))
		return false;
	*o = (struct outcome){ .kind = OUTCOME_LINK };
	member_words(a, line, "basket", &o->basket);
	member_words(a, line, "at", &at);
	member_words(a, line, "by", &o->by);
	if (!o->basket.n || !when_parse(at, &o->at))
		return false;
	write_sent(&own, o, true);
	write_sent(&older, o, false);
	bool same = str_eq(line, buf_str(&own)) || str_eq(line, buf_str(&older));
	buf_free(&own);
	buf_free(&older);
	return same;
}

void
outcome_remark(struct buf *out, struct str typed)
{
	struct buf clean = { 0 };
	text_clean(&clean, str_trim(typed), false);
	struct str rest = buf_str(&clean);
	for (size_t n; rest.n && (n = text_grapheme(rest)) > 0; rest = str_sub(rest, n, rest.n)) {
		if (out->n + n > OUTCOME_REMARK_MAX)
			break;
		buf_add(out, rest.p, n);
	}
	buf_free(&clean);
}

unsigned
outcome_named(struct str folded)
{
	if (str_eqz(folded, "contacted"))
		return 1u << OUTCOME_CALLED | 1u << OUTCOME_WRITTEN;
	for (int k = 0; k < OUTCOME_KINDS; k++)
		if (outcome_kinds[k].view && str_eqz(folded, outcome_kinds[k].view))
			return 1u << k;
	return 0;
}

/* ---- who ---- */

static void
add_who_name(struct outcome_who *w, struct buf *name)
{
	for (size_t i = 0; i < w->n; i++)
		if (str_eq(w->names[i], buf_str(name)))
			name->n = 0;
	if (name->n && w->n < OUTCOME_HASHES_MAX)
		w->names[w->n++] = arena_move_buf(&w->texts, name);
	buf_free(name);
}

/* No issuer begins with a blank, so that no e-mail is an identity. Notes of before know an address as
 * it was sent: they still hold. */
void
outcome_who_email(struct outcome_who *w, struct str email)
{
	struct buf name = { 0 }, sent = { 0 };
	email = str_trim(email);
	if (!email.n)
		return;
	buf_addc(&name, ' ');
	email_append_key(&name, email);
	add_who_name(w, &name);
	buf_addc(&sent, ' ');
	buf_add_lower(&sent, email);
	add_who_name(w, &sent);
}

void
outcome_who_identity(struct outcome_who *w, struct str iss, struct str sub)
{
	struct buf name = { 0 };
	if (!sub.n)
		return;
	identity_name_write(&name, iss, sub);
	add_who_name(w, &name);
}

void
outcome_who_free(struct outcome_who *w)
{
	arena_free(&w->texts);
	*w = (struct outcome_who){ 0 };
}
