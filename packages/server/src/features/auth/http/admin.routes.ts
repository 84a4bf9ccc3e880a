import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readDurationS } from '../../../core/config/auth-config.ts';
import { bearerToken } from '../../../core/http/route.ts';
import { readMetadata } from '../account/metadata.rules.ts';
import { presentFactor, presentUser, presentUsers } from '../account/user.presenter.ts';
import type { AdminChange } from '../admin/admin.service.ts';
import { ADMIN_LINK_TYPES } from '../admin/link.service.ts';
import { AuthError, invalid } from '../auth.errors.ts';
import { resolveRedirect } from '../mail/redirect.rules.ts';
import type { GotrueContext } from './gotrue.context.ts';
import { email, secret, uuid } from './gotrue.schemas.ts';
import { presentPasskey, readPasskeyId } from './passkey.routes.ts';

const PER_PAGE = 50;
const PER_PAGE_MAX = 1_000;

const record = z.record(z.string(), z.unknown());
const userBody = z.object({
  id: uuid.nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: secret.nullish(),
  password_hash: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: record.nullish(),
  app_metadata: record.nullish(),
  ban_duration: z.string().max(30).nullish(),
  role: z.string().nullish(),
});
const wholeNumber = z
  .string()
  .regex(/^\d{0,6}$/, 'Bad Pagination Parameters: page and per_page must be whole numbers')
  .transform(Number);
const listQuery = z.object({
  page: wholeNumber.default(1).transform((page) => Math.max(1, page)),
  per_page: wholeNumber.default(PER_PAGE).transform((size) => Math.min(size || PER_PAGE, PER_PAGE_MAX)),
});
const deleteBody = z.object({ should_soft_delete: z.boolean().nullish() });
const inviteBody = z.object({ email, data: record.nullish() });
const linkBody = z.object({
  type: z.enum(ADMIN_LINK_TYPES),
  email,
  new_email: z.string().nullish(),
  password: secret.nullish(),
  data: record.nullish(),
  redirect_to: z.string().max(2_000).nullish(),
  redirectTo: z.string().max(2_000).nullish(),
});

/** Calls of the installation's own tools, with a `service_role` key. */
export function registerAdminRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;
  const now = () => deps.clock.now();
  const admin = (request: FastifyRequest) => auth.authenticator.requireAdmin(bearerToken(request));

  registerLinkRoutes(app, context);

  app.post('/admin/users', async (request) => {
    await admin(request);
    const change = readChange(request, now());
    if (!change.email) throw invalid('Cannot create a user without an email');
    return presentUser(deps, deps.db, await auth.admin.create(change));
  });

  app.get('/admin/users', async (request, reply) => {
    await admin(request);
    const query = listQuery.parse(request.query);
    const { users, total } = await auth.admin.list(query.page, query.per_page);
    const last = Math.max(1, Math.ceil(total / query.per_page));
    const to = (n: number, rel: string) =>
      `<${deps.config.apiUrl}/admin/users?page=${n}&per_page=${query.per_page}>; rel="${rel}"`;
    reply.header('x-total-count', total);
    reply.header('link', [...(query.page < last ? [to(query.page + 1, 'next')] : []), to(last, 'last')].join(', '));
    return { users: await presentUsers(deps, deps.db, users), aud: deps.config.audience };
  });

  app.get('/admin/users/:id', async (request) => {
    await admin(request);
    return presentUser(deps, deps.db, await auth.admin.get(readId(request)));
  });

  app.put('/admin/users/:id', async (request) => {
    await admin(request);
    return presentUser(deps, deps.db, await auth.admin.update(readId(request), readChange(request, now())));
  });

  app.delete('/admin/users/:id', async (request) => {
    await admin(request);
    await auth.admin.remove(readId(request), deleteBody.parse(request.body ?? {}).should_soft_delete ?? false);
    return {};
  });

  app.get('/admin/users/:id/factors', async (request) => {
    await admin(request);
    return (await auth.admin.get(readId(request))).factors.map(presentFactor);
  });

  app.delete('/admin/users/:id/factors/:factorId', async (request) => {
    await admin(request);
    const factorId = z.object({ factorId: uuid }).safeParse(request.params).data?.factorId;
    if (!factorId) throw new AuthError('mfa_factor_not_found');
    await auth.mfa.remove(readId(request), factorId);
    return { id: factorId };
  });

  app.get('/admin/users/:id/passkeys', async (request) => {
    await admin(request);
    return (await auth.passkeys.list(readId(request))).map(presentPasskey);
  });

  app.delete('/admin/users/:id/passkeys/:passkeyId', async (request, reply) => {
    await admin(request);
    await auth.passkeys.removeByOperator(readId(request), readPasskeyId(request, 'passkeyId'));
    return reply.code(204).send();
  });
}

function registerLinkRoutes(app: FastifyInstance, context: GotrueContext): void {
  const { auth, deps } = context;
  const now = () => deps.clock.now();
  const admin = (request: FastifyRequest) => auth.authenticator.requireAdmin(bearerToken(request));

  app.post('/admin/generate_link', async (request) => {
    await admin(request);
    const body = linkBody.parse(request.body ?? {});
    const query = request.query as { redirect_to?: unknown };
    const asked = typeof query.redirect_to === 'string' ? query.redirect_to : (body.redirect_to ?? body.redirectTo);
    const redirectTo = resolveRedirect(asked, deps.config);
    const created = await auth.adminLinks.createLink({
      type: body.type,
      email: body.email,
      newEmail: body.new_email ? email.parse(body.new_email) : null,
      password: body.password ?? null,
      metadata: readMetadata(body.data, now()),
      redirectTo,
    });
    return {
      ...(await presentUser(deps, deps.db, created.whole)),
      action_link: created.link,
      email_otp: created.code,
      hashed_token: created.token,
      redirect_to: redirectTo,
      verification_type: created.type,
    };
  });

  app.post('/invite', async (request) => {
    await admin(request);
    const body = inviteBody.parse(request.body ?? {});
    const { email, data } = body;
    const invited = await auth.adminLinks.invite(email, readMetadata(data, now()), context.readRedirect(request));
    return presentUser(deps, deps.db, invited);
  });
}

function readChange(request: FastifyRequest, now: Date): AdminChange {
  const body = userBody.parse(request.body ?? {});
  if (body.phone) throw new AuthError('phone_provider_disabled');
  if (body.password_hash) throw invalid('password_hash is not supported; give the password');
  if (body.role && body.role !== 'authenticated') throw invalid('role must be authenticated');
  return {
    id: body.id ?? undefined,
    email: body.email ? email.parse(body.email) : undefined,
    password: body.password ?? undefined,
    confirmEmail: body.email_confirm ?? undefined,
    userMetadata: body.user_metadata ? readMetadata(body.user_metadata, now) : undefined,
    appMetadata: body.app_metadata ? readMetadata(body.app_metadata, now) : undefined,
    banMs: body.ban_duration ? parseBanMs(body.ban_duration) : undefined,
  };
}

function readId(request: FastifyRequest): string {
  const parsed = z.object({ id: uuid }).safeParse(request.params);
  if (!parsed.success) throw new AuthError('user_not_found', 'User not found', { status: 404 });
  return parsed.data.id;
}

/** `none` lifts a ban. */
function parseBanMs(text: string): number {
  if (text === 'none') return 0;
  const seconds = readDurationS(text);
  if (seconds === null) throw invalid('ban_duration must be a duration such as 24h, or none');
  return seconds * 1000;
}
