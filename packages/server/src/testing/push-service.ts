import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type PushPayload, pushPayloadSchema } from '@soulsight/contract/notifications';

export type ReceivedPush = { endpoint: string; headers: IncomingHttpHeaders; body: Buffer };

/** A browser as the server knows it: an endpoint, and keys of which it has only the public part. */
export interface TestBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string }; expirationTime: null };
  /** The pushes it got, decrypted, oldest first. */
  pushes(): PushPayload[];
}

/** A push service on this machine. It keeps what it gets, and answers as it is told. */
export interface TestPushService {
  origin: string;
  received: ReceivedPush[];
  /** The next answers; then 201 again. */
  answers: { status: number; headers?: Record<string, string> }[];
  buildBrowser(): TestBrowser;
  close(): Promise<void>;
}

export async function startPushService(): Promise<TestPushService> {
  const received: ReceivedPush[] = [];
  const answers: TestPushService['answers'] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push({ endpoint: `${origin}${request.url}`, headers: request.headers, body });
    const { status, headers } = answers.shift() ?? { status: 201 };
    response.writeHead(status, headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    answers,
    buildBrowser() {
      const endpoint = `${origin}/${randomUUID()}`;
      const key = createECDH('prime256v1');
      key.generateKeys();
      const auth = randomBytes(16);
      return {
        subscription: {
          endpoint,
          keys: { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') },
          expirationTime: null,
        },
        pushes: () =>
          received
            .filter((push) => push.endpoint === endpoint)
            .map(({ body }) => pushPayloadSchema.parse(JSON.parse(decrypt(body, key, auth)))),
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const TAG_BYTES = 16;
const SALT_BYTES = 16;
const HEADER_BYTES = 21;

/** Decrypts a push message as a browser does: RFC 8291, section 3.4, of one record of RFC 8188. */
function decrypt(body: Buffer, key: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyLength = body[HEADER_BYTES - 1] ?? 0;
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + keyLength);
  const sealed = body.subarray(HEADER_BYTES + keyLength);
  const authKey = hmac(auth, key.computeSecret(senderKey));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), senderKey, Buffer.from([1])]);
  const pseudoRandomKey = hmac(salt, hmac(authKey, info));
  const contentKey = hmac(pseudoRandomKey, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16);
  const nonce = hmac(pseudoRandomKey, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
