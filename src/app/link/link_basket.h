/*
 * link_basket.h - the basket that a recovery link opens, if the link names one. Pure.
 *
 * A basket is named by a whole segment of the path, or by the one parameter for a basket; both are
 * percent-decoded once, as browsers do. Another basket, or a second one, at any place is a fault:
 * it would be unclear which one counts.
 */
#ifndef APP_LINK_LINK_BASKET_H
#define APP_LINK_LINK_BASKET_H

#include "base/buf.h"
#include "client/url.h"

enum link_basket {
	LINK_BASKET_THIS,
	LINK_BASKET_UNNAMED,
	LINK_BASKET_OTHER,
	LINK_BASKET_TWICE, /* two parameters, even if they say the same */
	LINK_BASKET_UP,    /* the path goes up (..): what it names is not what it opens */
};

/* Appends to `other` what it names instead, decoded; it may be anything. */
enum link_basket link_basket_identify(const struct url *u, struct str basket_id, struct buf *other);
/* Is it a basket's, as "basket", "basketId" or "Basket[]" are? The name is decoded. */
bool link_is_basket_parameter(struct str name);
/* The part of an id that links carry: without a "basket-" in front. */
struct str link_basket_id_part(struct str id);
/* 8-4-4-4-12, or near enough? */
bool link_is_id_shaped(struct str text);

#endif
