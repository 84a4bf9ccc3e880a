import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuthError } from '../auth.errors.ts';
import type { PasskeyRow } from '../passkeys/passkey.store.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { displayName, uuid } from './gotrue.schemas.ts';

const answerBody = z.object({ challenge_id: uuid, credential: z.looseObject({ id: z.string().max(2_000) }) });
const renameBody = z.object({ friendly_name: displayName.min(1).max(120) });

/** Passkeys that sign in without a password, as the official client calls them. */
export function registerPasskeyRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth } = context;

  async function authenticate(request: FastifyRequest) {
    await context.limit(request, 'factor');
    return context.authenticate(request);
  }

  app.post('/passkeys/registration/options', async (request) =>
    auth.passkeys.beginRegistration(await authenticate(request)),
  );
  app.post('/passkeys/registration/verify', async (request) => {
    const session = await authenticate(request);
    const { challenge_id, credential } = answerBody.parse(request.body ?? {});
    return presentPasskey(
      await auth.passkeys.finishRegistration(session, challenge_id, credential, readClient(request)),
    );
  });

  app.post('/passkeys/authentication/options', async (request) => {
    await context.limit(request, 'token');
    return auth.passkeys.beginSignIn();
  });
  app.post('/passkeys/authentication/verify', async (request) => {
    await context.limit(request, 'token');
    const { challenge_id, credential } = answerBody.parse(request.body ?? {});
    return auth.passkeys.finishSignIn(challenge_id, credential, readClient(request));
  });

  app.get('/passkeys', async (request) => {
    const { userId } = await context.authenticate(request);
    return (await auth.passkeys.list(userId)).map(presentPasskey);
  });
  app.patch('/passkeys/:id', async (request) => {
    const session = await authenticate(request);
    const { friendly_name: name } = renameBody.parse(request.body ?? {});
    return presentPasskey(await auth.passkeys.rename(session, readPasskeyId(request), name));
  });
  app.delete('/passkeys/:id', async (request, reply) => {
    const session = await authenticate(request);
    await auth.passkeys.remove(session, readPasskeyId(request));
    return reply.code(204).send();
  });
}

/** Throws `webauthn_credential_not_found`. */
export function readPasskeyId(request: FastifyRequest, name = 'id'): string {
  const parsed = uuid.safeParse((request.params as Record<string, unknown>)[name]);
  if (!parsed.success) throw new AuthError('webauthn_credential_not_found');
  return parsed.data;
}

export function presentPasskey(passkey: PasskeyRow) {
  return {
    id: passkey.id,
    friendly_name: passkey.friendlyName,
    created_at: passkey.createdAt.toISOString(),
    ...(passkey.lastUsedAt && { last_used_at: passkey.lastUsedAt.toISOString() }),
  };
}
