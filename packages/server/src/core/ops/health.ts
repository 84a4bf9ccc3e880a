import type { FastifyInstance } from 'fastify';

export type Probe = () => Promise<void>;

const PROBE_TIMEOUT_MS = 3_000;

async function probe(check: Probe): Promise<'ok' | 'down'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), PROBE_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return 'ok';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
}

/**
 * `/health`: 200 while the database answers within 3 s, else 503. Without the bus each node still serves its own users, so
 * that is reported but does not make the node unhealthy.
 */
export function registerHealth(app: FastifyInstance, probes: { database: Probe; bus: Probe }): void {
  app.get('/health', async (_request, reply) => {
    const [database, bus] = await Promise.all([probe(probes.database), probe(probes.bus)]);
    const ok = database === 'ok';
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ok ? 'ok' : 'down', database, bus });
  });
}
