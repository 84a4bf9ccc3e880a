/**
 * An answer of the auth service, with the end of a session by this device's clock instead of the server's. A clock that is an hour or more
 * ahead would find each new session over: it would be renewed with every call, and the realtime connection would wait for another.
 */
export async function withOwnClock(response: Response): Promise<Response> {
  const body: unknown = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null;
  const { access_token, expires_in } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown };
  if (!access_token || typeof expires_in !== 'number') return response;
  const expires_at = Math.floor(Date.now() / 1_000) + expires_in;
  const { status, headers } = response;
  return new Response(JSON.stringify({ ...(body as object), expires_at }), { status, headers });
}
