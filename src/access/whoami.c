#include "access/whoami.h"

#include "base/clock.h"
#include "base/json_quote.h"
#include "base/utf8.h"
#include "model/format.h"
#include "model/when.h"
#include "wire/rights.h"

#include <stdlib.h>

enum { EXPIRY_WARNING_MS = 5 * 60000 };

/* The rights that a token can have. */
static const struct right {
	const char *name, *description;
	enum environment_setting issuer_names_setting; /* setting with the issuer's names for it */
} rights[] = {
	{ "read", "read baskets and the catalog", ENVIRONMENT_RIGHT_READ },
	{ "catalog:write", "change prices and attributes", ENVIRONMENT_RIGHT_CATALOG },
	{ "identity:admin", "link and unlink identities", ENVIRONMENT_RIGHT_IDENTITY },
};
enum { RIGHT_COUNT = sizeof(rights) / sizeof(*rights) };

static const char *const *
get_setting_list(const struct environment *e, enum environment_setting at)
{
	return (const char *const *)*setting_list(&environment_settings[at], (void *)(uintptr_t)e);
}

/* True if the token is known to have the right. It may be in an unknown claim, or have another
 * name, and only the service knows which one it requires. */
static bool
has_right(const struct whoami *w, const struct claims *claims, const struct right *right)
{
	const char *const name[] = { right->name, NULL };
	const char *const *where = get_setting_list(w->environment, ENVIRONMENT_RIGHTS_CLAIMS);
	const char *const *names = get_setting_list(w->environment, right->issuer_names_setting);
	return claims && claims_has_right(claims, where ? where : rights_usual_claims, names ? names : name);
}

/* ---- token lifetime ---- */

static void
write_source(struct buf *out, const struct whoami *w, const struct session_state *s)
{
	const struct environment *e = w->environment;
	switch (s->kind) {
	case SESSION_NONE:
		buf_addz(out,
		    w->is_replay         ? "none: a replay asks no service"
			: w->is_demo_token ? "created when the demo's service starts"
					   : "none: config.conf names no token source");
		break;
	case SESSION_TOKEN:
		buf_addz(out, w->is_demo_token ? "created for this demo" : "BACKROOM_TOKEN");
		break;
	case SESSION_FILE:
		buf_addf(out, "%s", e->token_file);
		break;
	case SESSION_COMMAND:
		buf_addf(out, "token-command %s", e->token_command[0]);
		break;
	case SESSION_SIGN_IN:
		buf_addf(out, "by signing in, at %s", e->issuer ? e->issuer : e->token_url);
		break;
	case SESSION_SECRET:
		buf_addf(out, "with a client secret, at %s", e->issuer ? e->issuer : e->token_url);
		break;
	}
}

static void
write_token_expiry(struct buf *out, const struct session_state *s, int64_t now)
{
	if (!s->has_token) {
		buf_addz(out, "none");
		return;
	}
	if (s->token_expires_at == WHEN_NONE) {
		buf_addz(out, "expiry not known");
	} else {
		buf_addz(out, s->token_expires_at > now ? "until " : "expired at ");
		/* a time of day alone would mean today */
		if (llabs(s->token_expires_at - now) >= WHEN_DAY / 2) {
			format_day(out, s->token_expires_at, false);
			buf_addc(out, ' ');
		}
		format_time_of_day(out, s->token_expires_at, false);
		buf_addz(out, ", ");
		if (s->token_expires_at > now && s->token_expires_at - now < 60000)
			buf_addz(out, "in under a minute");
		else
			when_write_age(out, now, s->token_expires_at);
		buf_addz(out, s->token_expires_at > now ? "" : " ago");
	}
	if (s->auto_renews)
		buf_addz(out, "; renewed automatically");
}

int64_t
whoami_append_expiry(struct buf *out, const struct client *client, int64_t now)
{
	struct session_state s;
	client_get_session_state(client, &s);
	if (!s.has_token || s.auto_renews || s.token_expires_at == WHEN_NONE)
		return -1;
	if (s.token_expires_at - EXPIRY_WARNING_MS > now)
		return s.token_expires_at - EXPIRY_WARNING_MS - now;
	buf_addz(out, s.token_expires_at > now ? "token until " : "token expired ");
	format_time_of_day(out, s.token_expires_at, false);
	return s.token_expires_at > now ? s.token_expires_at - now : -1;
}

