/** A stream of 1,200 tokens has about 250 bytes of frame for each. */
const ANSWER_MAX_BYTES = 512 * 1024;

class TooManyBytesError extends Error {
  override name = 'too many bytes';
}

/** As fetch, without redirects, and failing once an answer is longer than any honest one. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (!response.body) return response;
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > ANSWER_MAX_BYTES) controller.error(new TooManyBytesError());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: response.status, headers: response.headers });
};
