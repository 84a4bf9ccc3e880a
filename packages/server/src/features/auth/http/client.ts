import type { FastifyRequest } from 'fastify';
import type { Client } from '../auth.deps.ts';

export function readClient(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}
