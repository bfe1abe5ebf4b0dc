/* Web Push: the example of RFC 8291 byte for byte, keys that are none, signatures. What npm's
 * http_ece and web-push make of it is in tests/contract/notices.mjs. */

#include <criterion/criterion.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <string.h>

#include "base/base64.h"
#include "base/crypto.h"
#include "notify/web_push.h"

/* RFC 8291, appendix A. */
static const char example_plain[] = "When I grow up, I want to be a watermelon";
static const char example_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char example_receiver[] =
	"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char example_secret[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char example_public[] =
	"BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char example_salt[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char example_body[] =
	"DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocIn"
	"mYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNW"
	"QexSgSxsj_Qulcy4a-fN";

struct example {
	struct web_push_receiver receiver;
	struct p256_key secret;
	uint8_t salt[WEB_PUSH_SALT_BYTES];
};

static struct example read_example(void)
{
	struct example example = {.receiver.endpoint = "https://push.example.net/push/JzLQ3raZ"};
	uint8_t secret[P256_SECRET_BYTES];

	cr_assert(base64url_read(example.receiver.public_key, P256_PUBLIC_BYTES, example_receiver));
	cr_assert(base64url_read(example.receiver.auth, WEB_PUSH_AUTH_BYTES, example_auth));
	cr_assert(base64url_read(example.salt, WEB_PUSH_SALT_BYTES, example_salt));
	cr_assert(base64url_read(secret, sizeof(secret), example_secret));
	cr_assert(p256_key_make(&example.secret, secret));
	return example;
}

Test(web_push, the_example_of_the_rfc)
{
	struct example example = read_example();
	struct text body = TEXT_EMPTY, written = TEXT_EMPTY;

	text_add_base64url(&written, example.secret.public_key, P256_PUBLIC_BYTES);
	cr_expect_str_eq(written.bytes, example_public);
	text_clear(&written);
	cr_assert(web_push_seal(&body, &example.receiver, &example.secret, example.salt,
				example_plain, strlen(example_plain), strlen(example_plain)));
	text_add_base64url(&written, body.bytes, body.size);
	cr_expect_str_eq(written.bytes, example_body);
	text_free(&body);
	text_free(&written);
}

Test(web_push, all_are_of_one_length)
{
	struct example example = read_example();
	struct text short_one = TEXT_EMPTY, long_one = TEXT_EMPTY;
	char plain[WEB_PUSH_PLAIN_BYTES + 1];

	memset(plain, 'x', sizeof(plain));
	cr_assert(web_push_seal(&short_one, &example.receiver, &example.secret, example.salt, plain,
				0, WEB_PUSH_PLAIN_BYTES));
	cr_assert(web_push_seal(&long_one, &example.receiver, &example.secret, example.salt, plain,
				WEB_PUSH_PLAIN_BYTES, WEB_PUSH_PLAIN_BYTES));
	cr_expect_eq(short_one.size, long_one.size);
	cr_expect_leq(long_one.size, 4096);
	text_clear(&long_one);
	cr_expect_not(web_push_seal(&long_one, &example.receiver, &example.secret, example.salt,
				    plain, sizeof(plain), WEB_PUSH_PLAIN_BYTES));
	cr_expect_eq(long_one.size, 0);
	text_free(&short_one);
	text_free(&long_one);
}

Test(web_push, a_key_that_is_none)
{
	struct example example = read_example();
	struct text body = TEXT_EMPTY;
	struct p256_key key;
	uint8_t number[P256_SECRET_BYTES] = {0};

	cr_expect_not(p256_key_make(&key, number), "0");
	memset(number, 0xff, sizeof(number));
	cr_expect_not(p256_key_make(&key, number), "above the order");
	example.receiver.public_key[P256_PUBLIC_BYTES - 1] ^= 1;
	cr_expect_not(
		web_push_seal(&body, &example.receiver, &example.secret, example.salt, "", 0, 0),
		"beside the curve");
	memset(example.receiver.public_key, 0, P256_PUBLIC_BYTES);
	cr_expect_not(
		web_push_seal(&body, &example.receiver, &example.secret, example.salt, "", 0, 0),
		"the point at infinity");
	cr_expect_eq(body.size, 0);
	text_free(&body);
}

