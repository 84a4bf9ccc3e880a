import { endpoint } from '@soulsight/contract/endpoint';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { buildTestApp } from '../../testing/test-app.ts';
import { testConfig } from '../../testing/test-config.ts';
import { createLogger } from '../ops/logger.ts';
import type { Authenticate } from './caller.ts';
import { route } from './route.ts';
import { readUpload } from './upload.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const work = endpoint({
  method: 'POST',
  path: '/api/toy/work',
  summary: '',
  access: 'signed_in',
  body: z.strictObject({ text: z.string() }),
  response: z.undefined(),
});

const upload = endpoint({
  method: 'POST',
  path: '/api/toy/upload',
  summary: '',
  access: 'signed_in',
  upload: true,
  response: z.undefined(),
});

const authenticate: Authenticate = async () => ({
  userId: ANN,
  sessionId: 's',
  email: null,
  emailVerified: true,
  locked: false,
  role: 'user',
  aal: 'aal1',
  expiresAt: 0,
});

it('every line that is logged during a request names the request and the account', async () => {
  const lines: Record<string, unknown>[] = [];
  const config = testConfig({ LOG_LEVEL: 'info' });
  const log = createLogger(config, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = await buildTestApp({
    log,
    authenticate,
    routes: (http) =>
      route(http, work, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        log.child({ subsystem: 'chat' }).warn('working');
        throw new TypeError('a bug');
      }),
  });
  const { raw } = await app.call(work, { as: { token: 'ann' }, body: { text: 'hi' } });
  const requestId = raw.headers['x-request-id'];
  const accountHash = expect.stringMatching(/^[0-9a-f]{12}$/);
  for (const msg of ['working', 'request failed']) {
    expect(lines).toContainEqual(expect.objectContaining({ msg, requestId, accountHash }));
  }
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request completed', res: { id: requestId, status: 500 } }),
  );
  expect(JSON.stringify(lines)).not.toContain(ANN);
  await app.stop();
});

it('no level logs tokens or cookies, not even during an upload', async () => {
  const lines: string[] = [];
  const log = createLogger(testConfig({ LOG_LEVEL: 'trace' }), { write: (line) => void lines.push(line) });
  const app = await buildTestApp({
    log,
    authenticate,
    routes: (http) =>
      route(http, upload, async ({ request }) => {
        await readUpload(request, 'photo', { maxBytes: 1_000 });
        return undefined;
      }),
  });
  const raw = await app.http.inject({
    method: 'POST',
    url: `${upload.path}?token=secret-query`,
    headers: {
      authorization: 'Bearer secret-token',
      cookie: 'a=secret-cookie',
      'content-type': 'multipart/form-data; boundary=b',
    },
    payload: '--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nx\r\n--b--\r\n',
  });
  expect(raw.statusCode).toBe(204);
  expect(lines.join('')).toContain('Providing options to busboy');
  expect(lines.join('')).not.toContain('secret');
  await app.stop();
});
