import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bearerToken } from '../../../core/http/route.ts';
import { AuthError } from '../auth.errors.ts';
import { readClient } from './client.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { displayName, secret, uuid } from './gotrue.schemas.ts';

const party = z
  .object({ rpId: z.string().max(253).optional(), rpOrigins: z.array(z.string().max(300)).max(10).optional() })
  .nullish();
const enrollBody = z.object({
  friendly_name: displayName.nullish(),
  factor_type: z.enum(['totp', 'phone', 'webauthn'], 'factor_type needs to be totp, phone, or webauthn'),
  issuer: displayName.nullish(),
  phone: z.string().nullish(),
});
const phone = z.string().regex(/^\+?[1-9]\d{6,14}$/, 'Invalid phone number format (E.164 required)');
const challengeBody = z.object({ channel: z.string().max(20).nullish(), webauthn: party });
const verifyBody = z.object({
  challenge_id: uuid,
  code: secret.nullish(),
  webauthn: z.object({ type: z.enum(['create', 'request']), credential_response: z.unknown() }).nullish(),
});
const recoveryBody = z.object({ friendly_name: displayName.nullish() });
const recoveryVerifyBody = z.object({ code: secret });

/** Second factors. */
export function registerFactorRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth } = context;

  function readId(params: unknown): string {
    const parsed = z.object({ id: uuid }).safeParse(params);
    if (!parsed.success) throw new AuthError('mfa_factor_not_found');
    return parsed.data.id;
  }

  app.addHook('onRequest', async (request) => {
    if (bearerToken(request)) await context.limit(request, 'factor');
  });

  app.post('/factors', async (request) => {
    const session = await context.authenticate(request);
    const body = enrollBody.parse(request.body ?? {});
    return auth.mfa.enroll(session, {
      friendlyName: body.friendly_name || null,
      type: body.factor_type,
      issuer: body.issuer || undefined,
      phone: body.factor_type === 'phone' ? phone.parse(body.phone ?? '').replace('+', '') : undefined,
    });
  });

  app.get('/factors/recovery-codes', async (request) => auth.recoveryCodes.status(await context.authenticate(request)));
  app.post('/factors/recovery-codes', async (request) => {
    const session = await context.authenticate(request);
    return auth.recoveryCodes.generate(session, recoveryBody.parse(request.body ?? {}).friendly_name || null);
  });
  app.post('/factors/recovery-codes/regenerate', async (request) =>
    auth.recoveryCodes.regenerate(await context.authenticate(request)),
  );
  app.post('/factors/recovery-codes/verify', async (request) => {
    const session = await context.authenticate(request);
    return auth.recoveryCodes.verify(session, recoveryVerifyBody.parse(request.body ?? {}).code);
  });
  app.delete('/factors/recovery-codes', async (request) =>
    auth.recoveryCodes.remove(await context.authenticate(request)),
  );

  app.post('/factors/:id/challenge', async (request) => {
    const session = await context.authenticate(request);
    const body = challengeBody.parse(request.body ?? {});
    return auth.mfa.challenge(session, readId(request.params), body, readClient(request));
  });
  app.post('/factors/:id/verify', async (request) => {
    const session = await context.authenticate(request);
    const body = verifyBody.parse(request.body ?? {});
    return auth.mfa.verify(session, readId(request.params), body.challenge_id, body, readClient(request));
  });
  app.delete('/factors/:id', async (request) => {
    const session = await context.authenticate(request);
    const id = readId(request.params);
    await auth.mfa.unenroll(session, id);
    return { id };
  });
}
