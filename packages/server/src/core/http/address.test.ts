import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { getClientAddress, toNetwork } from './address.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unknown', 'unknown'],
])('%s is counted as %s', (address, network) => expect(toNetwork(address)).toBe(network));

describe('getClientAddress', () => {
  const get = (forwarded: string | undefined, trustedProxies: number) =>
    getClientAddress(
      {
        socket: { remoteAddress: '10.0.0.1' },
        headers: { 'x-forwarded-for': forwarded },
      } as unknown as IncomingMessage,
      trustedProxies,
    );

  it('believes only as many hops as there are trusted proxies', () => {
    expect(get('1.1.1.1, 2.2.2.2', 0)).toBe('10.0.0.1');
    expect(get('1.1.1.1, 2.2.2.2', 1)).toBe('2.2.2.2');
    expect(get('1.1.1.1, 2.2.2.2', 2)).toBe('1.1.1.1');
    expect(get('1.1.1.1', 5)).toBe('1.1.1.1');
    expect(get(undefined, 1)).toBe('10.0.0.1');
  });
});
