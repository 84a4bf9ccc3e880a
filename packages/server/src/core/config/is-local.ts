import { isIP } from 'node:net';

const LOCAL_NAME = /^(localhost|.+\.localhost|.+\.local|.+\.internal)$/;
const PRIVATE_ADDRESS = /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/;

/** Whether an address leads to this machine or its own network, and not to a place that strangers reach. */
export function isLocal(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? PRIVATE_ADDRESS.test(host) : LOCAL_NAME.test(host);
}
