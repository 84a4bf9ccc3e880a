import { randomUUID } from 'node:crypto';
import type { Db } from '../../../core/db/types.ts';
import { type PresentedUser, presentUser } from '../account/user.presenter.ts';
import type { FullUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { hashSecret } from './secrets.ts';
import { insertRefreshToken, type RefreshTokenRow, revokeRefreshTokens, type SessionRow } from './session.store.ts';

/** A session as clients receive it. */
export interface IssuedSession {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: PresentedUser;
}

/** Issues the tokens of a session. @param refreshTokenId the session's live refresh token */
export async function issueSession(
  tx: Db,
  deps: AuthDeps,
  session: SessionRow,
  fullUser: FullUser,
  refreshTokenId: string,
): Promise<IssuedSession> {
  const { clock, config, digests, keys } = deps;
  const { user } = fullUser;
  const presented = await presentUser(deps, tx, fullUser);
  const issuedAt = Math.floor(clock.now().getTime() / 1000);
  const expiresAt = issuedAt + config.accessTokenS;
  const accessToken = await keys.sign({
    sub: user.id,
    aud: config.audience,
    exp: expiresAt,
    iat: issuedAt,
    jti: randomUUID(),
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.appMetadata,
    user_metadata: presented.user_metadata,
    role: user.role,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.isAnonymous,
  });
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: config.accessTokenS,
    expires_at: expiresAt,
    refresh_token: digests.refreshToken(refreshTokenId),
    user: presented,
  };
}

/** A new refresh token. @param parentId the token that it replaces, which returns this one if it is presented again */
export function createRefreshToken(
  { clock, digests }: AuthDeps,
  sessionId: string,
  parentId: string | null,
): Omit<RefreshTokenRow, 'revoked'> {
  const id = randomUUID();
  const tokenHash = hashSecret(digests.refreshToken(id));
  return { id, sessionId, tokenHash, parentId, createdAt: clock.now() };
}

/** Replaces the session's live refresh token. @returns the id of the new one */
export async function rotateRefreshToken(
  tx: Db,
  deps: AuthDeps,
  sessionId: string,
  parentId: string | null,
): Promise<string> {
  const token = createRefreshToken(deps, sessionId, parentId);
  await revokeRefreshTokens(tx, sessionId);
  await insertRefreshToken(tx, token);
  return token.id;
}
