import { AppError } from '@soulsight/contract/errors';
import { NOTIFICATION_KIND_IDS } from '@soulsight/contract/notifications';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import type { Mail } from '../../core/mail/mailbox.ts';
import { renderMail } from '../../core/mail/template.ts';
import { type OpenNotification, openNotifications } from './notification-text.ts';
import { digestIsDue, digestLimits, KEPT_BY_UNSUBSCRIBE, quietForMs } from './notifications.rules.ts';
import type { NotificationsService } from './notifications.service.ts';
import { claimUnmailed, findLastDigestAt, listDigestCandidates, listUnmailed } from './notifications.store.ts';

const OWNER = 'system:unsubscribe';
const PAGE = 200;
/** Older notifications are not mailed. */
const MAIL_MAX_AGE_MS = 7 * DAY_MS;
const LINES_MAX = 8;

type Candidate = Awaited<ReturnType<typeof listDigestCandidates>>[number];

export interface DigestService {
  /** Mails a digest to every user who is away and has something new; run every few minutes. Returns how many were sent. */
  sendDue(): Promise<number>;
  /** The user of an unsubscribe link. @throws bad_request for a forged link */
  readToken(token: string): Promise<string>;
}

export function createDigestService(
  { db, clock, config, mailer, vault, log }: Pick<Core, 'db' | 'clock' | 'config' | 'mailer' | 'vault' | 'log'>,
  { notifications }: { notifications: Pick<NotificationsService, 'getSettings'> },
): DigestService {
  async function sendDue(): Promise<number> {
    const now = clock.now();
    const since = new Date(now.getTime() - MAIL_MAX_AGE_MS);
    const limits = digestLimits(now);
    let sent = 0;
    let afterUserId: string | null = null;
    for (;;) {
      const page: Candidate[] = await listDigestCandidates(db, { ...limits, since, afterUserId, limit: PAGE });
      await forEachSettled(page, log, async (candidate) => {
        if (await sendIfDue(candidate, since)) sent += 1;
      });
      if (page.length < PAGE) return sent;
      afterUserId = page.at(-1)?.userId ?? null;
    }
  }

  async function sendIfDue({ userId, email, timezone, lastActiveAt }: Candidate, since: Date): Promise<boolean> {
    const { kinds, quiet_hours } = await notifications.getSettings(userId);
    const mailed = NOTIFICATION_KIND_IDS.filter((kind) => kinds[kind].mail);
    if (email === null || mailed.length === 0) return false;
    const now = clock.now();
    const unmailed = await listUnmailed(db, { userId, kinds: mailed, since });
    const oldest = unmailed.at(-1);
    if (!oldest) return false;
    const facts = {
      lastActiveAt,
      lastDigestAt: await findLastDigestAt(db, userId),
      oldestAt: oldest.createdAt,
      quietMs: quietForMs(quiet_hours, now, timezone),
    };
    if (!digestIsDue(facts, now)) return false;
    return db.transaction(async (tx) => {
      // Another run may have mailed them in between.
      const claimed = await claimUnmailed(
        tx,
        unmailed.map(({ id }) => id),
        now,
      );
      const rows = unmailed.filter(({ id }) => claimed.has(id));
      if (rows.length === 0) return false;
      const isKept = rows.every(({ kind }) => KEPT_BY_UNSUBSCRIBE.includes(kind));
      const token = isKept ? null : await createToken(tx, userId);
      await mailer.send(
        renderDigest({ to: email, rows: await openNotifications(vault, tx, rows), publicUrl: config.publicUrl, token }),
        { tx },
      );
      return true;
    });
  }

  async function createToken(tx: Tx, userId: string): Promise<string> {
    return (await vault.seal(tx, OWNER, userId)).toString('base64url');
  }

  async function readToken(token: string): Promise<string> {
    try {
      return await vault.open(db, OWNER, Buffer.from(token, 'base64url'));
    } catch (cause) {
      throw new AppError('bad_request', 'This link is not valid.', { cause });
    }
  }

  return { sendDue, readToken };
}

/** `token` is null if all of it stays on after an unsubscribe. */
type Digest = { to: string; rows: OpenNotification[]; publicUrl: string; token: string | null };

function renderDigest({ to, rows, publicUrl, token }: Digest): Mail {
  const unsubscribeUrl = token === null ? null : `${publicUrl}/api/notifications/unsubscribe?token=${token}`;
  const lines = rows.slice(0, LINES_MAX).map(({ title, body }) => `${title}. ${body}`);
  const more = rows.length - lines.length;
  const mail = renderMail({
    to,
    subject: rows.length === 1 ? (rows[0]?.title ?? '') : `${rows.length} new things on ${PRODUCT_NAME}`,
    paragraphs: more > 0 ? [...lines, `And ${more} more.`] : lines,
    action: { label: 'Take a look', url: `${publicUrl}/notifications` },
    footer: 'You get this email because you were away. You can choose what we send you in Settings.',
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  });
  if (unsubscribeUrl === null) return mail;
  const headers = { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { ...mail, headers };
}
