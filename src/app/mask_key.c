#include "app/mask_key.h"

#include "app/state.h"

static const char key_file[] = "mask.key";

/* Uses the first line, so that two consoles that created a key at once use the same one. */
static bool
read_key_line(struct mask *m, struct str text, struct err *err)
{
	struct str line;
	if (!str_next(&text, '\n', &line) || !hex_is_valid(line, 2 * DIGEST_SIZE))
		return err_set(err, ERR_CONFIG,
		    "the masking key, %s in the state folder, is damaged. Delete it to start "
		    "with new masked names",
		    key_file);
	mask_init(m, line);
	return true;
}

static bool
make_key(struct err *err)
{
	unsigned char random[DIGEST_SIZE];
	struct buf line = { 0 };
	digest_random(random, sizeof(random));
	hex_encode(&line, random, sizeof(random));
	bool ok = state_append(key_file, buf_str(&line), err);
	buf_wipe(&line);
	return ok;
}

bool
mask_key_open(struct mask *m, struct err *err)
{
	struct buf text = { 0 };
	bool ok = state_read(&text, key_file, err);
	if (ok && !text.n)
		ok = make_key(err) && state_read(&text, key_file, err);
	ok = ok && read_key_line(m, buf_str(&text), err);
	buf_wipe(&text);
	return ok;
}
