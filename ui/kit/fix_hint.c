#include "ui/kit/fix_hint.h"

#include "access/whoami.h"

bool
is_fixed_by_sign_in(const struct console *c, const struct err *err)
{
	const struct app_context *l = c->app;
	return err->kind == ERR_AUTH && l->access.is_configured &&
	    !l->access.rules.uses_client_secret && !l->client_config.token_source.token;
}

static void
append_sign_in_hint(struct buf *out, const struct console *c, const struct err *err)
{
	struct buf skew = { 0 };
	bool nobody = str_eqz(str_of(err->code), "signed_out");
	buf_addz(out, ". ");
	if (nobody)
		buf_addz(out, ":login signs in");
	else
		whoami_append_refusal_remedy(out, c->app->environment, c->client);
	whoami_append_clock_skew(&skew, c->client);
	if (skew.n)
		buf_addf(out, ". %s", buf_z(&skew));
	buf_free(&skew);
}

void
append_fix_hint(struct buf *out, const struct console *c, const struct err *err)
{
	struct buf key = { 0 };
	if (err->kind == ERR_AUTH && !c->app->options.demo_pack) {
		append_sign_in_hint(out, c, err);
		return;
	}
	console_append_key_of(c, &key, ACT_RETRY);
	buf_addf(out, ". %s tries again", buf_z(&key));
	buf_free(&key);
}
