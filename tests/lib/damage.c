#include "lib/damage.h"
#include "lib/files.h"
#include "lib/test.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FLIPS = 10, CONTENT = DAMAGE_ADD };

const char *const damage_names[DAMAGES] = { "unchanged", "flipped", "cut", "emptied", "added to",
	"gone", "a pipe", "a folder", "a link", "an endless device", "readable by others" };

uint64_t
damage_draw(uint64_t *random)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return *random;
}

void
damage_clear(const char *path)
{
	if (unlink(path) < 0 && errno != ENOENT)
		assert_int_equal(rmdir(path), 0);
}

static void
flip(struct buf *text, uint64_t *random)
{
	for (int i = 0; text->n && i < FLIPS; i++)
		text->p[damage_draw(random) % text->n] ^= (char)(1u << damage_draw(random) % 8);
}

static void
write_changed(const char *path, struct str text, enum damage damage, uint64_t *random)
{
	auto_buf changed = { 0 };
	buf_adds(&changed, text);
	if (damage == DAMAGE_FLIP)
		flip(&changed, random);
	if (damage == DAMAGE_CUT)
		changed.n = changed.n ? damage_draw(random) % changed.n : 0;
	if (damage == DAMAGE_EMPTY)
		changed.n = 0;
	for (int i = 0; damage == DAMAGE_ADD && i < FLIPS; i++)
		buf_addc(&changed, (char)damage_draw(random));
	write_bytes(path, buf_str(&changed), 0600);
}

static void
link_to_the_same(const char *path, struct str text)
{
	auto_buf target = { 0 };
	buf_addf(&target, "%s.target", path);
	write_bytes(buf_z(&target), text, 0600);
	const char *name = buf_z(&target);
	for (const char *p = name; *p; p++)
		if (*p == '/')
			name = p + 1;
	assert_int_equal(symlink(name, path), 0);
}

void
damage_write_as(const char *path, struct str text, enum damage damage, uint64_t *random)
{
	damage_clear(path);
	switch (damage) {
	case DAMAGE_GONE:
		return;
	case DAMAGE_PIPE:
		assert_int_equal(mkfifo(path, 0600), 0);
		return;
	case DAMAGE_FOLDER:
		assert_int_equal(mkdir(path, 0700), 0);
		return;
	case DAMAGE_LINK:
		link_to_the_same(path, text);
		return;
	case DAMAGE_ENDLESS:
		assert_int_equal(symlink("/dev/zero", path), 0);
		return;
	case DAMAGE_OPEN:
		write_bytes(path, text, 0644);
		return;
	default:
		write_changed(path, text, damage, random);
	}
}

enum damage
damage_write(const char *path, struct str text, uint64_t *random)
{
	enum damage damage = DAMAGE_NONE;
	uint64_t drawn = damage_draw(random) % 8;
	if (drawn < 3) /* favour damaged contents over files that cannot be opened */
		damage = (enum damage)(1 + damage_draw(random) % CONTENT);
	else if (drawn == 3)
		damage = (enum damage)(1 + damage_draw(random) % (DAMAGES - 1));
	damage_write_as(path, text, damage, random);
	return damage;
}

const char *
damage_words(enum damage damage, bool followed)
{
	switch (damage) {
	case DAMAGE_PIPE:
		return " is a pipe, not a file";
	case DAMAGE_FOLDER:
		return " is a folder, not a file";
	case DAMAGE_LINK:
		return followed ? NULL : " is a link, not a file";
	case DAMAGE_ENDLESS:
		return followed ? " is a device, not a file" : " is a link, not a file";
	case DAMAGE_OPEN:
		return followed ? NULL : "others can read ";
	default:
		return NULL;
	}
}
