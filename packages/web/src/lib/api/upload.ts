/** No content, or nothing new: a `Response` with such a status must not have a body. */
const BODILESS: readonly number[] = [204, 205, 304];

/** What an upload needs of the request that `fetch` would get. */
export type UploadRequest = Pick<RequestInit, 'method' | 'body'> & {
  headers: Record<string, string>;
  signal: AbortSignal;
};

/**
 * Sends a request as `fetch` does, and tells how much of its body has been sent, which `fetch` cannot.
 * @param onProgress gets the share from 0 to 1
 * @throws as `fetch`: a TypeError where the network fails, the signal's reason where it is aborted
 */
export function uploadWith(onProgress: (share: number) => void) {
  return (url: string, { method = 'POST', headers, body, signal }: UploadRequest): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError('Failed to send'));
      request.onabort = () => reject(signal.reason);
      request.onloadend = () => signal.removeEventListener('abort', abort);
      signal.throwIfAborted();
      signal.addEventListener('abort', abort);
      request.send(body as XMLHttpRequestBodyInit);
    });
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(BODILESS.includes(request.status) ? null : request.responseText, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}
