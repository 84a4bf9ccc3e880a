import { expect, it } from 'vitest';
import { isLoopbackAddress, isLoopbackHost, toNetwork } from './address.ts';

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

it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('%s is a loopback address', (address) => {
  expect(isLoopbackAddress(address)).toBe(true);
});

it.each(['', '10.0.0.1', '0.0.0.0', '::', '::ffff:10.0.0.1', 'localhost', '127.0.0.1.example'])(
  '%j is no loopback address',
  (address) => expect(isLoopbackAddress(address)).toBe(false),
);

it.each([
  ['localhost', true],
  ['app.localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['dating.example', false],
  ['0.0.0.0', false],
])('the host %s is this machine: %s', (host, expected) => expect(isLoopbackHost(host)).toBe(expected));
