import { AppError } from '@soulsight/contract/errors';
import { NOTIFICATION_KIND_IDS } from '@soulsight/contract/notifications';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import { renderMail } from '../../core/mail/template.ts';
import { digestIsDue, quietForMs } from './notifications.rules.ts';
import type { NotificationsService } from './notifications.service.ts';
import { findLastDigestAt, listDigestCandidates, listUnmailed, updateMailedAt } from './notifications.store.ts';

const OWNER = 'system:unsubscribe';
const PAGE = 200;
/** What is older than this is not mailed any more. */
const MAIL_MAX_AGE_MS = 7 * DAY_MS;
const LINES_MAX = 8;

type Candidate = Awaited<ReturnType<typeof listDigestCandidates>>[number];

export interface DigestService {
  /** Mails one digest to everyone who is away and has something new; run every few minutes. Answers how many went out. */
  sendDue(): Promise<number>;
  /** Whose link it is. @throws bad_request for a link that was not made here */
  readToken(token: string): Promise<string>;
}

export function createDigestService(
  { db, clock, config, mailer, vault, log }: Pick<Core, 'db' | 'clock' | 'config' | 'mailer' | 'vault' | 'log'>,
  { notifications }: { notifications: Pick<NotificationsService, 'settings'> },
): DigestService {
  async function sendDue(): Promise<number> {
    const since = new Date(clock.now().getTime() - MAIL_MAX_AGE_MS);
    let sent = 0;
    let afterUserId: string | null = null;
    for (;;) {
      const page: Candidate[] = await listDigestCandidates(db, { since, afterUserId, limit: PAGE });
      await forEachSettled(page, log, async (candidate) => {
        if (await sendIfDue(candidate)) sent += 1;
      });
      if (page.length < PAGE) return sent;
      afterUserId = page.at(-1)?.userId ?? null;
    }
  }

  async function sendIfDue({ userId, email, timezone, lastActiveAt, oldestAt }: Candidate): Promise<boolean> {
    const { kinds, quiet_hours } = await notifications.settings(userId);
    const mailed = NOTIFICATION_KIND_IDS.filter((kind) => kinds[kind].mail);
    if (email === null || mailed.length === 0) return false;
    const now = clock.now();
    const facts = {
      lastActiveAt,
      lastDigestAt: await findLastDigestAt(db, userId),
      oldestAt: new Date(oldestAt),
      quietMs: quietForMs(quiet_hours, now, timezone),
    };
    if (!digestIsDue(facts, now)) return false;
    return db.transaction(async (tx) => {
      const rows = await listUnmailed(tx, userId, mailed);
      if (rows.length === 0) return false;
      await updateMailedAt(
        tx,
        rows.map(({ id }) => id),
        now,
      );
      const url = `${config.publicUrl}/api/notifications/unsubscribe?token=${await createToken(tx, userId)}`;
      const lines = rows.slice(0, LINES_MAX).map(({ title, body }) => `${title}. ${body}`);
      const more = rows.length - lines.length;
      const mail = renderMail({
        to: email,
        subject: rows.length === 1 ? (rows[0]?.title ?? '') : `${rows.length} new things on ${PRODUCT_NAME}`,
        paragraphs: more > 0 ? [...lines, `And ${more} more.`] : lines,
        action: { label: 'Have a look', url: `${config.publicUrl}/notifications` },
        footer: 'You get this because you were away. You choose what reaches you in Settings.',
        unsubscribeUrl: url,
      });
      const headers = { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
      await mailer.send({ ...mail, headers }, { tx });
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
