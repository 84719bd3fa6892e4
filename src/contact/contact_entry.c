#include "contact/contact_entry.h"

#include "base/buf.h"
#include "base/digest.h"
#include "base/utf8.h"
#include "model/email.h"
#include "model/identity_check.h"
#include "model/when.h"
#include "wire/json_scan.h"
#include "wire/member.h"

#include <stddef.h>

const char *const consent_words[] = {
	[CONSENT_UNKNOWN] = "unknown",
	[CONSENT_YES] = "yes",
	[CONSENT_NO] = "no",
};
_Static_assert(sizeof(consent_words) / sizeof(*consent_words) == CONSENTS,
    "every value needs a row in this table");

static enum consent
consent_of_list(struct str list)
{
	struct member_walk w;
	struct member first;
	member_start(&w, list);
	return member_next(&w, &first) ? CONSENT_YES : CONSENT_NO;
}

/* An empty text is not consent. */
static enum consent
consent_of_value(struct str value)
{
	if (json_is_array(value))
		return consent_of_list(value);
	if (str_eqz(value, "\"\""))
		return CONSENT_NO;
	enum flag_value said = member_flag_value(value);
	return said == FLAG_YES ? CONSENT_YES : said == FLAG_NO ? CONSENT_NO : CONSENT_UNKNOWN;
}

enum consent
consent_read(struct str basket_json, const char *field)
{
	struct buf path = { 0 };
	if (!field || !*field || !basket_json.n)
		return CONSENT_UNKNOWN;
	buf_addf(&path, "customFields.%s", field);
	enum consent means = consent_of_value(json_lex_find(basket_json, buf_str(&path)));
	buf_free(&path);
	return means;
}

bool
consent_parse_word(struct str folded, enum consent *out)
{
	for (int i = 0; i < CONSENTS; i++)
		if (str_eqz(folded, consent_words[i])) {
			*out = (enum consent)i;
			return true;
		}
	return false;
}

const struct contact_status_info contact_statuses[CONTACT_STATUSES] = {
	[CONTACT_NONE] = { .name = "", .past_tense = "nothing", .filter_value = "none" },
	[CONTACT_LINK_SENT] = { .name = "link",
	    .short_label = "sent",
	    .past_tense = "link sent",
	    .filter_value = "sent",
	    .is_contact = true },
	[CONTACT_NOTE_SENT] = { .name = "note", .past_tense = "note for a ticket" },
	[CONTACT_CALLED] = { .name = "called",
	    .short_label = "called",
	    .past_tense = "called",
	    .filter_value = "called",
	    .is_contact = true },
	[CONTACT_WRITTEN] = { .name = "written",
	    .short_label = "written",
	    .past_tense = "wrote to them",
	    .filter_value = "written",
	    .is_contact = true },
	[CONTACT_RECOVERED] = { .name = "recovered",
	    .short_label = "recovered",
	    .past_tense = "recovered",
	    .filter_value = "recovered" },
	[CONTACT_LOST] = { .name = "lost",
	    .short_label = "lost",
	    .past_tense = "lost",
	    .filter_value = "lost" },
	[CONTACT_UNWANTED] = { .name = "do-not-contact",
	    .short_label = "no contact",
	    .past_tense = "do not contact",
	    .filter_value = "no-contact" },
	[CONTACT_UNDO] = { .name = "contact-again", .past_tense = "contact again" },
};

static void
read_member_text(struct arena *a, struct str line, const char *name, struct str *out)
{
	struct buf text = { 0 };
	if (!member_read_text(&text, line, str_of(name)))
		buf_reset(&text);
	*out = arena_move_buf(a, &text);
	buf_free(&text);
}

/* ---- lines ---- */

static void
add_time(struct buf *out, int64_t at)
{
	struct buf text = { 0 };
	when_write(&text, at);
	member_add_text(out, "at", buf_str(&text));
	buf_free(&text);
}

static void
append_checksum(struct buf *out, size_t from)
{
	unsigned char digest[DIGEST_SIZE];
	digest_sha256(str_sub(buf_str(out), from, out->n - from), digest);
	buf_addz(out, ",\"sum\":\"");
	hex_encode(out, digest, sizeof(digest) / 2);
	buf_addz(out, "\"}");
}

void
contact_entry_write(struct buf *out, const struct contact_entry *o)
{
	size_t from = out->n;
	buf_addc(out, '{');
	add_time(out, o->recorded_at);
	member_add_text(out, "by", o->recorded_by);
	member_add_text(out, "what", str_of(contact_statuses[o->status].name));
	member_add_text(out, "basket", o->basket_id);
	member_add_text(out, "who", o->person_hashes);
	if (o->hash_key_id.n)
		member_add_text(out, "key", o->hash_key_id);
	if (o->remark.n)
		member_add_text(out, "remark", o->remark);
	append_checksum(out, from);
}

static enum contact_status
status_by_name(struct str name)
{
	for (int k = 1; k < CONTACT_STATUSES; k++)
		if (str_eqz(name, contact_statuses[k].name))
			return (enum contact_status)k;
	return CONTACT_NONE;
}

