import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The part of S3 that the storage uses: objects by path, signed requests, lists in pages.
 * @param mayList whether its keys may list; otherwise they are not told that an object is missing
 */
export async function startFakeS3({ mayList = true } = {}) {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname: key, searchParams } = new URL(request.url ?? '', 'http://x');
    if (!request.headers.authorization?.includes('Credential=key-id/')) return response.writeHead(403).end();
    if (searchParams.has('list-type')) return response.end(listPage([...objects.keys()], searchParams));
    const found = objects.get(key);
    if (request.method === 'GET' && !found) {
      response.writeHead(mayList ? 404 : 403, { 'content-type': 'application/xml' });
      return response.end(`<Error><Code>${mayList ? 'NoSuchKey' : 'AccessDenied'}</Code></Error>`);
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
  const { port } = server.address() as AddressInfo;
  return {
    /** By path, such as `/bucket/photos/a`. */
    objects,
    url: `http://key-id:sec%2Fret@127.0.0.1:${port}/bucket/photos`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Two keys a page, so that the client has to ask for the next one. */
function listPage(paths: string[], query: URLSearchParams): string {
  const keys = paths
    .map((key) => key.replace('/bucket/', ''))
    .filter((key) => key.startsWith(query.get('prefix') ?? ''));
  const from = Number(query.get('continuation-token') ?? 0);
  const contents = keys.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}
