import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('on an S3 store', () => {
  const objects = new Map<string, Buffer>();
  let server: Server;

  /** The part of S3 that the storage uses: objects by path, signed requests. */
  beforeAll(async () => {
    server = createServer((request, response) => {
      const key = new URL(request.url ?? '', 'http://x').pathname;
      if (!request.headers.authorization?.includes('Credential=key-id/')) return response.writeHead(403).end();
      const found = objects.get(key);
      if (request.method === 'GET' && !found) {
        response.writeHead(404, { 'content-type': 'application/xml' });
        return response.end('<Error><Code>NoSuchKey</Code></Error>');
      }
      if (request.method === 'GET') return response.end(found);
      if (request.method === 'DELETE') objects.delete(key);
      const parts: Buffer[] = [];
      request.on('data', (part) => parts.push(part));
      return request.on('end', () => {
        if (request.method === 'PUT') objects.set(key, Buffer.concat(parts));
        response.end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterAll(() => server.close());

  function store(): Storage {
    const { port } = server.address() as AddressInfo;
    return s3Storage(`http://key-id:sec%2Fret@127.0.0.1:${port}/bucket/photos`);
  }
  testStorage(store);

  it('stores objects under its bucket and prefix', async () => {
    await store().put('ann/3', Buffer.from('x'), 'image/webp');
    expect(objects.has('/bucket/photos/ann/3')).toBe(true);
  });

  it('a URL without a bucket is one clear error', () => {
    expect(() => s3Storage('https://k:s@host/')).toThrow('S3_URL has no bucket');
  });
});
