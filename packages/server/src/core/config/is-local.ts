import ipaddr from 'ipaddr.js';

const LOCAL_NAME = /^(localhost|.+\.localhost|.+\.local|.+\.internal)$/;
const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/** Whether a URL leads to this machine or its own network, so that strangers on the internet cannot reach it. */
export function isLocal(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? LOCAL_RANGES.has(ipaddr.process(host).range()) : LOCAL_NAME.test(host);
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Whether a host name or address, without port or brackets, always means this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(.+\.)?localhost$/i.test(host) || isLoopbackAddress(host);
}
