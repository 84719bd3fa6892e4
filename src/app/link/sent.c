#include "app/link/sent.h"

#include "app/local/account.h"
#include "app/local/state.h"
#include "base/digest.h"
#include "base/json_quote.h"
#include "model/when.h"
#include "wire/strict.h"
#include "wire/token.h"

static const char sent_file[] = "sent.jsonl";
static const char terminals_file[] = "terminals";

static char *
member(struct str line, const char *name)
{
	struct buf b = { 0 };
	struct str raw = token_find(line, str_of(name));
	if (raw.n)
		token_unquote(&b, raw);
	return buf_take(&b);
}

static void
remember(struct sent *s, char *id, int64_t at, char *account)
{
	struct sent_entry e = { id, at, account };
	index_put(s->index, str_of(id), (uint32_t)s->entries.n);
	vec_push(&s->entries, e);
}

/* A line, closed with the first half of its digest. Older ones have none. */
static void
add_sent_line(struct buf *out, struct str id, int64_t at, struct str account, bool summed)
{
	unsigned char digest[DIGEST_SIZE];
	buf_addz(out, "{\"basket\":");
	json_quote(out, id);
	buf_addz(out, ",\"at\":\"");
	when_write(out, at);
	buf_addz(out, "\",\"by\":");
	json_quote(out, account);
	if (summed) {
		digest_sha256(buf_str(out), digest);
		buf_addz(out, ",\"sum\":\"");
		hex_encode(out, digest, sizeof(digest) / 2);
		buf_addc(out, '"');
	}
	buf_addc(out, '}');
}

/* Is it what is written of these, to the byte? What was changed since is not believed. */
static bool
is_line_of(struct str line, struct str id, int64_t at, struct str account)
{
	struct buf own = { 0 }, older = { 0 };
	add_sent_line(&own, id, at, account, true);
	add_sent_line(&older, id, at, account, false);
	bool same = str_eq(line, buf_str(&own)) || str_eq(line, buf_str(&older));
	buf_free(&own);
	buf_free(&older);
	return same;
}

static void
take_sent_line(struct sent *s, struct str line)
{
	char *id = member(line, "basket"), *at = member(line, "at"), *by = member(line, "by");
	int64_t when;
	if (*id && when_parse(str_of(at), &when) && is_line_of(line, str_of(id), when, str_of(by)))
		remember(s, x_strdup(id), when, x_strdup(by));
	x_free(id);
	x_free(at);
	x_free(by);
}

bool
sent_open(struct sent *s, bool keep, struct err *err)
{
	struct buf text = { 0 };
	struct err ignored;
	*s = (struct sent){ .index = index_new(),
		.keep = keep,
		.account = keep ? account_name() : x_strdup("agent") };
	if (!keep)
		return true;
	bool ok = state_read(&text, sent_file, err);
	struct str rest = buf_str(&text), line;
	while (ok && rest.n && str_next(&rest, '\n', &line)) {
		if (strict_check(line, &strict_for_service, NULL, &ignored))
			take_sent_line(s, line);
	}
	buf_free(&text);
	return ok;
}

void
sent_close(struct sent *s)
{
	for (size_t i = 0; i < s->entries.n; i++) {
		x_free(s->entries.v[i].id);
		x_free(s->entries.v[i].account);
	}
	vec_free(&s->entries);
	index_free(s->index);
	x_free(s->account);
}

const struct sent_entry *
sent_find(const struct sent *s, struct str id)
{
	uint32_t at = index_get(s->index, id);
	return at < s->entries.n ? &s->entries.v[at] : NULL;
}

bool
sent_add(struct sent *s, struct str id, int64_t at, struct err *err)
{
	struct buf line = { 0 };
	remember(s, str_dup(id), at, x_strdup(s->account));
	if (!s->keep)
		return true;
	add_sent_line(&line, id, at, str_of(s->account), true);
	bool ok = state_append(sent_file, buf_str(&line), err);
	buf_free(&line);
	return ok;
}

/* One line a terminal: "works" or "bare", a tab, the terminal's text. The last line counts; what is
 * neither word says nothing. */
/* As they stand in the file; of a terminal the last line counts. */
static const char *const proof_words[] = {
	[PROOF_NONE] = "unknown",
	[PROOF_WORKS] = "works",
	[PROOF_BARE] = "bare",
};
enum { PROOFS = sizeof(proof_words) / sizeof(*proof_words) };

enum terminal_proof
terminal_proof_read(struct str terminal)
{
	struct buf text = { 0 };
	struct err ignored;
	enum terminal_proof proof = PROOF_NONE;
	state_read(&text, terminals_file, &ignored);
	struct str rest = buf_str(&text), line, word;
	while (rest.n && str_next(&rest, '\n', &line)) {
		if (!str_next(&line, '\t', &word) || !str_eq(line, terminal))
			continue;
		for (int i = 0; i < PROOFS; i++)
			proof = str_eqz(word, proof_words[i]) ? (enum terminal_proof)i : proof;
	}
	buf_free(&text);
	return proof;
}

bool
terminal_proof_write(struct str terminal, enum terminal_proof proof, struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "%s\t", proof_words[proof]);
	buf_adds(&line, terminal);
	bool ok = state_append(terminals_file, buf_str(&line), err);
	buf_free(&line);
	return ok;
}
