# The image of all nodes: `docker build -t soulsight .`. ROLE chooses between web and worker.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund
WORKDIR /app/packages/web
RUN NODE_ENV=production npx --no-install vite build

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/affinity/package.json packages/affinity/
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
RUN npm ci --omit=dev --no-audit --no-fund --workspace=@soulsight/server --include-workspace-root=false

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile-cache
WORKDIR /app
COPY --from=dependencies /app ./
COPY packages/affinity packages/affinity
COPY packages/contract packages/contract
COPY packages/server packages/server
COPY --from=build /app/packages/web/dist packages/web/dist
RUN install -d -o node -g node -m 700 /data
# One heap of glibc for all threads, and what is free at its end is given back: as scripts/start.mjs does.
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=1048576
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Ready, so that an update waits for a node before it goes on to the next one. A migration may take long.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "packages/server/src/app/main.ts"]
