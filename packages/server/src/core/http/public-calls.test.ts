import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { ConfigError } from '../config/config.ts';
import { createPublicCalls, isPublicAddress, NotPublicError } from './public-calls.ts';

const REQUEST = { method: 'POST', headers: {}, body: Buffer.from('x') } as const;

/** A name server with one answer after the other; the last one stays. */
function names(...answers: string[][]): LookupFunction {
  return (_host, _options, done) => {
    const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    if (found.length === 0) return done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

const PUBLIC = '203.0.114.7';

describe('an address that a user gave', () => {
  it.each([
    'http://push.example/x',
    'ftp://push.example/x',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'not a url',
    'https://push.example:8443/x',
    'https://me:secret@push.example/x',
    'https://localhost/x',
    'https://db/x',
    'https://127.0.0.1/x',
    'https://0x7f.1/x',
    'https://2130706433/x',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.8/x',
    'https://100.64.0.1/x',
    'https://0.0.0.0/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[fd00::1]/x',
  ])('is refused: %s', async (url) => {
    const calls = createPublicCalls({ testOrigin: null, lookup: names([PUBLIC]) });
    await expect(calls.assertPublic(url)).rejects.toBeInstanceOf(NotPublicError);
    await expect(calls.call(url, REQUEST)).rejects.toBeInstanceOf(NotPublicError);
  });

  it.each([['127.0.0.1'], ['10.1.2.3'], [PUBLIC, '192.168.0.4'], ['2606:4700::1', 'fe80::1'], []])(
    'is refused alike for a name that leads to %s %s',
    async (...addresses) => {
      const calls = createPublicCalls({ testOrigin: null, lookup: names(addresses) });
      await expect(calls.assertPublic('https://push.example/x')).rejects.toEqual(new NotPublicError());
    },
  );

  it('is accepted where every address of its name is public', async () => {
    const calls = createPublicCalls({ testOrigin: null, lookup: names([PUBLIC, '2606:4700::1']) });
    await calls.assertPublic('https://push.example/x');
    await calls.assertPublic('https://push.example:443/x');
    await calls.assertPublic(`https://${PUBLIC}/x`);
  });

  it('an address that carries another one in it is not public', () => {
    expect(
      ['2002:7f00:1::', '64:ff9b::a00:1', '::ffff:127.0.0.1', '::7f00:1', '5f00::1'].filter(isPublicAddress),
    ).toEqual([]);
    expect(isPublicAddress('no address')).toBe(false);
  });
});

describe('a call', () => {
  let server: Server;
  let origin: string;
  const hits: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      hits.push(request.url ?? '');
      if (request.url === '/moved') response.writeHead(302, { location: '/secret' }).end();
      else if (request.url === '/busy') response.writeHead(503, { 'retry-after': '120' }).end();
      else if (request.url === '/flood') {
        response.writeHead(201);
        response.on('error', () => {});
        const more = () => {
          while (response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      } else response.writeHead(201).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('resolves the name again, and does not connect where it now leads into this network', async () => {
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const calls = createPublicCalls({ testOrigin: null, lookup: names([PUBLIC], ['127.0.0.1']) });
    await calls.assertPublic('https://push.example/x');
    await expect(calls.call('https://push.example/x', REQUEST)).rejects.toBeInstanceOf(NotPublicError);
    expect(connections).toBe(0);
  });

  it('follows no redirect, reads no body, and reports how long to wait', async () => {
    const calls = createPublicCalls({ testOrigin: origin });
    expect(await calls.call(`${origin}/moved`, REQUEST)).toEqual({ status: 302, retryAfterS: null });
    expect(hits).toEqual(['/moved']);
    expect(await calls.call(`${origin}/busy`, REQUEST)).toEqual({ status: 503, retryAfterS: 120 });
    expect(await calls.call(`${origin}/flood`, REQUEST)).toEqual({ status: 201, retryAfterS: null });
  });

  it("reaches this machine only at the tests' own origin, which production does not accept", async () => {
    await createPublicCalls({ testOrigin: origin }).assertPublic(`${origin}/x`);
    const calls = createPublicCalls({ testOrigin: 'http://127.0.0.1:1' });
    await expect(calls.assertPublic(`${origin}/x`)).rejects.toBeInstanceOf(NotPublicError);
    expect(testConfig({ PUSH_TEST_ORIGIN: origin }).pushTestOrigin).toBe(origin);
    expect(() => testConfig({ PUSH_TEST_ORIGIN: origin, NODE_ENV: 'production' })).toThrow(ConfigError);
  });
});
