import { expect, it } from 'vitest';
import { isLocal } from './is-local.ts';

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
