#include "cli/commands.h"

#include "access/whoami.h"
#include "app/access_rules.h"
#include "base/utf8.h"
#include "cli/connection.h"
#include "cli/exits.h"
#include "cli/output.h"
#include "list/qr.h"
#include "model/format.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The state of a login, logout or whoami call. */
struct sign_in_run {
	const struct args *args;
	struct app_context app;
	struct connection connection;
	struct err err;
	bool was_signed_in; /* a sign-in existed */
};

static bool
open_sign_in_run(struct sign_in_run *c, const struct args *args)
{
	*c = (struct sign_in_run){ .args = args };
	if (args->positional_args.n)
		return err_set(&c->err, ERR_USAGE,
		    "%s takes no arguments; -e names the environment",
		    command_infos[args->command].name);
	if (!app_context_init(&c->app, &args->app_options, &c->err) ||
	    !connection_open(&c->connection, &c->app, &c->err))
		return false;
	c->err = (struct err){ 0 }; /* ignore errors such as a missing optional file */
	return true;
}

static int
close_sign_in_run(struct sign_in_run *c, bool ok)
{
	int status = ok ? EXIT_OK : fail_with_exit_code(&c->err, 0);
	connection_close(&c->connection);
	app_context_free(&c->app);
	return status;
}

/* Returns false and sets err if the environment has no sign-in. */
static bool
check_has_sign_in(struct sign_in_run *c)
{
	const struct app_context *l = &c->app;
	if (l->access.is_configured && !l->access.rules.uses_client_secret && !l->token)
		return true;
	if (l->token)
		return err_set(&c->err, ERR_USAGE,
		    "BACKROOM_TOKEN is the token for %s: unset it to sign in", l->environment_name);
	if (l->access.is_configured)
		return err_set(&c->err, ERR_USAGE, "%s uses a client secret, not a sign-in",
		    l->environment_name);
	return err_set(&c->err, ERR_USAGE,
	    "%s has no sign-in: its token has another source (see backroom config show). To sign "
	    "in, set issuer = \"https://…\"",
	    l->environment_name);
}

/* ---- test request ---- */

static void
on_basket(void *ctx, struct client_answer *answer)
{
	struct sign_in_run *c = ctx;
	c->err = answer->err;
	connection_stop(&c->connection);
}

static void
check_token_with_service(struct sign_in_run *c)
{
	client_read(c->connection.client, ENDPOINT_BASKETS, STR("?limit=1"), on_basket, c);
	connection_run(&c->connection);
}

/* ---- login ---- */

static void
print_code(const struct sign_in_task *task)
{
	struct buf address = { 0 }, code = { 0 }, end = { 0 }, qr = { 0 };
	struct winsize size = { 0 };
	bool utf8 = !text_is_ascii_only();
	text_clean(&address, task->address, !utf8);
	text_clean(&code, task->code, !utf8);
	format_time_of_day(&end, task->code_expires_at, false);
	fprintf(stderr,
	    "Open this address on any device, and type the code (valid until %s):\n\n    %s\n    "
	    "%s\n\n",
	    buf_z(&end), buf_z(&address), buf_z(&code));
	/* Prints a QR code only on a terminal: in a file, others could see it. */
	if (utf8 && isatty(STDERR_FILENO) && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
	    qr_write(&qr, task->address_with_code, false, size.ws_col, size.ws_row - 8))
		fprintf(stderr, "%s\n", buf_z(&qr));
	buf_free(&address);
	buf_wipe(&code);
	buf_free(&end);
	buf_wipe(&qr);
}

static void
open_and_print_address(const struct sign_in_task *task)
{
	struct buf address = { 0 };
	bool opened = access_has_browser() && access_open_browser(task->address);
	text_clean(&address, task->address, true);
	fprintf(stderr, "%s on this machine:\n\n    %s\n\n",
	    opened ? "Your browser should open. If not, open this" : "Open this in a browser",
	    buf_z(&address));
	buf_free(&address);
}

static void
on_task(void *ctx, const struct sign_in_task *task)
{
	(void)ctx;
	if (task->method == SIGN_IN_BROWSER)
		open_and_print_address(task);
	else
		print_code(task);
	fprintf(stderr, "Waiting for the sign-in. Ctrl-C cancels.\n");
}

static void
on_signed_in(void *ctx, const struct err *err)
{
	struct sign_in_run *c = ctx;
	if (err)
		c->err = *err;
	connection_stop(&c->connection);
}

