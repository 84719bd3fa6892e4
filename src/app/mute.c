#include "app/mute.h"

static enum check_rule
find_nearest_rule(struct str id)
{
	enum check_rule found = 0;
	size_t least = SIZE_MAX;
	for (enum check_rule r = 0; r < CHECK_RULES; r++) {
		size_t d = str_distance(id, str_of(check_rules[r].id));
		found = d < least ? r : found;
		least = d < least ? d : least;
	}
	return found;
}

bool
mute_add(struct muted_checks *mute, struct str id, struct err *err)
{
	enum check_rule rule = check_find_rule(id);
	if (rule == CHECK_RULES)
		return err_set(err, ERR_USAGE, "there is no rule \"%.*s\"; did you mean %s?",
		    STR_ARG(str_sub(id, 0, 60)), check_rules[find_nearest_rule(id)].id);
	mute->muted_rules[rule] = true;
	return true;
}

bool
mute_add_list(struct muted_checks *mute, struct str ids, struct err *err)
{
	struct str id;
	while (str_next(&ids, ',', &id))
		if (!mute_add(mute, id, err))
			return false;
	return true;
}