Test(web_push, endpoints)
{
	static const char *const good[] = {"https://fcm.googleapis.com/fcm/send/abc:DEF-_",
					   "https://push.example:8443/x?y=%20",
					   "https://web.push.apple.com"};
	static const char *const bad[] = {"",
					  "http://push.example/x",
					  "https://",
					  "https:///x",
					  "https://user@push.example/",
					  "https://push.example/a b",
					  "https://push.example/\r\nX: y",
					  "https://push.example/#x",
					  "https://push.example/\xc3\xa4",
					  "https://push.example/\"",
					  "ftp://push.example/",
					  "https://?x"};
	char long_one[WEB_PUSH_ENDPOINT_MAX + 1];

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		cr_expect(web_push_endpoint_good(good[i]), "%s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect_not(web_push_endpoint_good(bad[i]), "%s", bad[i]);
	memset(long_one, 'x', sizeof(long_one) - 1);
	long_one[sizeof(long_one) - 1] = '\0';
	memcpy(long_one, good[2], strlen(good[2]));
	cr_expect_not(web_push_endpoint_good(long_one));
	long_one[WEB_PUSH_ENDPOINT_MAX - 1] = '\0';
	cr_expect(web_push_endpoint_good(long_one));
}

/* Is it a signature of the key over the text, as libcrypto sees it? */
static bool is_signed(const uint8_t signature[64], const uint8_t public_key[P256_PUBLIC_BYTES],
		      const char *bytes, size_t size)
{
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
	EVP_PKEY_CTX *maker = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	ECDSA_SIG *parts = ECDSA_SIG_new();
	EVP_PKEY *key = NULL;
	uint8_t *der = NULL;

	OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
	OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key,
					 P256_PUBLIC_BYTES);
	OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);

	cr_assert(EVP_PKEY_fromdata_init(maker) == 1 &&
		  EVP_PKEY_fromdata(maker, &key, EVP_PKEY_PUBLIC_KEY, parameters) == 1);
	ECDSA_SIG_set0(parts, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
	int der_size = i2d_ECDSA_SIG(parts, &der);
	bool good =
		EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
		EVP_DigestVerify(context, der, (size_t)der_size, (const uint8_t *)bytes, size) == 1;

	OPENSSL_free(der);
	ECDSA_SIG_free(parts);
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(key);
	OSSL_PARAM_free(parameters);
	OSSL_PARAM_BLD_free(builder);
	EVP_PKEY_CTX_free(maker);
	return good;
}

Test(web_push, who_sends_is_signed)
{
	static const char begin[] = "vapid t=";
	struct example example = read_example();
	struct text header = TEXT_EMPTY;
	uint8_t claims[256] = {0}, signature[P256_SIGNATURE_BYTES];
	char part[512];

	web_push_authorize(&header, &example.secret, "https://push.example:8443/x?y",
			   "mailto:op@pennon.example", INT64_C(1700000000000));
	cr_assert(strncmp(header.bytes, begin, strlen(begin)) == 0);
	const char *token = header.bytes + strlen(begin), *first = strchr(token, '.');
	const char *second = strchr(first + 1, '.'), *end = strchr(second, ',');

	snprintf(part, sizeof(part), "%.*s", (int)(end - second - 1), second + 1);
	cr_assert(base64url_read(signature, sizeof(signature), part));
	cr_expect(is_signed(signature, example.secret.public_key, token, (size_t)(second - token)));
	cr_expect_not(is_signed(signature, example.secret.public_key, token,
				(size_t)(second - token - 1)));
	snprintf(part, sizeof(part), "%.*s", (int)(second - first - 1), first + 1);
	static const char expected[] = "{\"aud\":\"https://push.example:8443\",\"exp\":1700043200,"
				       "\"sub\":\"mailto:op@pennon.example\"}";
	cr_assert(base64url_read(claims, sizeof(expected) - 1, part));
	cr_expect_str_eq((char *)claims, expected);
	snprintf(part, sizeof(part), ", k=%s", example_public);
	cr_expect_str_eq(end, part);
	text_free(&header);
}

Test(web_push, a_topic_is_of_a_game_and_a_receiver)
{
	static const uint8_t secret[32] = {1};
	struct text a = TEXT_EMPTY, b = TEXT_EMPTY, c = TEXT_EMPTY;

	web_push_topic(&a, secret, "game", "one");
	web_push_topic(&b, secret, "game", "two");
	web_push_topic(&c, secret, "other", "one");
	cr_expect_eq(a.size, WEB_PUSH_TOPIC_BYTES);
	cr_expect_str_neq(a.bytes, b.bytes);
	cr_expect_str_neq(a.bytes, c.bytes);
	text_free(&a);
	text_free(&b);
	text_free(&c);
}

Test(base64, as_the_rfc_has_it)
{
	struct text text = TEXT_EMPTY;
	uint8_t bytes[2000], back[2000];

	text_add_base64(&text, "fooba", 5);
	cr_expect_str_eq(text.bytes, "Zm9vYmE=");
	text_clear(&text);
	text_add_base64url(&text, "\xfb\xff", 2);
	cr_expect_str_eq(text.bytes, "-_8");
	cr_expect(base64url_read(back, 2, "-_8="));
	cr_expect_not(base64url_read(back, 1, "-_8"));
	cr_expect_not(base64url_read(back, 3, "-_8"));
	cr_expect_not(base64url_read(back, 2, "+/8"));
	cr_expect_not(base64url_read(back, 2, "-_8\n"));
	text_clear(&text);
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * 7);
	text_add_base64url(&text, bytes, sizeof(bytes));
	cr_expect(base64url_read(back, sizeof(back), text.bytes));
	cr_expect_arr_eq(back, bytes, sizeof(back));
	text_free(&text);
}
