import type { FastifyInstance } from 'fastify';
import { readMetadata } from '../account/metadata.rules.ts';
import { presentUser } from '../account/user.presenter.ts';
import { findFullUser } from '../account/user.store.ts';
import { AuthError } from '../auth.errors.ts';
import { readPkceChallenge } from '../session/pkce.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { email, userBody } from './gotrue.schemas.ts';

/** The signed-in person. */
export function registerUserRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;

  app.get('/user', async (request) => {
    const session = await context.user(request);
    const whole = await findFullUser(deps.db, session.userId);
    if (!whole) throw new AuthError('user_not_found');
    return presentUser(whole);
  });

  app.put('/user', async (request) => {
    await context.limit(request, 'updateUser');
    const session = await context.user(request);
    const body = userBody.parse(request.body ?? {});
    if (body.phone) throw new AuthError('phone_provider_disabled');
    const whole = await auth.updates.update(session, {
      email: body.email ? email.parse(body.email) : undefined,
      password: body.password ?? undefined,
      metadata: body.data ? readMetadata(body.data, deps.clock.now()) : undefined,
      nonce: body.nonce || undefined,
      currentPassword: body.current_password ?? undefined,
      challenge: readPkceChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: context.readRedirect(request),
    });
    return presentUser(whole);
  });

  app.get('/reauthenticate', async (request) => {
    const session = await context.user(request);
    await auth.updates.reauthenticate(session);
    return {};
  });
}
