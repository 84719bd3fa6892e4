#include "app/sent.h"

#include "app/account.h"
#include "app/state.h"
#include "base/log.h"
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
		if (!strict_check(line, &strict_for_service, NULL, &ignored))
			continue;
		char *id = member(line, "basket"), *at = member(line, "at");
		int64_t when;
		if (*id && when_parse(str_of(at), &when))
			remember(s, x_strdup(id), when, member(line, "by"));
		x_free(id);
		x_free(at);
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
	buf_addz(&line, "{\"basket\":");
	json_quote(&line, id);
	buf_addz(&line, ",\"at\":\"");
	when_write(&line, at);
	buf_addz(&line, "\",\"by\":");
	json_quote(&line, str_of(s->account));
	buf_addc(&line, '}');
	bool ok = state_append(sent_file, buf_str(&line), err);
	buf_free(&line);
	return ok;
}

/* One line a terminal: "works" or "bare", a tab, the terminal's text. The last line counts. */
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
		proof = str_eqz(word, "works") ? PROOF_WORKS : PROOF_BARE;
	}
	buf_free(&text);
	return proof;
}

bool
terminal_proof_write(struct str terminal, enum terminal_proof proof, struct err *err)
{
	struct buf line = { 0 };
	buf_addf(&line, "%s\t", proof == PROOF_WORKS ? "works" : "bare");
	buf_adds(&line, terminal);
	bool ok = state_append(terminals_file, buf_str(&line), err);
	buf_free(&line);
	return ok;
}
