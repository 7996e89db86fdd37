# Ajo in one image: server, API and web app.   docker build -t ajo .
# The build needs the registries of Debian, Rust (crates.io) and npm.

FROM rust:1.95-slim-bookworm AS build
# wasm-opt and the web app's tools are npm packages; SQLite and ring are compiled from C.
COPY --from=node:22-bookworm-slim /usr/local/bin/node /usr/local/bin/node
COPY --from=node:22-bookworm-slim /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
    && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
    && apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev make \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# CI=1: the WebAssembly tools are built from crates.io, in the versions that the repository names.
ENV CI=1 AJO_TOOLS=/var/cache/ajo/tools CARGO_TARGET_DIR=/var/cache/ajo/target npm_config_cache=/var/cache/ajo/npm
RUN --mount=type=cache,target=/var/cache/ajo \
    --mount=type=cache,target=/usr/local/cargo/registry \
    make web server-release \
    && install -D --strip --mode=0755 /var/cache/ajo/target/release/backend /out/backend \
    && cp -r webapp/dist /out/webapp

FROM debian:bookworm-slim
RUN groupadd --gid 10001 ajo \
    && useradd --uid 10001 --gid ajo --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ajo \
    && install -d --owner=ajo --group=ajo --mode=0700 /data
COPY --from=build /out/backend /usr/local/bin/backend
COPY --from=build /out/webapp /usr/local/share/ajo/webapp
USER 10001:10001
WORKDIR /data
# MALLOC_MMAP_THRESHOLD_: freed memory of uploads goes back to the system at once (docs/operations.md, "Memory").
ENV AJO_ADDR=0.0.0.0:8080 \
    AJO_ENV=production \
    AJO_WEBAPP_DIR=/usr/local/share/ajo/webapp \
    MALLOC_MMAP_THRESHOLD_=131072
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["backend", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["backend"]
CMD ["serve"]
