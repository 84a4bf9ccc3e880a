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
  postAuthSignOut,
  postAuthVerifyEmail,
} from '@soulsight/contract/auth';
import { AppError, type ErrorCode } from '@soulsight/contract/errors';
import type { Me, MeUpdate } from '@soulsight/contract/profile';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import { AuthError, type AuthErrorCode } from './auth.errors.ts';
import type { AuthService } from './auth.service.ts';
import { readClient } from './http/client.ts';
import { describeDevice } from './session/device.ts';
import type { SessionRow } from './session/session.store.ts';

/** The signed-in user's profile. */
export interface AuthRouteDeps {
  me(userId: string): Promise<Me>;
  update(userId: string, update: MeUpdate): Promise<Me>;
}

/** The product's error code, and message where it differs, for each error of the auth service. */
const CODES: Partial<Record<AuthErrorCode, [ErrorCode, string?]>> = {
  invalid_credentials: ['not_signed_in', 'Invalid email or password. Please try again.'],
  email_not_confirmed: ['email_not_verified'],
  user_banned: ['account_locked'],
  user_already_exists: ['email_taken'],
  email_exists: ['email_taken'],
  refresh_token_not_found: ['session_expired'],
  refresh_token_already_used: ['session_expired'],
  session_expired: ['session_expired'],
  session_not_found: ['session_expired'],
  otp_expired: ['bad_request', 'This code is not right, or it has expired.'],
  insufficient_aal: ['second_factor_needed'],
  over_request_rate_limit: ['rate_limited'],
  signup_disabled: ['forbidden', 'Sign-up is closed.'],
};

/** The product's own endpoints of the auth service. */
export function registerAuthRoutes(app: FastifyInstance, auth: AuthService, profile: AuthRouteDeps): void {
  registerSignInRoutes(app, auth);
  registerMailRoutes(app, auth);
  registerSessionRoutes(app, auth);
  route(app, getAuthMe, ({ caller }) => profile.me(caller.userId));
  route(app, patchAuthMe, ({ body, caller }) => profile.update(caller.userId, body));
}

function registerSignInRoutes(app: FastifyInstance, auth: AuthService): void {
  route(app, postAuthLogin, ({ body, request }) =>
    withAppErrors(() => {
      const { email, password, captcha_token: captchaToken } = body;
      return auth.signIns.byPassword({ email, password, captchaToken }, readClient(request));
    }),
  );
  route(app, postAuthRegister, ({ body, request }) =>
    withAppErrors(async () => {
      const mail = toMailRequest(auth, body, '/verify-email');
      const signUp = { ...mail, password: body.password, metadata: body.data };
      const result = await auth.signUps.signUp(signUp, readClient(request));
      return { session: 'session' in result ? result.session : null };
    }),
  );
  route(app, postAuthResetPassword, ({ body, caller, request }) =>
    withAppErrors(async () => {
      await auth.updates.changePassword(caller, body.password, readClient(request));
      return { ok: true as const };
    }),
  );
}

function registerMailRoutes(app: FastifyInstance, auth: AuthService): void {
  route(app, postAuthVerifyEmail, ({ body, request }) =>
    withAppErrors(async () => {
      const verified = await auth.verifications.code(body.email, body.token, 'email', readClient(request));
      if (verified.kind !== 'session') throw new AppError('bad_request');
      return verified.session;
    }),
  );
  route(app, postAuthResendVerification, ({ body, request }) =>
    withAppErrors(async () => {
      const mail = toMailRequest(auth, body, '/verify-email');
      await auth.mailRequests.resend({ ...mail, type: 'signup' }, readClient(request));
      return { ok: true as const };
    }),
  );
  route(app, postAuthForgotPassword, ({ body, request }) =>
    withAppErrors(async () => {
      await auth.mailRequests.recover(toMailRequest(auth, body, '/reset-password'), readClient(request));
      return { ok: true as const };
    }),
  );
}

function registerSessionRoutes(app: FastifyInstance, auth: AuthService): void {
  route(app, postAuthRefresh, ({ body, request }) =>
    withAppErrors(() => auth.sessions.refresh(body.refresh_token, readClient(request))),
  );
  route(app, postAuthLogout, async ({ body, caller }) => {
    await auth.signOut(caller, body.scope);
    return { ok: true as const };
  });
  route(app, postAuthSignOut, async ({ body }) => {
    await auth.signOutByHash(body.refresh_token_hash, body.scope, body.seconds_ago);
    return { ok: true as const };
  });
  route(app, getAuthSessions, async ({ caller }) => {
    const sessions = await auth.sessions.list(caller.userId);
    return { sessions: sessions.map((session) => presentSession(session, caller.sessionId)) };
  });
  route(app, deleteAuthSession, async ({ caller, params }) => {
    if (!(await auth.sessions.endOne(caller.userId, params.id))) throw new AppError('not_found');
    return { ok: true as const };
  });
}

function toMailRequest(auth: AuthService, body: { email: string; captcha_token?: string | undefined }, page: string) {
  const redirectTo = `${auth.deps.config.siteUrl}${page}`;
  return { email: body.email, challenge: null, redirectTo, captchaToken: body.captcha_token };
}

function presentSession(session: SessionRow, currentId: string) {
  return {
    id: session.id,
    device: describeDevice(session.userAgent),
    ip: session.ip,
    current: session.id === currentId,
    aal: session.aal,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.refreshedAt.toISOString(),
  };
}

async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    if (error.code === 'weak_password') {
      throw new AppError('validation_failed', error.message, { fields: { password: error.message } });
    }
    const { retryAfterS } = error;
    if (error.status === 429) throw new AppError('rate_limited', error.message, { retryAfterS });
    const [code, detail] = CODES[error.code] ?? ['bad_request', error.message];
    throw new AppError(code, detail, { cause: error });
  }
}
