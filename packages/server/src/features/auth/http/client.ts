import type { FastifyRequest } from 'fastify';
import type { Client } from '../auth.deps.ts';

/** Who sent the request. */
export function readClient(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

/** What calls are counted by: an IPv4 address, or the /64 that one IPv6 subscriber has. */
export function toNetwork(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip.replace('::ffff:', '');
  const [head = '', tail = ''] = ip.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups = ip.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The token of `Authorization: Bearer`, or null. */
export function readBearer(request: FastifyRequest): string | null {
  const match = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}
