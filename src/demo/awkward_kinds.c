/* Values: absent, null and empty ones, other types than the contract has, odd numbers and times. */
#include "demo/awkward.h"

#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define STANDALONE(slug) DEMO_OFFERS, slug, NULL, "/offers2/" slug
#define IN_SPRING "/offers/2026 Spring Launch/"

static const struct awkward rows[] = {
	{ DEMO_OFFERS, "wa18-html", "WA18 a long description", "/offers2/wa18-html",
	    .attributes = "'display_name__svc':'WA18'", .more = awkward_add_long_html },
	{ STANDALONE("wa19-null"),
	    .whole = "'name':null,'created':null,'modified':null,'version':null,"
		     "'version_date':null,'record_type':null,'duplicatedFrom':null,"
		     "'baseTemplate':null,'priceReference':null,'user':null,"
		     "'data':{'attributes':{'checkout_description__svc':null,"
		     "'display_name__svc':null,'allowed_countries__svc':null,"
		     "'checkout__svc':null,'label__svc':null,'term__svc':null,"
		     "'initial_term__svc':null,'push_to_checkout__svc':null},"
		     "'price':null,'productBundles':null,'products':null}" },
	{ STANDALONE("wa19-absent"), .whole = "" },
	{ STANDALONE("wa19-empty"),
	    .whole = "'name':'','created':'','modified':'','version':'','version_date':'',"
		     "'record_type':'','duplicatedFrom':'','baseTemplate':'',"
		     "'priceReference':'','user':'','data':{'attributes':"
		     "{'checkout_description__svc':'','display_name__svc':'',"
		     "'allowed_countries__svc':[],'checkout__svc':{},'label__svc':[],"
		     "'term__svc':{},'initial_term__svc':{},'push_to_checkout__svc':''},"
		     "'price':[],'productBundles':[],'products':[]}" },
	{ DEMO_OFFERS, "wa20-unknown", "WA20 attributes that no template has",
	    "/offers2/wa20-unknown",
	    .attributes = "'display_name__svc':'WA20','nested':{'a':{'b':{'c':[1,[2,[3]]]}}},"
			  "'arrays':[[1,2],[3,[4,5]],[]],"
			  "'numbers':[1e400,9223372036854775809,-0,0.10,1.0E+2]",
	    .more = awkward_add_many_keys },
	{ DEMO_OFFERS, "wa21-types", "WA21 other types, standalone", "/offers2/wa21-types",
	    .price = "[{'name':'monthly','currencyCode':'GBP','value':9.99,'type':1,"
		     "'trigger':false,'repeat_interval':'1','repeat_count':[]}]",
	    .data = "'productBundles':[{'product_path':'/products/kids','revenue_split':100,"
		    "'rate_plan':null}],'products':null" },
	{ DEMO_OFFERS, "wa21-tags", "WA21 other types, legacy", IN_SPRING "wa21-tags",
	    .price = "{'name':'monthly','currencyCode':'GBP','value':'9.99'}",
	    .data = "'products':null,'segments':'/segments/student','tags':'/tags/uk/direct'" },
	{ DEMO_OFFERS, "wa32-before", "WA32 changed before it was made", IN_SPRING "wa32-before",
	    .times = "'created':'2026-03-02T10:00:00.000Z','modified':'2025-01-01T00:00:00.000Z'" },
	{ DEMO_OFFERS, "wa32-words", "WA32 times in words", IN_SPRING "wa32-words",
	    .times = "'created':'2026-03-02T10:00','modified':'yesterday',"
		     "'version_date':'20260302'" },
	{ DEMO_OFFERS, "wa32-edges", "WA32 times at the edges", IN_SPRING "wa32-edges",
	    .times = "'created':'2026-03-02T10:00:00+14:00','modified':'2016-12-31T23:59:60Z',"
		     "'version_date':'9999-12-31T23:59:59Z'" },
};

const struct awkward_family awkward_kinds = { rows, sizeof(rows) / sizeof(*rows) };
