import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isLoopbackAddress, isLoopbackHost } from '../config/is-local.ts';

const SUBSCRIBER_PREFIX_BITS = 64;

/**
 * The network that limits count by: an IPv4 address, or the /64 of an IPv6 address, because one subscriber has all of it.
 * What is no address comes back as it is.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${SUBSCRIBER_PREFIX_BITS}`)}/${SUBSCRIBER_PREFIX_BITS}`;
}

/**
 * The address of the client of a raw request: what Fastify's `request.ip` is for others. Each trusted proxy appends the
 * address it was called from to X-Forwarded-For.
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
 * Whether a request comes from this machine and was meant for it: not through a proxy, and not from a website whose name was
 * pointed at 127.0.0.1 (DNS rebinding).
 */
export function isLocalRequest({ socket, headers }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const url = `http://${headers.host ?? ''}`;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
  return isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackHost(host);
}
