#include "game/signer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

struct signer {
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t changed;
	enum { SIGNER_RESTS, SIGNER_SIGNS, SIGNER_STOPS } state;
	const struct crypto_key *key;
	uint8_t root[CRYPTO_HASH_BYTES];
	uint8_t signature[CRYPTO_SIGNATURE_BYTES];
};

static void *run_signer(void *context)
{
	struct signer *signer = context;

	pthread_mutex_lock(&signer->mutex);
	while (signer->state != SIGNER_STOPS) {
		if (signer->state == SIGNER_SIGNS) {
			crypto_root_sign(signer->signature, signer->key, signer->root);
			signer->state = SIGNER_RESTS;
			pthread_cond_broadcast(&signer->changed);
		}
		pthread_cond_wait(&signer->changed, &signer->mutex);
	}
	pthread_mutex_unlock(&signer->mutex);
	return NULL;
}

struct signer *signer_create(void)
{
	struct signer *signer = allocate(1, sizeof(*signer));

	pthread_mutex_init(&signer->mutex, NULL);
	pthread_cond_init(&signer->changed, NULL);
	if (pthread_create(&signer->thread, NULL, run_signer, signer) == 0)
		return signer;
	pthread_cond_destroy(&signer->changed);
	pthread_mutex_destroy(&signer->mutex);
	free(signer);
	return NULL;
}

void signer_destroy(struct signer *signer)
{
	if (!signer)
		return;
	pthread_mutex_lock(&signer->mutex);
	signer->state = SIGNER_STOPS;
	pthread_cond_broadcast(&signer->changed);
	pthread_mutex_unlock(&signer->mutex);
	pthread_join(signer->thread, NULL);
	pthread_cond_destroy(&signer->changed);
	pthread_mutex_destroy(&signer->mutex);
	free(signer);
}

void signer_begin(struct signer *signer, const struct crypto_key *key,
		  const uint8_t root[CRYPTO_HASH_BYTES])
{
	pthread_mutex_lock(&signer->mutex);
	signer->key = key;
	memcpy(signer->root, root, sizeof(signer->root));
	signer->state = SIGNER_SIGNS;
	pthread_cond_broadcast(&signer->changed);
	pthread_mutex_unlock(&signer->mutex);
}

void signer_end(struct signer *signer, uint8_t out[CRYPTO_SIGNATURE_BYTES])
{
	pthread_mutex_lock(&signer->mutex);
	while (signer->state == SIGNER_SIGNS)
		pthread_cond_wait(&signer->changed, &signer->mutex);
	memcpy(out, signer->signature, sizeof(signer->signature));
	pthread_mutex_unlock(&signer->mutex);
}
