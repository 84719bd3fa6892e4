#include "cli/commands.h"

#include "app/saved_views.h"
#include "base/utf8.h"
#include "catalog/command_export_list.h"
#include "catalog/page.h"
#include "cli/exits.h"
#include "cli/walk.h"
#include "cli/writer.h"

#include <stdio.h>

struct export_job {
	struct args *args;
	struct app_context app;
	struct connection connection;
	struct catalog *catalog;
	VEC(struct view) views; /* of --select */
	int attempt_count;
};

/* Parses each --select, so that a mistake is reported before anything is read. */
static bool
read_views(struct export_job *j, struct err *err)
{
	for (size_t i = 0; i < j->args->given_options.n; i++) {
		const struct given_option *given = &j->args->given_options.v[i];
		struct view view = { 0 };
		struct buf whole = { 0 };
		if (given->option != OPTION_SELECT)
			continue;
		bool ok = saved_view_expand(&whole, str_of(given->value), err) &&
		    view_parse(&view, buf_str(&whole), err);
		buf_free(&whole);
		vec_push(&j->views, view);
		if (!ok || !page_can_show(&view, err))
			return false;
	}
	return true;
}

/* Published items are read only for a term about them, since that takes another two lists. */
static unsigned
parts_to_read(const struct export_job *j)
{
	unsigned parts = CATALOG_LISTS | CATALOG_JOURNEYS;
	for (size_t v = 0; v < j->views.n; v++)
		for (size_t i = 0; i < j->views.v[v].terms.n; i++)
			if (str_eqz(j->views.v[v].terms.v[i].key, "published"))
				parts |= CATALOG_PUBLISHED;
	return parts;
}

static bool
read_catalog(struct export_job *j, struct err *err)
{
	const struct catalog_scope scope = { .wanted_parts = parts_to_read(j),
		.required_parts = CATALOG_LISTS };
	j->catalog = catalog_read_all(&j->connection, scope, &j->attempt_count, err);
	return j->catalog && catalog_check_journeys_read(j->catalog, &j->attempt_count, err);
}

static bool
choose(const struct export_job *j, struct page_choice *choice, struct err *err)
{
	if (j->views.n == 0)
		page_choose_all(choice, j->catalog);
	for (size_t i = 0; i < j->views.n; i++)
		if (!page_choose_view(choice, j->catalog, &j->views.v[i], err))
			return false;
	return true;
}

static bool
write_page(struct export_job *j, const char *path, struct err *err)
{
	struct page_choice choice = { 0 };
	struct buf text = { 0 }, said = { 0 };
	int64_t now = clock_now(&j->app.clock);
	const struct page_source source = { .catalog = j->catalog,
		.environment = j->app.environment_name,
		.mute = &j->app.config.mute,
		.now = now,
		.start_day = when_local_date(now) };
	bool ok = choose(j, &choice, err);
	if (ok) {
		page_write(&text, &said, &source, &choice);
		ok = writer_write_file(path, &text, err);
	}
	if (ok) {
		struct buf line = { 0 };
		text_clean(&line, str_eqz(str_of(path), "-") ? STR("stdout") : str_of(path), false);
		fprintf(stderr, "%s: %s\n", buf_z(&line), buf_z(&said));
		buf_free(&line);
	}
	page_choice_free(&choice);
	buf_free(&text);
	buf_free(&said);
	return ok;
}

static int
export_page(struct export_job *j)
{
	struct err err;
	const char *path = j->args->positional_args.v[1];
	const char *const *given = j->args->option_values;
	bool of_lists = given[OPTION_OUTPUT] || given[OPTION_FIELDS] || given[OPTION_NO_HEADER] ||
	    given[OPTION_NUL];
	bool ok = !of_lists ||
	    err_set(&err, ERR_USAGE,
		"export page writes HTML; -o, --fields, --no-header and --null are for lists");
	ok = ok && read_views(j, &err) &&
	    writer_may_replace_file(path, j->args->option_values[OPTION_YES], &err) &&
	    app_context_init(&j->app, &j->args->app_options, &err) &&
	    connection_open(&j->connection, &j->app, &err) && read_catalog(j, &err) &&
	    write_page(j, path, &err);
	return ok ? EXIT_OK : fail_with_exit_code(&err, j->attempt_count);
}

int
export_run(struct args *args)
{
	struct export_job j = { .args = args };
	struct err err;
	int status;
	if (args->positional_args.n && export_list_is_name(str_of(args->positional_args.v[0])))
		return export_list_run(args);
	args->app_options.view_line = NULL; /* the words are not a VIEW */
	if (args->positional_args.n == 2 && str_eqz(str_of(args->positional_args.v[0]), "page")) {
		status = export_page(&j);
	} else {
		err_set(&err, ERR_USAGE,
		    "export takes page FILE.html, charges OFFER, prices CAMPAIGN or users PATH");
		status = fail_with_exit_code(&err, 0);
	}
	for (size_t i = 0; i < j.views.n; i++)
		view_free(&j.views.v[i]);
	vec_free(&j.views);
	catalog_free(j.catalog);
	connection_close(&j.connection);
	app_context_free(&j.app);
	return status;
}
