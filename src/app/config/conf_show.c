#include "app/config/conf.h"

#include "app/config/embedded.h"

/* In double quotes, as libconfuse reads them: a backslash keeps the next character as it is, and
 * ${ would be a variable. */
static void
show_quoted(struct buf *out, const char *text)
{
	buf_addc(out, '"');
	for (const char *p = text; *p; p++) {
		if (*p == '\n') {
			buf_addz(out, "\\n");
			continue;
		}
		if (*p == '"' || *p == '\\' || *p == '$')
			buf_addc(out, '\\');
		buf_addc(out, *p);
	}
	buf_addc(out, '"');
}

static void
show_text(struct buf *out, const char *name, const char *text)
{
	if (!text)
		return;
	buf_addf(out, "    %s = ", name);
	show_quoted(out, text);
	buf_addc(out, '\n');
}

static void
show_list(struct buf *out, const char *name, char **list)
{
	if (!list)
		return;
	buf_addf(out, "    %s = {", name);
	for (char **p = list; *p; p++) {
		buf_addz(out, p == list ? "" : ", ");
		show_quoted(out, *p);
	}
	buf_addz(out, "}\n");
}

/* What else could stand there, in a comment. */
static void
show_choice(struct buf *out, const char *name, const char *chosen, const char *first,
    const struct embedded *list)
{
	buf_addf(out, "    # %s", first);
	embedded_add_names(out, list);
	buf_addc(out, '\n');
	show_text(out, name, chosen);
}

/* Every name that is asked with, whether the file says it or not. */
static void
show_names(struct buf *out, const struct environment *e)
{
	struct wire_names names = wire_names_default();
	environment_names(&names, e);
	show_text(out, "namespace", names.space);
	buf_addz(out, "    parameters {\n");
	for (int p = 0; p < PARAM_COUNT; p++) {
		buf_addz(out, "    ");
		show_text(out, param_infos[p].config, names.params[p]);
	}
	buf_addz(out, "    }\n    paths {\n");
	for (int p = 0; p < ENDPOINT_COUNT; p++) {
		buf_addz(out, "    ");
		show_text(out, endpoint_infos[p].config, names.paths[p]);
	}
	buf_addz(out, "    }\n");
}

static void
show_mute(struct buf *out, const struct mute *mute)
{
	const char *before = "";
	buf_addz(out, "checks {\n    mute = {");
	for (enum check_rule r = 0; r < CHECK_RULES; r++) {
		if (!mute->rules[r])
			continue;
		buf_addz(out, before);
		show_quoted(out, check_rules[r].id);
		before = ", ";
	}
	buf_addz(out, "}\n}\n");
}

void
config_show(struct buf *out, const struct config *c)
{
	buf_addf(out, "# %s\n", c->file ? c->file : "no file: these are the defaults");
	for (size_t i = 0; i < c->environments.n; i++) {
		const struct environment *e = &c->environments.v[i];
		buf_addz(out, "environment ");
		show_quoted(out, e->name);
		buf_addz(out, " {\n");
		show_text(out, "url", e->url);
		show_text(out, "badge", e->badge);
		show_text(out, "role", e->role);
		show_text(out, "authorization", e->bare ? "bare" : "bearer");
		show_text(out, "token-file", e->token_file);
		show_list(out, "token-command", e->token_command);
		show_text(out, "ca-file", e->ca_file);
		show_text(out, "proxy", e->proxy);
		show_text(out, "link-base", e->link_base);
		show_list(out, "link-hosts", e->link_hosts);
		buf_addf(out, "    timeout = %d\n", e->timeout);
		if (e->read_only)
			buf_addz(out, "    read-only = true\n");
		if (e->plan_approval)
			buf_addz(out, "    plan-approval = true\n");
		if (e->plan_threshold)
			buf_addf(out, "    plan-threshold = %d\n", e->plan_threshold);
		if (e->mask)
			buf_addz(out, "    mask = true\n");
		if (e->insecure)
			buf_addz(out, "    insecure = true\n");
		show_names(out, e);
		buf_addz(out, "}\n");
	}
	buf_addz(out, "ui {\n");
	show_choice(out, "keymap", c->keymap, "", embedded_keymaps);
	show_choice(out, "theme", c->theme, "auto, ", embedded_themes);
	show_text(out, "clipboard", c->clipboard);
	show_text(out, "timezone", c->timezone);
	show_text(out, "start", c->start);
	if (c->mouse)
		buf_addz(out, "    mouse = true\n");
	buf_addf(out, "    baskets-ahead = %d\n}\n", c->baskets_ahead);
	show_mute(out, &c->mute);
}