static enum sign_in_method
sign_in_method_of(const struct sign_in_run *c)
{
	if (c->args->option_values[OPTION_BROWSER])
		return SIGN_IN_BROWSER;
	return c->args->option_values[OPTION_DEVICE] ? SIGN_IN_DEVICE
						     : access_sign_in_method(c->app.environment);
}

static void
print_signed_in(const struct sign_in_run *c)
{
	const struct claims *claims = client_claims(c->connection.client);
	struct session_state s;
	struct buf who = { 0 }, end = { 0 };
	client_get_session_state(c->connection.client, &s);
	text_clean(&who, claims ? claims->sub : STR_NONE, false);
	if (s.token_expires_at != WHEN_NONE) {
		buf_addz(&end, ", until ");
		format_time_of_day(&end, s.token_expires_at, false);
		buf_addz(&end, s.auto_renews ? " and renewed automatically" : "");
	}
	fprintf(stderr, "Signed in to %s%s%s%s. The service accepts the token.\n",
	    c->app.environment_name, who.n ? " as " : "", buf_z(&who), buf_z(&end));
	buf_free(&who);
	buf_free(&end);
}

static bool
run_sign_in(struct sign_in_run *c)
{
	const struct sign_in_callbacks told = { on_task, on_signed_in };
	struct sign_in *s = sign_in_start(
	    &c->connection.io, &c->app.access.rules, sign_in_method_of(c), &told, c);
	connection_run(&c->connection);
	sign_in_stop(s);
	if (c->err.kind)
		return false;
	check_token_with_service(c);
	if (c->err.kind) {
		/* On a line of its own, since the service's words may follow. */
		fprintf(stderr, "Signed in to %s, but reading from the service failed:\n",
		    c->app.environment_name);
		return false;
	}
	print_signed_in(c);
	return true;
}

int
login_run(struct args *args)
{
	struct sign_in_run c;
	bool ok = open_sign_in_run(&c, args) && check_has_sign_in(&c);
	if (ok && args->option_values[OPTION_BROWSER] && args->option_values[OPTION_DEVICE])
		ok = err_set(&c.err, ERR_USAGE, "use --browser or --device, not both");
	return close_sign_in_run(&c, ok && run_sign_in(&c));
}

/* ---- logout ---- */

static void
on_signed_out(void *ctx, bool was, const struct err *err)
{
	struct sign_in_run *c = ctx;
	c->was_signed_in = was;
	if (err)
		c->err = *err;
	connection_stop(&c->connection);
}

int
logout_run(struct args *args)
{
	struct sign_in_run c;
	bool ok = open_sign_in_run(&c, args) && check_has_sign_in(&c);
	if (ok) {
		struct sign_out *s = sign_out_start(
		    &c.connection.io, &c.app.access.rules, on_signed_out, &c);
		connection_run(&c.connection);
		sign_out_stop(s);
		ok = !c.err.kind;
	}
	if (ok)
		fprintf(stderr,
		    c.was_signed_in ? "Signed out of %s\n" : "You were not signed in to %s\n",
		    c.app.environment_name);
	return close_sign_in_run(&c, ok);
}

/* ---- whoami ---- */

static void
print_whoami(const struct whoami *w, bool json)
{
	struct doc d = { 0 };
	struct buf out = { 0 };
	if (json)
		whoami_write_json(&out, w);
	else
		whoami_write(&d, w);
	for (size_t i = 0; i < d.lines.n; i++) {
		doc_write_line(&out, &d, i);
		buf_addc(&out, '\n');
	}
	fwrite(out.p, 1, out.n, stdout);
	buf_free(&out);
	doc_free(&d);
}

int
whoami_run(struct args *args)
{
	struct sign_in_run c;
	const char *format = args->option_values[OPTION_OUTPUT];
	bool json = format && strcmp(format, "json") == 0;
	bool ok = open_sign_in_run(&c, args);
	if (ok && format && !json && strcmp(format, "table") != 0)
		ok = err_set(&c.err, ERR_USAGE, "whoami prints a table or json");
	if (!ok)
		return close_sign_in_run(&c, false);
	check_token_with_service(&c);
	struct buf address = { 0 };
	app_context_append_service_name(&address, &c.app);
	print_whoami(&(struct whoami){ .badge = c.app.badge,
			 .name = c.app.environment_name,
			 .address = buf_str(&address),
			 .environment = c.app.environment,
			 .is_demo_token = c.app.options.demo_pack != NULL,
			 .client = c.connection.client,
			 .access = &c.app.access,
			 .test_err = &c.err },
	    json);
	buf_free(&address);
	return close_sign_in_run(&c, !c.err.kind);
}
