#include "identity/paste.h"

#include "base/digest.h"
#include "base/utf8.h"
#include "client/claims.h"
#include "identity/note.h"
#include "model/format.h"
#include "model/when.h"

static struct str
strip_bearer_scheme(struct str text)
{
	struct str scheme = STR("Bearer ");
	text = str_trim(text);
	return str_starts(text, scheme) ? str_trim(str_sub(text, scheme.n, text.n)) : text;
}

bool
identity_paste_is_token(struct str text)
{
	enum { TOKEN_START_MIN = 8 };
	text = strip_bearer_scheme(text);
	return text.n >= TOKEN_START_MIN && str_starts(text, STR("eyJ"));
}

static void
describe_paste(struct identity_paste *p, const char *what, struct str text)
{
	buf_addf(&p->description, "%s, ", what);
	format_plural(&p->description, text.n, "character", "characters");
}

/* A text to show; an overlong one is neither an address nor an audience. */
static struct str
keep_claim(struct identity_paste *p, struct str text)
{
	enum { CLAIM_SIZE_MAX = 254 };
	return text.n && text.n <= CLAIM_SIZE_MAX ? arena_str(&p->text_arena, text) : STR_NONE;
}

static void
read_claim_fields(struct identity_paste *p, const struct claims *c)
{
	p->identity.iss = arena_str(&p->text_arena, c->iss);
	p->identity.sub = arena_str(&p->text_arena, c->sub);
	p->claims = (struct pasted_claims){
		.aud = keep_claim(p, c->aud), .email = keep_claim(p, c->email), .exp = c->exp
	};
}

static bool
read_token(struct identity_paste *p, struct str text, int64_t now)
{
	struct claims c;
	bool ok = claims_read(&c, strip_bearer_scheme(text)) && (c.iss.n || c.sub.n);
	if (ok) {
		p->kind = IDENTITY_PASTE_TOKEN;
		read_claim_fields(p, &c);
		describe_paste(p, "ID token", text);
		if (str_ends(text, STR(".")))
			buf_addz(&p->description, ", not signed");
		if (c.exp != WHEN_NONE && c.exp < now)
			buf_addz(&p->description, ", expired");
	}
	claims_free(&c);
	return ok;
}

static bool
read_claims(struct identity_paste *p, struct str text)
{
	struct claims c;
	if (!text.n || text.p[0] != '{')
		return false;
	bool ok = claims_read_json(&c, text) && (c.iss.n || c.sub.n);
	if (ok) {
		p->kind = IDENTITY_PASTE_CLAIMS;
		read_claim_fields(p, &c);
		p->identity.owner = arena_str(
		    &p->text_arena, c.owner); /* tokens contain no owner */
		describe_paste(p, c.owner.n ? "identity record" : "claims", text);
	}
	claims_free(&c);
	return ok;
}

static bool
read_note(struct identity_paste *p, struct str text)
{
	enum { NAME_MAX = 40 };
	struct identity_note note;
	if (!identity_note_read(&p->text_arena, text, &note))
		return false;
	p->kind = IDENTITY_PASTE_NOTE;
	p->identity = note.identity;
	p->linked = note.linked;
	p->environment = note.environment;
	describe_paste(p, "ticket note", text);
	buf_addz(&p->description, ", of ");
	text_clean(&p->description, str_sub(note.environment, 0, NAME_MAX), false);
	return true;
}

/* True for the form of every owner's id: id- and 32 hexadecimal digits. */
bool
identity_paste_is_owner(struct str text)
{
	enum { OWNER_HEX_DIGITS = 32 };
	struct str head = STR("id-");
	return str_starts(text, head) &&
	    hex_is_valid(str_sub(text, head.n, text.n), OWNER_HEX_DIGITS);
}

static bool
read_owner(struct identity_paste *p, struct str text)
{
	if (!identity_paste_is_owner(text))
		return false;
	p->kind = IDENTITY_PASTE_OWNER;
	p->identity.owner = arena_str(&p->text_arena, text);
	describe_paste(p, "owner id", text);
	return true;
}

void
identity_paste_read(struct identity_paste *p, struct str text, int64_t now)
{
	struct str s = str_trim(text);
	*p = (struct identity_paste){ 0 };
	if (s.n > IDENTITY_PASTE_SIZE_MAX)
		return;
	if (!read_token(p, s, now) && !read_claims(p, s) && !read_owner(p, s))
		read_note(p, s);
}

void
identity_paste_free(struct identity_paste *p)
{
	buf_free(&p->description);
	arena_wipe(&p->text_arena);
}
