import type { FastifyInstance } from 'fastify';
import { readMetadata } from '../account/metadata.rules.ts';
import { presentUser } from '../account/user.presenter.ts';
import { AuthError } from '../auth.errors.ts';
import { parsePhone } from '../phone/phone-number.ts';
import { readPkceChallenge } from '../session/pkce.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { email, userBody } from './gotrue.schemas.ts';

/** The signed-in user. */
export function registerUserRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;

  app.get('/user', async (request) => {
    const session = await context.authenticate(request);
    return presentUser(deps, deps.db, await auth.accounts.get(session.userId));
  });

  app.put('/user', async (request) => {
    await context.limit(request, 'updateUser');
    const session = await context.authenticate(request);
    await context.limitUser(session.userId, 'updateUser');
    const body = userBody.parse(request.body ?? {});
    if (body.phone && !deps.config.phone) throw new AuthError('phone_provider_disabled');
    const change = {
      email: body.email ? email.parse(body.email) : undefined,
      phone: body.phone ? parsePhone(body.phone) : undefined,
      password: body.password ?? undefined,
      metadata: body.data ? readMetadata(body.data, deps.clock.now()) : undefined,
      nonce: body.nonce || undefined,
      currentPassword: body.current_password ?? undefined,
      challenge: readPkceChallenge(body.code_challenge, body.code_challenge_method),
      redirectTo: context.readRedirect(request),
    };
    return presentUser(deps, deps.db, await auth.updates.update(session, change, readClient(request)));
  });

  app.get('/reauthenticate', async (request) => {
    const session = await context.authenticate(request);
    await auth.updates.reauthenticate(session, readClient(request));
    return {};
  });
}
