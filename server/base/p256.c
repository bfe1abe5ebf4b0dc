/* libcrypto's curves are asked for by name; what it makes of a key lives for one call, since a
 * server signs and seals some hundred times an hour at most. */

#include "base/p256.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

static void must(bool good)
{
	if (!good)
		abort(); /* no memory, or a library without the curve */
}

/* Does the secret have a point, and which? */
static bool find_point(const EC_GROUP *group, const uint8_t secret[P256_SECRET_BYTES],
		       uint8_t out[P256_PUBLIC_BYTES])
{
	BIGNUM *number = BN_secure_new();
	EC_POINT *point = EC_POINT_new(group);

	must(number && point && BN_bin2bn(secret, P256_SECRET_BYTES, number));
	BN_set_flags(number, BN_FLG_CONSTTIME);
	const bool good = !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0;

	if (good)
		must(EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
		     EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, out,
					P256_PUBLIC_BYTES, NULL) == P256_PUBLIC_BYTES);
	EC_POINT_free(point);
	BN_clear_free(number);
	return good;
}

bool p256_key_make(struct p256_key *out, const uint8_t secret[P256_SECRET_BYTES])
{
	EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);

	must(group != NULL);
	*out = (struct p256_key){0};
	const bool good = find_point(group, secret, out->public_key);

	if (good)
		memcpy(out->secret, secret, P256_SECRET_BYTES);
	EC_GROUP_free(group);
	return good;
}

/* As libcrypto has it; `secret` may be NULL. NULL when the public key is no point. */
static EVP_PKEY *load(const uint8_t *public_key, const uint8_t *secret)
{
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	BIGNUM *number = BN_secure_new();
	EVP_PKEY *key = NULL;

	must(builder && context && number &&
	     OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1",
					     0) &&
	     OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key,
					      P256_PUBLIC_BYTES));
	if (secret)
		must(BN_bin2bn(secret, P256_SECRET_BYTES, number) &&
		     OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number));
	OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);

	must(parameters && EVP_PKEY_fromdata_init(context) == 1);
	if (EVP_PKEY_fromdata(context, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
			      parameters) != 1)
		key = NULL;
	OSSL_PARAM_free(parameters);
	OSSL_PARAM_BLD_free(builder);
	BN_clear_free(number);
	EVP_PKEY_CTX_free(context);
	return key;
}

bool p256_agree(uint8_t out[P256_SECRET_BYTES], const struct p256_key *mine,
		const uint8_t theirs[P256_PUBLIC_BYTES])
{
	EVP_PKEY *own = load(mine->public_key, mine->secret);
	EVP_PKEY *peer = theirs[0] == POINT_CONVERSION_UNCOMPRESSED ? load(theirs, NULL) : NULL;
	EVP_PKEY_CTX *context = own ? EVP_PKEY_CTX_new(own, NULL) : NULL;
	size_t size = P256_SECRET_BYTES;

	must(context && EVP_PKEY_derive_init(context) == 1);
	const bool good = peer && EVP_PKEY_derive_set_peer(context, peer) == 1 &&
			  EVP_PKEY_derive(context, out, &size) == 1 && size == P256_SECRET_BYTES;

	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(peer);
	EVP_PKEY_free(own);
	return good;
}

void p256_sign(uint8_t out[P256_SIGNATURE_BYTES], const struct p256_key *key, const void *bytes,
	       size_t size)
{
	EVP_PKEY *own = load(key->public_key, key->secret);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	uint8_t der[128];
	const uint8_t *from = der;
	size_t der_size = sizeof(der);

	must(own && context &&
	     EVP_DigestSignInit_ex(context, NULL, "SHA256", NULL, NULL, own, NULL) == 1 &&
	     EVP_DigestSign(context, der, &der_size, bytes, size) == 1);
	ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &from, (long)der_size);

	must(signature && BN_bn2binpad(ECDSA_SIG_get0_r(signature), out, 32) == 32 &&
	     BN_bn2binpad(ECDSA_SIG_get0_s(signature), out + 32, 32) == 32);
	ECDSA_SIG_free(signature);
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(own);
}

void hkdf_sha256(uint8_t *out, size_t out_size, const uint8_t *salt, size_t salt_size,
		 const uint8_t *secret, size_t secret_size, const uint8_t *info, size_t info_size)
{
	EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
	EVP_KDF_CTX *context = kdf ? EVP_KDF_CTX_new(kdf) : NULL;
	char digest[] = "SHA256";
	/* They are not written to. */
	const OSSL_PARAM parameters[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(uintptr_t)salt,
						  salt_size),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)(uintptr_t)secret,
						  secret_size),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)(uintptr_t)info,
						  info_size),
		OSSL_PARAM_construct_end(),
	};

	must(context && EVP_KDF_derive(context, out, out_size, parameters) == 1);
	EVP_KDF_CTX_free(context);
	EVP_KDF_free(kdf);
}

void aes128gcm_seal(uint8_t *out, const uint8_t key[AES128GCM_KEY_BYTES],
		    const uint8_t nonce[AES128GCM_NONCE_BYTES], const uint8_t *plain, size_t size)
{
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	int written = 0, rest = 0;

	must(context && EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, NULL) == 1 &&
	     EVP_EncryptUpdate(context, out, &written, plain, (int)size) == 1 &&
	     EVP_EncryptFinal_ex(context, out + written, &rest) == 1 &&
	     EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, AES128GCM_TAG_BYTES, out + size) ==
		     1);
	EVP_CIPHER_CTX_free(context);
}
