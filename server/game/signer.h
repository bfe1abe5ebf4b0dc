#pragma once
/* Signs the root of a batch's receipts on a thread of its own while the batch is being written:
 * a signature takes as long as some of the writes. */

#include "base/crypto.h"

struct signer;

/* NULL when there is no thread to be had. */
struct signer *signer_create(void);

/* Takes NULL. */
void signer_destroy(struct signer *signer);

/* Begin to sign a root. One at a time: signer_end() comes before the next. `key` stays as it is
 * until then. */
void signer_begin(struct signer *signer, const struct crypto_key *key,
		  const uint8_t root[CRYPTO_HASH_BYTES]);

/* Wait for the signature of what was begun. */
void signer_end(struct signer *signer, uint8_t out[CRYPTO_SIGNATURE_BYTES]);
