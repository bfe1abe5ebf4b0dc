#include "notify/discord_post.h"

#include <string.h>

#include "base/write.h"
#include "codec/words.h"
#include "discord/message.h"

static void write_short(struct text *out, const char *key, const char *text, size_t max)
{
	struct text copy = TEXT_EMPTY;

	text_add_string(&copy, text);
	words_shorten(&copy, max);
	write_key_string(out, key, copy.bytes ? copy.bytes : "");
	text_free(&copy);
}

/* A user that is named in the text and not listed here is not pinged. */
static void write_mentions(struct text *out, const char *mentions)
{
	write_key(out, "allowed_mentions");
	text_add_string(out, "{\"parse\":[]");
	if (mentions[0]) {
		write_key(out, "users");
		write_byte(out, '[');
		while (*mentions) {
			size_t size = strcspn(mentions, ",");

			write_item(out);
			text_add_format(out, "\"%.*s\"", (int)size, mentions);
			mentions += size + (mentions[size] == ',');
		}
		write_byte(out, ']');
	}
	write_byte(out, '}');
}

/* All files that it has from now on: an edited message loses its old picture. */
static void write_attachments(struct text *out, const struct discord_post *post)
{
	write_key(out, "attachments");
	write_byte(out, '[');
	if (post->has_picture) {
		text_add_string(out, "{\"id\":0");
		write_short(out, "description", post->alt, DISCORD_ALT_CHARACTERS);
		write_key_name(out, "filename", "table.png");
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

static void write_embeds(struct text *out, const struct discord_post *post)
{
	write_key(out, "embeds");
	write_byte(out, '[');
	if (post->title) {
		write_byte(out, '{');
		write_key_integer(out, "color", post->colour);
		write_short(out, "description", post->about, DISCORD_EMBED_CHARACTERS);
		if (post->has_picture) {
			write_key(out, "image");
			text_add_string(out, "{\"url\":\"attachment://table.png\"}");
		}
		write_short(out, "title", post->title, DISCORD_TITLE_CHARACTERS);
		write_key_string(out, "url", post->link);
		write_byte(out, '}');
	}
	write_byte(out, ']');
}

static void write_buttons(struct text *out, const struct discord_post *post)
{
	write_key(out, "components");
	write_byte(out, '[');
	if (post->button_count) {
		discord_row_begin(out);
		for (size_t i = 0; i < post->button_count; i++)
			discord_button(out, (enum discord_style)post->button[i].style,
				       post->button[i].label, post->button[i].id);
		discord_row_end(out);
	}
	write_byte(out, ']');
}

void discord_post_write(struct text *out, const struct discord_post *post)
{
	write_byte(out, '{');
	write_mentions(out, post->mentions);
	write_attachments(out, post);
	if (post->button)
		write_buttons(out, post);
	write_short(out, "content", post->content, DISCORD_CONTENT_CHARACTERS);
	write_embeds(out, post);
	if (post->nonce) {
		write_key_bool(out, "enforce_nonce", true);
		write_key_string(out, "nonce", post->nonce);
	}
	write_byte(out, '}');
}

void discord_post_write_picture(struct text *out, const char *alt)
{
	const struct discord_post post = {.alt = alt ? alt : "", .has_picture = true};

	write_byte(out, '{');
	write_mentions(out, "");
	write_attachments(out, &post);
	write_byte(out, '}');
}

void discord_multipart(struct text *out, const char *boundary, const struct text *json,
		       const struct text *png)
{
	text_add_format(out,
			"--%s\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n"
			"Content-Type: application/json\r\n\r\n",
			boundary);
	text_add(out, json->bytes, json->size);
	text_add_format(out,
			"\r\n--%s\r\nContent-Disposition: form-data; name=\"files[0]\"; "
			"filename=\"table.png\"\r\nContent-Type: image/png\r\n\r\n",
			boundary);
	text_add(out, png->bytes, png->size);
	text_add_format(out, "\r\n--%s--\r\n", boundary);
}
