import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { assertKey, type Storage } from './storage.ts';

/** The client tries three times, so that a photo fails before the browser gives up after 20 s. */
const SILENCE_MS = 5_000;

/**
 * Any S3 store. `S3_URL` is `https://<key>:<secret>@<host>/<bucket>[/<prefix>]?region=<region>`, or
 * `s3://<bucket>[/<prefix>]?region=<region>` for Amazon S3 with the credentials of the environment.
 * @param silenceMs how long an attempt waits for a connection, or for the next byte
 */
export function s3Storage(url: string, silenceMs = SILENCE_MS): Storage {
  const { client, bucket, prefix } = connect(new URL(url), silenceMs);
  const locate = (key: string) => ({ Bucket: bucket, Key: prefix + assertKey(key) });
  return {
    async put(key, bytes, contentType) {
      await client.send(new PutObjectCommand({ ...locate(key), Body: bytes, ContentType: contentType }));
    },
    async get(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(locate(key)));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(locate(key)));
    },
    async list(folder) {
      const keys: string[] = [];
      for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + folder }))
        for (const { Key } of Contents ?? []) if (Key) keys.push(Key.slice(prefix.length));
      return keys;
    },
  };
}

function connect(url: URL, silenceMs: number) {
  const requestHandler = { connectionTimeout: silenceMs, socketTimeout: silenceMs };
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const path = url.pathname.split('/').filter(Boolean);
  if (url.protocol === 's3:') {
    return { client: new S3Client({ region, requestHandler }), bucket: url.host, prefix: toPrefix(path) };
  }
  const [bucket = '', ...rest] = path;
  const credentials = url.username
    ? {
        credentials: {
          accessKeyId: decodeURIComponent(url.username),
          secretAccessKey: decodeURIComponent(url.password),
        },
      }
    : {};
  const client = new S3Client({ region, requestHandler, endpoint: url.origin, forcePathStyle: true, ...credentials });
  return { client, bucket, prefix: toPrefix(rest) };
}

function toPrefix(path: string[]): string {
  return path.map((part) => `${part}/`).join('');
}
