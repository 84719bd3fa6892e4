/*
 * handlers.h - one handler function per endpoint; see route.h for its contract.
 */
#ifndef SERVICE_API_HANDLERS_H
#define SERVICE_API_HANDLERS_H

#include "service/api/route.h"

route_handler handle_baskets_list;
route_handler handle_items_list;
route_handler handle_journeys;
route_handler handle_bulk;
route_handler handle_feed;
route_handler handle_feed_position;
route_handler handle_link;
route_handler handle_unlink;
route_handler handle_audit_list;
route_handler handle_requests;
route_handler handle_issuer;
route_handler handle_oauth_request;
route_handler handle_device_page;
route_handler handle_device_decision;
route_handler handle_demo_reset, handle_demo_clock, handle_demo_faults, handle_demo_save,
    handle_demo_load;
route_handler handle_demo_owners;
route_handler handle_base;
route_handler handle_health;
route_handler handle_ready;
route_handler handle_metrics;
route_handler handle_openapi;

/* A readiness_check: reads a page from this service's store and checks that a write is possible. */
bool check_readiness(void *service, struct err *err);

#endif
