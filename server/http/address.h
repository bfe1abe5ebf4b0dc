#pragma once
/* Internet addresses, and ranges of them. */

#include <stdbool.h>
#include <stdint.h>

struct sockaddr;

/* 16 bytes; an IPv4 address as ::ffff:a.b.c.d. */
struct address {
	uint8_t bytes[16];
};

/* All addresses that have the first bits in common. */
struct address_range {
	struct address address;
	uint8_t bits; /* 0 to 128 */
};

/* Of a socket, all zero when it is of another family. */
struct address address_of(const struct sockaddr *socket);

/* Read "192.0.2.1" or "2001:db8::1". False when it is neither. */
bool address_parse(struct address *out, const char *text);

/* Read an address, or a range such as "10.0.0.0/8". False when it is neither. */
bool address_range_parse(struct address_range *out, const char *text);

/* Are its first bits those of the range? */
bool address_in_range(struct address address, const struct address_range *range);

/* Is it this machine's own? */
bool address_is_loopback(struct address address);

/* The part that stands for its owner: all of an IPv4 address, the first half of an IPv6 one, since
 * a household has the other half to itself. The rest is 0. */
struct address address_owner(struct address address);

/* A hash of that. */
uint32_t address_hash(struct address address);
