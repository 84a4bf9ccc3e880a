import {
  deleteAuthSession,
  getAuthMe,
  getAuthSessions,
  patchAuthMe,
  postAuthForgotPassword,
  postAuthLogin,
  postAuthLogout,
  postAuthRefresh,
  postAuthRegister,
  postAuthResendVerification,
  postAuthResetPassword,
  postAuthVerifyEmail,
} from '@soulsight/contract/auth';
import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { Me, MeUpdate } from '@soulsight/contract/user';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import { readMetadata } from './account/metadata.rules.ts';
import { AuthError, type AuthErrorCode } from './auth.errors.ts';
import type { AuthService } from './auth.service.ts';
import { readClient } from './http/client.ts';
import { withMinDuration } from './http/min-duration.ts';
import { describeDevice } from './session/device.rules.ts';
import { findLiveSession, listSessions } from './session/session.store.ts';

/** The profile of the signed-in person, which another feature holds. */
export interface AuthRouteDeps {
  me(userId: string): Promise<Me>;
  update(userId: string, update: MeUpdate): Promise<Me>;
}

/** What a refusal of the auth service is called in the product's own catalogue. */
const CODES: Partial<Record<AuthErrorCode, [ErrorCode, string?]>> = {
  invalid_credentials: ['not_signed_in', 'Invalid email or password. Please try again.'],
  email_not_confirmed: ['email_not_verified'],
  user_banned: ['account_locked'],
  user_already_exists: ['email_taken'],
  email_exists: ['email_taken'],
  refresh_token_not_found: ['session_expired'],
  refresh_token_already_used: ['session_expired'],
  session_expired: ['session_expired'],
  otp_expired: ['bad_request', 'This code is not right, or it has expired.'],
  insufficient_aal: ['second_factor_needed'],
  over_request_rate_limit: ['rate_limited'],
  signup_disabled: ['forbidden', 'Sign-up is closed.'],
};

/** The product's own face of the auth service. */
export function registerAuthRoutes(app: FastifyInstance, auth: AuthService, profile: AuthRouteDeps): void {
  const { deps } = auth;
  const { config, db } = deps;
  const { answerFloorMs } = config;
  const landing = (path: string) => `${config.siteUrl}${path}`;

  route(app, postAuthLogin, ({ body, request }) =>
    withAppErrors(async () => {
      await deps.captcha.check(body.captcha_token, request.ip);
      const email = body.email.trim().toLowerCase();
      return auth.signIns.byPassword(email, body.password, readClient(request));
    }),
  );
  route(app, postAuthRegister, ({ body, request }) =>
    withAppErrors(async () => {
      await deps.captcha.check(body.captcha_token, request.ip);
      const wanted = {
        email: body.email.toLowerCase(),
        password: body.password,
        metadata: readMetadata(body.data, deps.clock.now()),
        challenge: null,
        redirectTo: landing('/verify-email'),
      };
      const signedUp = await withMinDuration(answerFloorMs, () => auth.signUps.signUp(wanted, readClient(request)));
      return { session: 'session' in signedUp ? signedUp.session : null };
    }),
  );
  route(app, postAuthLogout, async ({ body, caller }) => {
    await auth.signOut(caller, body.scope);
    return { ok: true as const };
  });
  route(app, getAuthMe, ({ caller }) => profile.me(caller.userId));
  route(app, patchAuthMe, ({ body, caller }) => profile.update(caller.userId, body));
  route(app, postAuthRefresh, ({ body, request }) =>
    withAppErrors(() => auth.sessions.refresh(body.refresh_token, readClient(request))),
  );
  route(app, postAuthVerifyEmail, ({ body, request }) =>
    withAppErrors(async () => {
      const email = body.email.trim().toLowerCase();
      const verified = await auth.verifications.code(email, body.token.trim(), 'email', readClient(request));
      if (verified.kind !== 'session') throw new AppError('bad_request');
      return verified.session;
    }),
  );
  route(app, postAuthResendVerification, ({ body, request }) =>
    withAppErrors(async () => {
      await deps.captcha.check(body.captcha_token, request.ip);
      const email = body.email.trim().toLowerCase();
      const wanted = { email, challenge: null, redirectTo: landing('/verify-email'), type: 'signup' as const };
      await withMinDuration(answerFloorMs, () => auth.mailRequests.resend(wanted));
      return { ok: true as const };
    }),
  );
  route(app, postAuthForgotPassword, ({ body, request }) =>
    withAppErrors(async () => {
      await deps.captcha.check(body.captcha_token, request.ip);
      const email = body.email.trim().toLowerCase();
      const wanted = { email, challenge: null, redirectTo: landing('/reset-password') };
      await withMinDuration(answerFloorMs, () => auth.mailRequests.recover(wanted));
      return { ok: true as const };
    }),
  );
  route(app, postAuthResetPassword, ({ body, caller }) =>
    withAppErrors(async () => {
      const session = await findLiveSession(db, caller.sessionId, caller.userId);
      if (!session) throw new AppError('session_expired');
      await auth.updates.update(session, { password: body.password, challenge: null, redirectTo: config.siteUrl });
      return { ok: true as const };
    }),
  );
  registerSessionList(app, auth);
}

function registerSessionList(app: FastifyInstance, auth: AuthService): void {
  const { db } = auth.deps;
  route(app, getAuthSessions, async ({ caller }) => ({
    sessions: (await listSessions(db, caller.userId)).map((row) => ({
      id: row.id,
      device: describeDevice(row.userAgent),
      ip: row.ip,
      current: row.id === caller.sessionId,
      aal: row.aal,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.refreshedAt.toISOString(),
    })),
  }));
  route(app, deleteAuthSession, async ({ caller, params }) => {
    const known = await findLiveSession(db, params.id, caller.userId);
    if (!known) throw new AppError('not_found');
    await auth.signOut({ userId: caller.userId, sessionId: params.id }, 'local');
    return { ok: true as const };
  });
}

async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.code === 'weak_password') {
      throw new AppError('validation_failed', error.message, { fields: { password: error.message } });
    }
    if (error.status === 429) throw new AppError('rate_limited', error.message);
    const [code, detail] = CODES[error.code] ?? ['bad_request', error.message];
    throw new AppError(code, detail, { cause: error });
  }
}
