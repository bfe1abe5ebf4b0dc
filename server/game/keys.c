/* Files, each one line of 64 hex digits:
 *
 *	DIR/keys/tokens.secret
 *	DIR/keys/sign-0001.key, sign-0002.key, ...	the highest number is the newest
 *
 * A new signing key is made by putting a file of the next number there. A file is written
 * under another name, synced and renamed: a crash leaves a whole key or none. */

#include "game/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_BYTES = 65 };

static int nibble(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* Read 64 hex digits and at most one LF. */
static int read_key(const char *path, uint8_t out[32])
{
	char line[LINE_BYTES + 1];
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return -errno;
	ssize_t size = read(file, line, sizeof(line));
	close(file);
	if (size != LINE_BYTES && size != LINE_BYTES - 1)
		return -EINVAL;
	for (int i = 0; i < 32; i++) {
		int high = nibble(line[2 * i]), low = nibble(line[2 * i + 1]);
		if (high < 0 || low < 0)
			return -EINVAL;
		out[i] = (uint8_t)(high << 4 | low);
	}
	crypto_forget(line, sizeof(line));
	return 0;
}

static int sync_folder(const char *folder)
{
	int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (file < 0)
		return -errno;
	int result = fsync(file) == 0 ? 0 : -errno;
	close(file);
	return result;
}

static int write_key(const char *folder, const char *path, const uint8_t key[32])
{
	char draft[PATH_MAX], line[LINE_BYTES + 1];
	for (int i = 0; i < 32; i++)
		snprintf(line + 2 * i, 3, "%02x", key[i]);
	line[LINE_BYTES - 1] = '\n';
	snprintf(draft, sizeof(draft), "%s/draft", folder);
	unlink(draft);
	int file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0)
		return -errno;
	int result = 0;
	ssize_t written = write(file, line, LINE_BYTES);
	if (written != LINE_BYTES)
		result = written < 0 ? -errno : -ENOSPC;
	else if (fsync(file) != 0)
		result = -errno;
	close(file);
	crypto_forget(line, sizeof(line));
	if (!result && rename(draft, path) != 0)
		result = -errno;
	return result ? result : sync_folder(folder);
}

/* Read a key; make it when there is no such file, unless `platform` is NULL. */
static int read_or_make(const char *folder, const char *path, const struct platform *platform,
			uint8_t out[32])
{
	int result = read_key(path, out);
	if (result != -ENOENT || !platform)
		return result;
	platform->random(platform->context, out, 32);
	return write_key(folder, path, out);
}

/* Read the signing keys from the first file on, and put the newest first. */
static int read_signers(struct keys *keys, const char *folder, const struct platform *platform)
{
	char path[PATH_MAX];
	uint8_t seed[32];
	struct crypto_key oldest_first[KEYS_MAX];

	for (keys->count = 0; keys->count < KEYS_MAX; keys->count++) {
		snprintf(path, sizeof(path), "%s/sign-%04zu.key", folder, keys->count + 1);
		int result = keys->count ? read_key(path, seed)
					 : read_or_make(folder, path, platform, seed);
		if (keys->count && result == -ENOENT)
			break;
		if (result)
			return result;
		crypto_key_make(&oldest_first[keys->count], seed);
	}
	for (size_t i = 0; i < keys->count; i++)
		keys->key[i] = oldest_first[keys->count - 1 - i];
	crypto_forget(seed, sizeof(seed));
	crypto_forget(oldest_first, sizeof(oldest_first));
	return 0;
}

/* "pn_operator_" and 32 bytes, from the file or new: whoever may read it runs the server. */
static int read_operator(struct keys *keys, const char *directory, const struct platform *platform)
{
	char path[PATH_MAX], text[CRYPTO_TOKEN_CHARACTERS + 1];
	uint8_t bytes[32];
	size_t size = 0;

	platform->random(platform->context, bytes, sizeof(bytes));
	crypto_derive_token(text, bytes, "", "operator", "");
	crypto_forget(bytes, sizeof(bytes));
	snprintf(keys->operator_token, sizeof(keys->operator_token), "pn_operator_%s", text);
	if (!directory)
		return 0;
	if (snprintf(path, sizeof(path), "%s/operator.token", directory) >= (int)sizeof(path))
		return -ENAMETOOLONG;
	FILE *file = fopen(path, "re");
	if (!file && errno == ENOENT) {
		int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (descriptor < 0)
			return -errno;
		bool good = dprintf(descriptor, "%s\n", keys->operator_token) > 0 &&
			    fsync(descriptor) == 0;
		close(descriptor);
		return good ? 0 : -EIO;
	}
	if (!file)
		return -errno;
	char line[OPERATOR_TOKEN_BYTES + 1] = "";
	if (fgets(line, sizeof(line), file))
		size = strcspn(line, "\r\n");
	fclose(file);
	if (size < 32 || size >= sizeof(keys->operator_token))
		return -EINVAL;
	memcpy(keys->operator_token, line, size);
	keys->operator_token[size] = '\0';
	crypto_forget(line, sizeof(line));
	return 0;
}

/* Without a platform what is missing is not made. */
static int read_keys(struct keys *keys, const char *directory, const struct platform *platform)
{
	char folder[PATH_MAX - 32], path[PATH_MAX];

	if (snprintf(folder, sizeof(folder), "%s/keys", directory) >= (int)sizeof(folder))
		return -ENAMETOOLONG;
	if (platform && mkdir(folder, 0700) != 0 && errno != EEXIST)
		return -errno;
	snprintf(path, sizeof(path), "%s/tokens.secret", folder);
	int result = read_or_make(folder, path, platform, keys->secret);

	return result ? result : read_signers(keys, folder, platform);
}

int keys_open(struct keys *keys, const char *directory, const struct platform *platform)
{
	*keys = (struct keys){0};
	if (!directory) {
		uint8_t seed[32];
		platform->random(platform->context, keys->secret, sizeof(keys->secret));
		platform->random(platform->context, seed, sizeof(seed));
		crypto_key_make(&keys->key[0], seed);
		keys->count = 1;
		return read_operator(keys, NULL, platform);
	}
	int result = read_keys(keys, directory, platform);

	return result ? result : read_operator(keys, directory, platform);
}

int keys_read(struct keys *keys, const char *directory, const struct platform *platform)
{
	*keys = (struct keys){0};
	int result = read_keys(keys, directory, NULL);

	return result ? result : read_operator(keys, NULL, platform);
}

void keys_forget(struct keys *keys)
{
	crypto_forget(keys, sizeof(*keys));
}