int64_t
whoami_append_expiry_warning(
    struct buf *out, const struct environment *e, const struct client *client, int64_t now)
{
	struct session_state s;
	struct buf shown = { 0 };
	client_get_session_state(client, &s);
	whoami_append_expiry(&shown, client, now);
	bool is_near = shown.n && s.token_expires_at > now;
	buf_free(&shown);
	if (!is_near)
		return WHEN_NONE;
	buf_addz(out, s.kind == SESSION_SIGN_IN ? "Your sign-in ends at " : "Your token ends at ");
	format_time_of_day(out, s.token_expires_at, false);
	buf_addz(out, ", ");
	when_write_age(out, now, s.token_expires_at);
	buf_addz(out, ". ");
	whoami_append_refusal_remedy(out, e, client);
	return s.token_expires_at;
}

void
whoami_append_refusal_remedy(
    struct buf *out, const struct environment *e, const struct client *client)
{
	struct session_state s;
	client_get_session_state(client, &s);
	switch (s.kind) {
	case SESSION_SIGN_IN:
		buf_addz(out, ":login signs in without leaving this screen");
		break;
	case SESSION_FILE:
		buf_addf(out, "Put a new token into %s, then press r", e->token_file);
		break;
	case SESSION_COMMAND:
		buf_addf(
		    out, "r runs %s again; :login lets it use the terminal", e->token_command[0]);
		break;
	case SESSION_SECRET:
		buf_addz(out, "r requests a new token from the issuer");
		break;
	case SESSION_TOKEN:
		buf_addz(out, "Restart with a new BACKROOM_TOKEN");
		break;
	case SESSION_NONE:
		buf_addz(out, "config.conf names no token source");
		break;
	}
}

void
whoami_append_clock_skew(struct buf *out, const struct client *client)
{
	int64_t s;
	if (client_clock_skew(client, &s))
		format_clock_skew(out, s);
}

/* ---- text output ---- */

static void
add_fact(struct doc *d, const char *label, struct buf *text)
{
	doc_add_labelled(d, label, buf_str(text));
	buf_reset(text);
}

static void
add_rights(struct doc *d, const struct whoami *w, const struct claims *claims)
{
	for (size_t i = 0; i < RIGHT_COUNT; i++) {
		bool has = has_right(w, claims, &rights[i]);
		doc_add_label(d, i ? "" : "Rights");
		doc_printf(d, has ? ROLE_GOOD : ROLE_UNKNOWN, "%-10s", has ? "yes" : "not known");
		doc_printf(d, ROLE_TEXT, "%s", rights[i].description);
		doc_printf(d, ROLE_LABEL, "  %s", rights[i].name);
	}
}

static void
add_account_lines(struct doc *d, const struct claims *claims, const struct session_state *s)
{
	struct str sub = claims ? claims->sub : STR_NONE;
	if (sub.n)
		doc_add_labelled(d, "You are", sub);
	else
		doc_add_labelled(d, "You are",
		    !s->has_token ? STR("not known: no token")
			: claims  ? STR("not known: the token has no subject")
				  : STR("not known: only the service can read this opaque token"));
	if (claims && claims->iss.n)
		doc_add_labelled(d, "Issuer", claims->iss);
	if (claims && str_eqz(claims->root, "*"))
		doc_add_labelled(d, "Acts on", STR("every subscription"));
	else if (claims && claims->root.n)
		doc_add_labelled(d, "Acts on", claims->root);
}

static void
add_token_store(struct doc *d, const struct whoami *w, const struct session_state *s)
{
	struct buf text = { 0 };
	if (s->kind != SESSION_SIGN_IN || !w->access)
		return;
	if (w->access->rules.secret_name)
		buf_addf(
		    &text, "the desktop's secret service, as %s", w->access->rules.secret_name);
	else
		buf_addz(&text, w->access->rules.file);
	add_fact(d, "Stored in", &text);
	buf_free(&text);
}

