#pragma once
/* What Discord posts when somebody uses a command or presses something: an interaction. Discord
 * adds members as it likes, so what is not needed is passed over; what is needed must be there. */

#include "codec/codec.h"

/* Discord's numbers of the kinds. */
enum interaction_kind {
	INTERACTION_PING = 1,
	INTERACTION_COMMAND = 2,
	INTERACTION_COMPONENT = 3, /* a button or a menu of a message */
	INTERACTION_AUTOCOMPLETE = 4,
	INTERACTION_MODAL = 5, /* a form that was filled in */
};

enum {
	INTERACTION_TOKEN_BYTES = 512,
	INTERACTION_ID_BYTES = 24,     /* a snowflake: up to 20 digits */
	INTERACTION_NAME_BYTES = 33,   /* of a command or an option */
	INTERACTION_VALUE_BYTES = 256, /* a choice, a custom id of 100 characters, a link */
	INTERACTION_TEXT_BYTES = 4097, /* what was typed into a form */
	INTERACTION_SHOWN_BYTES = 257, /* what somebody is called */
	INTERACTION_OPTIONS_MAX = 8,
	INTERACTION_FIELDS_MAX = 5, /* of a form */
};

struct interaction_option {
	char name[INTERACTION_NAME_BYTES];
	char value[INTERACTION_VALUE_BYTES]; /* a number as its digits; longer text is cut */
	bool is_focused;                     /* AUTOCOMPLETE: this one is being typed */
};

struct interaction_field {
	char id[INTERACTION_NAME_BYTES];
	char value[INTERACTION_VALUE_BYTES]; /* longer text is cut */
};

struct interaction {
	uint8_t kind; /* enum interaction_kind, or one to come */
	char id[INTERACTION_ID_BYTES];
	char token
		[INTERACTION_TOKEN_BYTES]; /* answers by it for 15 minutes; "" when it is too long */
	char application[INTERACTION_ID_BYTES];
	char guild[INTERACTION_ID_BYTES];   /* "" in a private message */
	char channel[INTERACTION_ID_BYTES]; /* "" of a ping */
	char user[INTERACTION_ID_BYTES];    /* "" of a ping */
	char shown[INTERACTION_SHOWN_BYTES];
	char locale[16]; /* of the user: "de", "en-GB" */
	char command[INTERACTION_NAME_BYTES];
	char subcommand[INTERACTION_NAME_BYTES];
	size_t option_count;
	struct interaction_option option[INTERACTION_OPTIONS_MAX];
	char custom_id[INTERACTION_VALUE_BYTES]; /* COMPONENT, MODAL */
	char value[INTERACTION_VALUE_BYTES];     /* COMPONENT: the first that was chosen, or "" */
	/* MODAL: the first field; COMPONENT: what stands as JSON in the message that was pressed */
	char text[INTERACTION_TEXT_BYTES];
	bool is_private; /* COMPONENT: the message that was pressed is for the user's eyes alone */
	size_t field_count;
	struct interaction_field field[INTERACTION_FIELDS_MAX]; /* MODAL */
};

/* False: it is no interaction. */
bool codec_interaction_decode(struct interaction *out, const char *bytes, size_t size);

/* The value of an option by its name, or NULL. */
const char *interaction_option(const struct interaction *interaction, const char *name);
