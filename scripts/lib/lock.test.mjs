import { describe, expect, it } from 'vitest';
import { isInstalled, missingOptionals, withOptionals } from './lock.mjs';

const optionalDependencies = {
  '@tool/linux-x64-musl': '2.0.0',
  '@tool/darwin-arm64': '2.0.0',
  '@tool/wasm32-wasi': '2.0.0',
};
const lock = {
  packages: {
    '': { name: 'product' },
    'packages/web': { version: '0.1.0' },
    'node_modules/@product/web': { resolved: 'packages/web', link: true },
    'node_modules/tool': { version: '2.0.0', dev: true, optionalDependencies },
    'node_modules/@tool/darwin-arm64': { version: '2.0.0', optional: true },
  },
};

describe('the lock', () => {
  it('lists the platforms that the registry did not serve', () => {
    expect(missingOptionals(lock).map(({ name }) => name)).toEqual(['@tool/linux-x64-musl', '@tool/wasm32-wasi']);
  });

  it('is completed with the platform from the package name', () => {
    const { packages } = withOptionals(lock);
    expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    });
    expect(packages['node_modules/@tool/wasm32-wasi']).toMatchObject({ cpu: ['wasm32'] });
    expect(missingOptionals({ packages })).toEqual([]);
  });

  it('finds an optional package nested in the one that names it', () => {
    const packages = {
      'node_modules/a': { optionalDependencies: { '@tool/linux-x64': '1.0.0' } },
      'node_modules/a/node_modules/@tool/linux-x64': { version: '1.0.0' },
    };
    expect(missingOptionals({ packages })).toEqual([]);
  });

  it('refuses to guess a platform', () => {
    const packages = { 'node_modules/a': { optionalDependencies: { fsevents: '~2.3.3' } } };
    expect(() => withOptionals({ packages })).toThrow('fsevents@~2.3.3');
  });

  it('counts as installed when all packages but links and optional ones have the locked version', () => {
    expect(isInstalled(lock, { packages: { 'node_modules/tool': { version: '2.0.0' } } })).toBe(true);
    expect(isInstalled(lock, { packages: { 'node_modules/tool': { version: '1.9.0' } } })).toBe(false);
    expect(isInstalled(lock, { packages: {} })).toBe(false);
  });
});
