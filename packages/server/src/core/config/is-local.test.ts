import { expect, it } from 'vitest';
import { isLocal, isLoopbackAddress, isLoopbackHost } from './is-local.ts';

it.each([
  'http://localhost:3000',
  'http://app.localhost',
  'http://127.0.0.1',
  'http://[::1]:3000',
  'http://192.168.1.7:3000',
  'http://10.2.3.4',
  'http://172.20.0.2',
  'http://laptop.local',
  'http://[fd00::1]',
  'http://[::ffff:127.0.0.1]',
])('%s is local', (url) => {
  expect(isLocal(url)).toBe(true);
});

it.each([
  'https://soulsight.example',
  'http://8.8.8.8',
  'http://172.32.0.1',
  'http://localhost.example',
  'http://127.evil.example',
  'http://[2001:db8::1]',
])('%s is not', (url) => {
  expect(isLocal(url)).toBe(false);
});

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
