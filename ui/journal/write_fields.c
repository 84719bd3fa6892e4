#include "ui/journal/write_fields.h"

#include "journal/row.h"

static void
add_record_field(void *ctx, struct str path, struct str value)
{
	send_fields_add(ctx, path, value);
}

void
send_fields_add_write(struct send_fields *f, const struct journal_write *w)
{
	if (journal_walk_record(w, add_record_field, f))
		return;
	send_fields_add(f, STR("owner"), w->owner);
	send_fields_add(f, STR("issuer"), w->iss);
	send_fields_add(f, STR("subject"), w->sub);
}
