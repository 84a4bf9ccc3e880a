import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32, deflateSync } from 'node:zlib';
import { deletePhoto, photoSchema } from '@soulsight/contract/profile';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildUser } from '../../demo/builders/user.builder.ts';

/** CI sends 500. */
const PICTURES_SENT = Number(process.env.HOSTILE_PICTURES ?? 60);
const PATIENCE_MS = 120_000 + PICTURES_SENT * 3_000;
/**
 * For the server and the processes that it starts, over what they need for an ordinary photo. A picture that is decoded as large as it
 * claims to be takes gigabytes.
 */
const MEMORY_GROWTH_MAX_MB = 300;
const SAMPLE_MS = 10;
const SIDE_MAX_PX = 1_600;
/** In the metadata and the appended parts of the files; no photo may keep it. */
const MARK = 'Zqxvarn-secret';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.stop());

let seed = 5;
function below(limit: number): number {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed % limit;
}
const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;

const exif = { IFD0: { Model: MARK }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
async function buildSeeds(): Promise<Buffer[]> {
  const noise = Buffer.from(Array.from({ length: 200 * 160 * 3 }, () => below(256)));
  const still = () => sharp(noise, { raw: { width: 200, height: 160, channels: 3 } }).withExif(exif);
  const frames = () => sharp(noise, { raw: { width: 100, height: 320, channels: 3, pageHeight: 160 } as never });
  return [
    await still().jpeg().withIccProfile('p3').toBuffer(),
    await still().jpeg({ progressive: true }).toBuffer(),
    await still().png().toBuffer(),
    await still().png({ progressive: true }).toBuffer(),
    await still().webp().toBuffer(),
    await still().webp({ lossless: true }).toBuffer(),
    await still().gif().toBuffer(),
    await frames().gif().toBuffer(),
    await frames().webp().toBuffer(),
  ];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}
const PNG_HEADER_BYTES = 33;
function pngHeader(width: number, height: number, depth: number, colour: number, interlaced: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlaced], 8);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header)]);
}

/** A picture whose size does not fit its content, or that is as large as allowed in few bytes. */
function withVastSize(bytes: Buffer): Buffer {
  const side = pick([1, 99, 4_097, 7_000, 7_071, 30_000, 65_535, 2 ** 31 - 1]);
  const [width, height] = [side, pick([side, 100, 7_000])];
  if (below(2) === 0) {
    const rows = Buffer.alloc(Math.min(40_000_000, (Math.ceil(width / 8) + 1) * height));
    const data = deflateSync(rows);
    return Buffer.concat([
      pngHeader(width, height, 1, 0, below(2)),
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
  const changed = Buffer.from(bytes);
  const start =
    changed.indexOf(Buffer.of(0xff, 0xc0)) > 0
      ? changed.indexOf(Buffer.of(0xff, 0xc0))
      : changed.indexOf(Buffer.of(0xff, 0xc2));
  if (bytes[0] === 0x89)
    return Buffer.concat([pngHeader(width, height, 8, 2, below(2)), bytes.subarray(PNG_HEADER_BYTES)]);
  if (bytes[0] === 0xff && start > 0) {
    changed.writeUInt16BE(Math.min(height, 65_535), start + 5);
    changed.writeUInt16BE(Math.min(width, 65_535), start + 7);
  } else changed.writeUInt32LE(below(2 ** 31 - 1), bytes[0] === 0x47 ? 6 : 24);
  return changed;
}

function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let n = 1 + below(64); n > 0; n--) {
    const at = 12 + below(changed.length - 12);
    changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
  }
  return changed;
}

const HTML = `<script>alert("${MARK}")</script>`;
const ENTITIES = `<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "${'x'.repeat(500)}"><!ENTITY b "${'&a;'.repeat(500)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><text>&b;&f;${MARK}</text></svg>`;

/** Metadata that is large, deep, or unpacks to far more than its bytes. */
function withDeepMetadata(bytes: Buffer): Buffer {
  if (bytes[0] === 0x89) {
    const bomb = deflateSync(Buffer.alloc(30_000_000, 'x'));
    const kind = pick(['zTXt', 'iCCP', 'iTXt']);
    const data = Buffer.concat([
      Buffer.from(`${MARK.slice(0, 20)}\0\0`),
      kind === 'iTXt' ? Buffer.from('\x01\0\0\0') : Buffer.alloc(0),
      bomb,
    ]);
    return Buffer.concat([bytes.subarray(0, PNG_HEADER_BYTES), chunk(kind, data), bytes.subarray(PNG_HEADER_BYTES)]);
  }
  const payload = Buffer.alloc(
    60_000,
    pick(['Exif\0\0II*\0\x08\0\0\0', `ICC_PROFILE\0\x01\xff${MARK}`, `http://ns.adobe.com/xap/1.0/\0${MARK}`]),
    'latin1',
  );
  const marker = Buffer.of(
    0xff,
    pick([0xe1, 0xe2, 0xed, 0xfe]),
    (payload.length + 2) >> 8,
    (payload.length + 2) & 0xff,
  );
  const segments = Array.from({ length: 1 + below(40) }, () => Buffer.concat([marker, payload]));
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)]);
}

