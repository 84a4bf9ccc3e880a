import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Client } from '../auth.deps.ts';

/** IPv6 subscribers get a whole /64. */
const IPV6_NETWORK_BYTES = 8;

export function readClient(request: FastifyRequest): Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

/** The network that calls are counted by: an IPv4 address, or the /64 of an IPv6 address. */
export function toNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().fill(0, IPV6_NETWORK_BYTES);
  return `${ipaddr.fromByteArray(network)}/64`;
}
