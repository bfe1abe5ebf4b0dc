# Pennon in a container: built in one stage, run in a slim one by a user who is not root.
#
#   docker build -t pennon . && docker run --rm -p 8080:8080 -v pennon:/data pennon
#
# tests/install/docker_replay.sh carries out these lines in roots of its own, so it
# understands only what is used here.

FROM debian:bookworm-slim AS build
WORKDIR /src
COPY dev ./
RUN ./dev packages run
RUN ./dev packages page
COPY . ./
RUN ./dev build pennond pennon-verify

# docker build --target test -t pennon-test . && docker run --rm --shm-size=1g pennon-test
FROM build AS test
RUN ./dev packages test
CMD ["./dev", "test"]

FROM debian:bookworm-slim
RUN apt-get update \
	&& apt-get install -y --no-install-recommends \
		libmicrohttpd12 libjansson4 libuuid1 libsqlite3-0 libpq5 libsodium23 libssl3 libcairo2 libpangocairo-1.0-0 libpango-1.0-0 zlib1g libcurl4 libunistring2 ca-certificates \
	&& rm -rf /var/lib/apt/lists/* \
	&& useradd --system --uid 10001 --no-create-home --home-dir /data pennon \
	&& install -d -o pennon -g pennon -m 0700 /data
COPY --from=build /src/build/pennond /src/build/pennon-verify /usr/local/bin/
# A number, so that whoever forbids root can see that this is not.
USER 10001:10001
ENV PENNON_LISTEN=0.0.0.0:8080 PENNON_DATA=/data
VOLUME /data
EXPOSE 8080
# It asks where the server in /data listens, whatever port that is.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 \
	CMD ["pennond", "--healthcheck"]
ENTRYPOINT ["pennond"]
