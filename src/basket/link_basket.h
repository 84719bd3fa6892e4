/*
 * link_basket.h - the basket that a recovery link opens, if the link names one. Pure.
 *
 * A basket is named by a whole segment of the path, or by the one parameter for a basket; both are
 * percent-decoded once, as browsers do. Another basket, or a second one, anywhere in the link is an
 * error: it would be unclear which one counts.
 */
#ifndef BASKET_LINK_BASKET_H
#define BASKET_LINK_BASKET_H

#include "base/buf.h"
#include "client/url.h"

enum link_basket {
	LINK_BASKET_THIS,
	LINK_BASKET_UNNAMED,
	LINK_BASKET_OTHER,
	LINK_BASKET_TWICE,       /* two basket parameters, even with the same value */
	LINK_BASKET_DOT_SEGMENT, /* the path contains `..`, so it may open another basket than it
				    names */
};

/* Determines which basket the link opens. If it is another one, appends its decoded id to
 * `other`, which may contain any bytes. */
enum link_basket link_basket_identify(const struct url *u, struct str basket_id, struct buf *other);
/* True for the name of a parameter with a basket id, such as "basket", "basketId" or "Basket[]".
 * The name must be decoded. */
bool link_is_basket_parameter(struct str name);
/* True if the text looks like a UUID: 36 characters with 4 dashes. */
bool link_is_id_shaped(struct str text);

#endif
