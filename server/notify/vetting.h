#pragma once
/* Which addresses may be connected to for somebody who named a URL: those of the open internet alone.
 * Asked of the address that is really connected to, so a name that changes its mind gains nothing. */

#include <stdbool.h>

struct sockaddr;

/* Refused are loopback, private, link-local (clouds' metadata with them), shared (RFC 6598), multicast,
 * reserved and documentation ranges, and IPv6 that carries IPv4: mapped, NAT64, 6to4, Teredo. */
bool vetting_is_public(const struct sockaddr *socket);

/* Is it an address of this machine, on whichever of its networks? Also when that cannot be known. */
bool vetting_is_own(const struct sockaddr *socket);

/* 80, 443, and from 1024 up: of an address, and as a number, however long. */
bool vetting_is_port_good(const struct sockaddr *socket);
bool vetting_is_number_good(long port);
