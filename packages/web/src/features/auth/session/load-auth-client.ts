type AuthModule = typeof import('../auth-client.ts');

let loading: Promise<AuthModule> | null = null;

/** The auth client. It is large, and a page of a signed-in user does not need it to start. */
export function loadAuthClient(): Promise<AuthModule> {
  loading ??= import('../auth-client.ts').catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
