import { describe, expect, it } from 'vitest';
import { assertNodeVersion, installFailure } from './install.mjs';

describe('installing', () => {
  it.each(['20.19.0', '20.20.2', '22.1.0', '24.21.0'])('accepts Node.js %s', (version) => {
    expect(() => assertNodeVersion(version)).not.toThrow();
  });

  it.each(['18.20.0', '20.18.3'])('refuses Node.js %s with one sentence', (version) => {
    expect(() => assertNodeVersion(version)).toThrow(`Soulsight needs Node.js 20.19 or newer; this is ${version}.`);
  });

  it.each([
    ['npm error code EAI_AGAIN\nnpm error request to https://x failed', 'connect to the network'],
    ['npm error code EACCES\nnpm error syscall mkdir', 'this folder must be writable'],
    ['npm error code ENOSPC', 'the disk is full'],
    [
      'npm error code E404\nnpm error 404 Not Found - thing',
      'npm could not install the packages: 404 Not Found - thing',
    ],
    ['', 'it gave no reason'],
  ])('explains a failure in one sentence: %j', (output, sentence) => {
    expect(installFailure(output)).toContain(sentence);
    expect(installFailure(output)).not.toContain('\n');
  });
});
