#pragma once
/* Discord's answers: messages with menus and buttons, within its documented limits. A message is
 * written front to back: begin, rows, end. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum {
	DISCORD_CONTENT_CHARACTERS = 2000,
	DISCORD_LABEL_CHARACTERS = 100, /* of a choice, and what describes it */
	DISCORD_BUTTON_CHARACTERS = 80,
	DISCORD_FIELD_CHARACTERS = 4000,
	DISCORD_HINT_CHARACTERS = 150, /* what a menu says before anything is chosen */
	DISCORD_CUSTOM_ID_BYTES = 101, /* with the NUL */
	DISCORD_CHOICES_MAX = 25,      /* of a menu, of an autocompletion */
	DISCORD_ROWS_MAX = 5,
	DISCORD_BUTTONS_MAX = 5, /* of a row */
};

/* A new message for all of the channel, one for the asker's eyes alone, or this one changed. */
enum discord_reply { DISCORD_REPLY_PUBLIC, DISCORD_REPLY_PRIVATE, DISCORD_REPLY_UPDATE };

/* What is promised instead of an answer: to the asker alone, to all of the channel, or while the message
 * that was pressed stays as it is. */
enum discord_deferral { DISCORD_DEFER_PRIVATE, DISCORD_DEFER_PUBLIC, DISCORD_DEFER_UPDATE };

enum discord_style {
	DISCORD_PRIMARY = 1,
	DISCORD_SECONDARY = 2,
	DISCORD_SUCCESS = 3,
	DISCORD_DANGER = 4,
	DISCORD_LINK = 5
};

/* Begin a message; `content` is cut to fit. Nobody is ever pinged by it but `mentions`, the id of
 * a user, or NULL. */
void discord_message_begin(struct text *out, enum discord_reply reply, const char *content,
			   const char *mentions);
void discord_message_end(struct text *out);

/* Promise one instead. */
void discord_defer(struct text *out, enum discord_deferral deferral);

/* Take apart what was written above: which answer it is, and the message alone, borrowed. False: it is
 * no message. */
bool discord_message_read(const struct text *answer, enum discord_reply *reply,
			  const char **message, size_t *size);

/* A row of buttons, or one with a menu. */
void discord_row_begin(struct text *out);
void discord_row_end(struct text *out);

/* A button; of a link `id` is its address. */
void discord_button(struct text *out, enum discord_style style, const char *label, const char *id);

void discord_menu_begin(struct text *out, const char *id, const char *hint);
void discord_choice(struct text *out, const char *label, const char *value,
		    const char *description); /* NULL: none */
void discord_menu_end(struct text *out);

/* A form, with fields of one line or several; `max`: the most characters that it takes. */
enum discord_field { DISCORD_FIELD_LINE = 1, DISCORD_FIELD_LINES = 2 };

void discord_form_begin(struct text *out, const char *id, const char *title);
void discord_field(struct text *out, enum discord_field style, const char *id, const char *label,
		   const char *value, unsigned max);
void discord_form_end(struct text *out);

/* Append "Turn 2, Movement" and LF, of a turn and its phase's name. */
void discord_turn(struct text *out, unsigned turn, const char *phase);

/* Append until when somebody is waited for, in each reader's own time (0: without end), and LF. */
void discord_until(struct text *out, int64_t until_ms);

/* Append a name so that nothing of it is markup, and so that it turns nothing around it. */
void discord_add_name(struct text *out, const char *name);

/* Append what people wrote so that it stands there as written: nothing of it is markup. */
void discord_escape(struct text *out, const char *text);
