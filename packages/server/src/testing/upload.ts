import { REQUEST_KEY_HEADER } from '@soulsight/contract/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './test-app.ts';

const BOUNDARY = 'a-boundary';

/** Uploads a picture as the web does: multipart, in the field `photo`. */
export function uploadPicture(
  app: TestApp,
  url: string,
  { as, bytes, field = 'photo', key }: { as: { token: string } | null; bytes: Buffer; field?: string; key?: string },
): Promise<LightMyRequestResponse> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="x.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return app.http.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(key && { [REQUEST_KEY_HEADER]: key }),
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  });
}