bool
contact_entry_read(struct contact_entry *o, struct arena *a, struct str line)
{
	struct err ignored;
	struct str at, what;
	struct buf own = { 0 };
	if (!json_scan_check(line, &json_scan_service_rules, NULL, &ignored))
		return false;
	*o = (struct contact_entry){ 0 };
	read_member_text(a, line, "at", &at);
	read_member_text(a, line, "by", &o->recorded_by);
	read_member_text(a, line, "what", &what);
	read_member_text(a, line, "basket", &o->basket_id);
	read_member_text(a, line, "who", &o->person_hashes);
	read_member_text(a, line, "key", &o->hash_key_id);
	read_member_text(a, line, "remark", &o->remark);
	o->status = status_by_name(what);
	if (!o->status || !when_parse(at, &o->recorded_at) ||
	    !hex_is_valid(o->person_hashes, o->person_hashes.n) ||
	    o->person_hashes.n % CONTACT_HASH_DIGITS)
		return false;
	contact_entry_write(&own, o);
	bool same = str_eq(line, buf_str(&own));
	buf_free(&own);
	return same;
}

/* Appends a line as earlier versions wrote it; the oldest ones without a digest. */
static void
write_sent_link_line(struct buf *out, const struct contact_entry *o, bool summed)
{
	size_t from = out->n;
	buf_addc(out, '{');
	member_add_text(out, "basket", o->basket_id);
	add_time(out, o->recorded_at);
	member_add_text(out, "by", o->recorded_by);
	if (summed)
		append_checksum(out, from);
	else
		buf_addc(out, '}');
}

bool
contact_entry_read_sent(struct contact_entry *o, struct arena *a, struct str line)
{
	struct err ignored;
	struct str at;
	struct buf own = { 0 }, older = { 0 };
	if (!json_scan_check(line, &json_scan_service_rules, NULL, &ignored))
		return false;
	*o = (struct contact_entry){ .status = CONTACT_LINK_SENT };
	read_member_text(a, line, "basket", &o->basket_id);
	read_member_text(a, line, "at", &at);
	read_member_text(a, line, "by", &o->recorded_by);
	if (!o->basket_id.n || !when_parse(at, &o->recorded_at))
		return false;
	write_sent_link_line(&own, o, true);
	write_sent_link_line(&older, o, false);
	bool same = str_eq(line, buf_str(&own)) || str_eq(line, buf_str(&older));
	buf_free(&own);
	buf_free(&older);
	return same;
}

void
append_contact_remark(struct buf *out, struct str typed)
{
	struct buf clean = { 0 };
	text_clean(&clean, str_trim(typed), false);
	struct str rest = buf_str(&clean);
	for (size_t n; rest.n && (n = text_grapheme_length(rest)) > 0;
	     rest = str_sub(rest, n, rest.n)) {
		if (out->n + n > CONTACT_REMARK_SIZE_MAX)
			break;
		buf_add(out, rest.p, n);
	}
	buf_free(&clean);
}

unsigned
contact_statuses_by_word(struct str folded)
{
	if (str_eqz(folded, "contacted"))
		return 1u << CONTACT_CALLED | 1u << CONTACT_WRITTEN;
	for (int k = 0; k < CONTACT_STATUSES; k++)
		if (contact_statuses[k].filter_value &&
		    (str_eqz(folded, contact_statuses[k].filter_value) ||
			(contact_statuses[k].short_label &&
			    str_eqz(folded, contact_statuses[k].short_label))))
			return 1u << k;
	return 0;
}

/* ---- identifiers ---- */

static void
add_identifier(struct contact_identifiers *w, struct buf *name)
{
	for (size_t i = 0; i < w->n; i++)
		if (str_eq(w->identifiers[i], buf_str(name)))
			name->n = 0;
	if (name->n && w->n < CONTACT_HASHES_MAX)
		w->identifiers[w->n++] = arena_move_buf(&w->text_arena, name);
	buf_free(name);
}

/* An e-mail starts with a space, which no issuer does, so it never equals an identity. Old
 * entries hash the address as sent, in lower case, so that form is added, too. */
void
contact_identifiers_add_email(struct contact_identifiers *w, struct str email)
{
	struct buf name = { 0 }, sent = { 0 };
	email = str_trim(email);
	if (!email.n)
		return;
	buf_addc(&name, ' ');
	email_append_key(&name, email);
	add_identifier(w, &name);
	buf_addc(&sent, ' ');
	buf_add_lower(&sent, email);
	add_identifier(w, &sent);
}

void
contact_identifiers_add_identity(struct contact_identifiers *w, struct str iss, struct str sub)
{
	struct buf name = { 0 };
	if (!sub.n)
		return;
	identity_name_write(&name, iss, sub);
	add_identifier(w, &name);
}

void
contact_identifiers_free(struct contact_identifiers *w)
{
	arena_free(&w->text_arena);
	*w = (struct contact_identifiers){ 0 };
}
