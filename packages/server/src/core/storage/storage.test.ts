import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeS3 } from '../../testing/fake-s3.ts';
import { PartProblem } from '../ops/health.ts';
import { warnUnlessErasable } from './open-storage.ts';
import { probeStorage } from './probe-storage.ts';
import { s3Storage } from './s3.ts';
import { diskStorage, memoryStorage, type Storage } from './storage.ts';

/** What every implementation guarantees. */
function testStorage(make: () => Storage): void {
  it('returns what was put last', async () => {
    const storage = make();
    const bytes = randomBytes(100_000);
    await storage.put('ann/1/original', randomBytes(10), 'image/webp');
    await storage.put('ann/1/original', bytes, 'image/webp');
    expect((await storage.get('ann/1/original'))?.equals(bytes)).toBe(true);
  });

  it('returns null for unknown and deleted keys', async () => {
    const storage = make();
    expect(await storage.get('ann/none')).toBeNull();
    await storage.put('ann/2/x.webp', Buffer.from('x'), 'image/webp');
    await storage.delete('ann/2/x.webp');
    await storage.delete('ann/2/x.webp');
    expect(await storage.get('ann/2/x.webp')).toBeNull();
  });

  it('lists the keys of a folder', async () => {
    const storage = make();
    for (const key of ['lists/a/1', 'lists/a/2', 'lists/b/1', 'listsnot/1'])
      await storage.put(key, Buffer.from('x'), 'image/webp');
    expect((await storage.list('lists/')).sort()).toEqual(['lists/a/1', 'lists/a/2', 'lists/b/1']);
    expect(await storage.list('lists/none/')).toEqual([]);
    expect(await storage.list('')).toContain('listsnot/1');
  });

  it.each([
    '../secret',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    'a/',
    '',
    '.hidden',
    'a\u0000b',
    'a b',
    `a${'b'.repeat(300)}`,
  ])('rejects the key %j', async (key) => {
    const storage = make();
    await expect(async () => storage.put(key, Buffer.from('x'), 'image/webp')).rejects.toThrow('Not a storage key');
    await expect(async () => storage.get(key)).rejects.toThrow('Not a storage key');
    await expect(async () => storage.delete(key)).rejects.toThrow('Not a storage key');
  });
}

describe('in memory', () => testStorage(memoryStorage));

describe('on disk', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'soulsight-storage-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  testStorage(() => diskStorage(dir));

  it('leaves no incomplete files', async () => {
    const storage = diskStorage(path.join(dir, 'whole'));
    await Promise.all(Array.from({ length: 20 }, () => storage.put('a/b', randomBytes(10_000), 'image/webp')));
    expect(readdirSync(path.join(dir, 'whole', 'a'))).toEqual(['b']);
    expect(existsSync(path.join(dir, 'whole', 'a', 'b'))).toBe(true);
  });
});

it.each([
  ['a folder that can be created', path.join(tmpdir(), 'none', 'backups'), 'disk', 0],
  ['a folder that cannot be created', '/dev/null/backups', 'disk', 1],
  ['no folder, since the list of erased users is in S3', '/dev/null/backups', 's3', 0],
] as const)('the start warns that nobody can be erased: %s', (_, backupDir, storage, count) => {
  const warnings: string[] = [];
  warnUnlessErasable({ backupDir, storage }, {
    error: (_details: unknown, text?: unknown) => warnings.push(String(text)),
  } as never);
  expect(warnings).toHaveLength(count);
});

describe('on an S3 store', () => {
  let s3: Awaited<ReturnType<typeof startFakeS3>>;
  beforeAll(async () => {
    s3 = await startFakeS3();
  });
  afterAll(() => s3.stop());

  const store = () => s3Storage(s3.url);
  testStorage(store);

  it('stores objects under its bucket and prefix', async () => {
    await store().put('ann/3', Buffer.from('x'), 'image/webp');
    expect(s3.objects.has('/bucket/photos/ann/3')).toBe(true);
  });

  it('a probe says what keys lack that may not list, and only of those', async () => {
    const strict = await startFakeS3({ mayList: false });
    await expect(probeStorage(s3Storage(strict.url))).rejects.toThrow(PartProblem);
    await expect(probeStorage(s3Storage(strict.url.replace('key-id', 'other')))).rejects.not.toThrow(PartProblem);
    strict.stop();
    await probeStorage(store());
  });

  it.each<[string, RequestListener]>([
    ['before it answers', () => {}],
    ['within an object', (_, response) => response.writeHead(200, { 'content-length': 9 }).write('x')],
  ])('one that falls silent %s is not waited for without end', async (_, answer) => {
    const server = createServer(answer);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await expect(s3Storage(`http://k:s@127.0.0.1:${port}/bucket`, 100).get('a')).rejects.toThrow(
      'timed out after 100 ms',
    );
    server.close();
    server.closeAllConnections();
  });
});