const MUTATIONS: readonly ((bytes: Buffer, other: Buffer) => Buffer)[] = [
  (bytes) => bytes.subarray(0, 3 + below(bytes.length - 3)),
  flipped,
  flipped,
  withVastSize,
  withVastSize,
  // Two formats in one file, in both orders.
  (bytes) => Buffer.concat([bytes, Buffer.from(`%PDF-1.7 PK\x03\x04 ${HTML}`)]),
  (bytes, other) => Buffer.concat([bytes, other]),
  (bytes) => Buffer.concat([Buffer.from(`GIF89a/*${HTML}`), bytes]),
  // The beginning of one format and the rest of another.
  (bytes, other) => Buffer.concat([bytes.subarray(0, 12), other.subarray(12)]),
  () => Buffer.from(ENTITIES),
  () =>
    Buffer.concat([
      pick([Buffer.from('II*\0'), Buffer.from('BM'), Buffer.from('\0\0\0\x18ftypheic')]),
      Buffer.alloc(5_000, 1),
    ]),
  (bytes) => withDeepMetadata(bytes),
  // Animated, with the frames repeated.
  (bytes) =>
    Buffer.concat([
      bytes.subarray(0, -1),
      ...Array.from({ length: 300 }, () => bytes.subarray(13, -1)),
      Buffer.of(0x3b),
    ]),
];

const folder = mkdtempSync(path.join(tmpdir(), 'hostile-pictures-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes the hostile pictures, and returns their paths. */
function writePictures(seeds: readonly Buffer[]): string[] {
  return Array.from({ length: PICTURES_SENT }, (_, n) => {
    const mutate = MUTATIONS[n % MUTATIONS.length] as (typeof MUTATIONS)[number];
    const file = path.join(folder, String(n));
    writeFileSync(file, mutate(pick(seeds), pick(seeds)));
    return file;
  });
}

const COLLECT_EVERY = 5;
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Resident memory of this process and its children, in MB; null if the system does not tell. */
function measureMemory(): number | null {
  if (!existsSync('/proc/self/task')) return null;
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readOrEmpty(`/proc/self/task/${task}/children`).split(' ').filter(Boolean),
  );
  const kilobytes = ['self', ...children].map((id) =>
    Number(/VmRSS:\s+(\d+)/.exec(readOrEmpty(`/proc/${id}/status`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function upload(as: { token: string }, bytes: Buffer) {
  const head =
    '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n';
  return app.http.inject({
    method: 'POST',
    url: '/api/user/photos',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${as.token}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  });
}

/** Only a photo is left: pixels in a JPEG of ordinary size. */
async function expectClean(as: { token: string }, url: string, what: string): Promise<void> {
  const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${as.token}` } });
  const stored = answer.rawPayload;
  const { format, width, height, pages, ...metadata } = await sharp(stored).metadata();
  expect([format, pages], what).toEqual(['jpeg', undefined]);
  expect(Math.max(width, height), what).toBeLessThanOrEqual(SIDE_MAX_PX);
  for (const key of ['exif', 'icc', 'xmp', 'iptc', 'comments'] as const) expect(metadata[key], what).toBeUndefined();
  for (const hidden of [MARK, '<script', '%PDF', 'PK\x03\x04']) expect(stored.includes(hidden), what).toBe(false);
}

it(
  'hostile pictures are refused, or become photos with nothing but pixels, in bounded memory',
  async () => {
    const as = await buildUser(app.features);
    const seeds = await buildSeeds();
    const ordinary = photoSchema.parse((await upload(as, seeds[0] as Buffer)).json());
    await expectClean(as, ordinary.url, 'an ordinary photo');
    // Made before memory is measured: making them takes more than decoding them.
    const files = writePictures(seeds);
    collectGarbage();
    const baseline = measureMemory();
    let peak = 0;
    const sampler = setInterval(() => {
      peak = Math.max(peak, measureMemory() ?? 0);
    }, SAMPLE_MS);
    const outcomes = new Map<number, number>();
    for (const [n, file] of files.entries()) {
      // The client's part of the memory, which is in this process, too.
      if (n % COLLECT_EVERY === 0) collectGarbage();
      const answer = await upload(as, readFileSync(file));
      const what = `picture ${n}: ${answer.statusCode}`;
      outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
      if (answer.statusCode === 200) {
        const { id, url } = photoSchema.parse(answer.json());
        await expectClean(as, url, what);
        (await app.call(deletePhoto, { as, params: { id } })).ok();
      } else expect([413, 415], `${what} ${answer.body}`).toContain(answer.statusCode);
    }
    clearInterval(sampler);
    // Both happen: the test neither sends only garbage nor only photos.
    for (const status of [200, 415])
      expect(outcomes.get(status) ?? 0, String(status)).toBeGreaterThan(PICTURES_SENT / 20);
    if (baseline !== null) expect(peak - baseline).toBeLessThan(MEMORY_GROWTH_MAX_MB);
    if (process.env.HOSTILE_PICTURES)
      process.stdout.write(`${JSON.stringify([...outcomes])} +${Math.round(peak - (baseline ?? 0))} MB\n`);
  },
  PATIENCE_MS,
);
