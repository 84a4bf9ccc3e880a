import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isLoopbackAddress, isLoopbackHost } from '../config/is-local.ts';

const SUBSCRIBER_PREFIX_BITS = 64;

/**
 * The network of an address, by which limits count: the IPv4 address itself, or the /64 of an IPv6 address, because one
 * subscriber has all of it. Returns text that is not an address unchanged.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SUBSCRIBER_PREFIX_BITS}`)}/${SUBSCRIBER_PREFIX_BITS}`;
}

/**
 * The client's address in a raw request, for which there is no `request.ip` of Fastify. Each trusted proxy appends the
 * address that called it to X-Forwarded-For.
 */
export function getClientAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  const hops = [
    socket.remoteAddress ?? '',
    ...forwarded
      .map((hop) => hop.trim())
      .filter(Boolean)
      .reverse(),
  ];
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? '';
}

/**
 * Whether a request comes from this machine and was meant for it: it did not pass a proxy, and does not come from a website
 * whose name resolves to 127.0.0.1 (DNS rebinding).
 */
export function isLocalRequest({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const url = `http://${headers.host ?? ''}`;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
  return isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackHost(host);
}