static void
add_service_check(struct doc *d, const struct whoami *w)
{
	struct buf text = { 0 };
	if (!w->test_err)
		return;
	doc_add_label(d, "Service");
	if (!w->test_err->kind) {
		doc_printf(d, ROLE_GOOD, "ok  ");
		doc_printf(d, ROLE_TEXT, "accepts the token");
	} else {
		format_err(&text, w->test_err, 0);
		doc_add_drawing(d, ROLE_BAD, "x  ");
		doc_add_value(d, ROLE_TEXT, buf_str(&text));
	}
	buf_free(&text);
}

void
whoami_write(struct doc *d, const struct whoami *w)
{
	const struct claims *claims = client_claims(w->client);
	struct session_state s;
	struct buf text = { 0 };
	int64_t now = clock_real();
	client_get_session_state(w->client, &s);
	buf_addz(&text, w->badge);
	if (!str_eq_nocase(str_of(w->badge), str_of(w->name)))
		buf_addf(&text, ", %s", w->name);
	add_fact(d, "To", &text);
	if (!str_eqz(w->address, w->name))
		doc_add_labelled(d, "Address", w->address);
	add_account_lines(d, claims, &s);
	add_rights(d, w, claims);
	write_token_expiry(&text, &s, now);
	add_fact(d, "Token", &text);
	write_source(&text, w, &s);
	add_fact(d, "From", &text);
	add_token_store(d, w, &s);
	if (s.renewal_err && s.has_token) {
		format_err(&text, s.renewal_err, 0);
		add_fact(d, "Renewing", &text);
	}
	whoami_append_clock_skew(&text, w->client);
	if (text.n) {
		doc_add_label(d, "Clock");
		doc_printf(d, ROLE_WARN, "! ");
		doc_printf(d, ROLE_TEXT, "%s", buf_z(&text));
	}
	add_service_check(d, w);
	buf_free(&text);
}

/* ---- JSON output ---- */

static void
add_claim(struct buf *out, const char *name, struct str text)
{
	buf_addf(out, "%s\"%s\":", out->p[out->n - 1] == '{' ? "" : ",", name);
	if (text.p)
		json_quote(out, text);
	else
		buf_addz(out, "null");
}

void
whoami_write_json(struct buf *out, const struct whoami *w)
{
	static const char *const kinds[] = { [SESSION_NONE] = "none",
		[SESSION_TOKEN] = "given",
		[SESSION_FILE] = "file",
		[SESSION_COMMAND] = "command",
		[SESSION_SIGN_IN] = "sign-in",
		[SESSION_SECRET] = "client" };
	const struct claims *claims = client_claims(w->client);
	struct session_state s;
	struct buf text = { 0 };
	client_get_session_state(w->client, &s);
	buf_addc(out, '{');
	add_claim(out, "environment", str_of(w->name));
	add_claim(out, "address", w->address);
	add_claim(out, "source", str_of(kinds[s.kind]));
	add_claim(out, "subject", claims ? claims->sub : STR_NONE);
	add_claim(out, "issuer", claims ? claims->iss : STR_NONE);
	add_claim(out, "root", claims ? claims->root : STR_NONE);
	add_claim(out, "scope", claims ? claims->scope : STR_NONE);
	buf_addz(out, ",\"rights\":{");
	for (size_t i = 0; i < RIGHT_COUNT; i++)
		buf_addf(out, "%s\"%s\":%s", i ? "," : "", rights[i].name,
		    has_right(w, claims, &rights[i]) ? "true" : "null");
	buf_addc(out, '}');
	if (s.token_expires_at != WHEN_NONE)
		when_write(&text, s.token_expires_at);
	add_claim(out, "until", text.n ? buf_str(&text) : STR_NONE);
	buf_addf(out, ",\"opaque\":%s,\"renews\":%s,\"accepted\":%s}\n",
	    s.has_token && !claims ? "true" : "false", s.auto_renews ? "true" : "false",
	    !w->test_err            ? "null"
		: w->test_err->kind ? "false"
				    : "true");
	buf_free(&text);
}
