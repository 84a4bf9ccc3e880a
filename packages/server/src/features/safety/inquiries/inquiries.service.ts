import type { EndpointBody } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { Inquiry, postInquiry } from '@soulsight/contract/safety';
import { DAY_MS, toUtcDay } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { PageEnd } from '../../../core/http/cursor.ts';
import { renderMail } from '../../../core/mail/template.ts';
import { createAuditLog } from '../moderation/audit.service.ts';
import { assertUninvolved } from '../moderation/moderation.service.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { UNKNOWN_NAME } from '../safety.rules.ts';
import { listConcerning } from '../safety.store.ts';
import * as store from './inquiries.store.ts';

type InquiryBody = EndpointBody<typeof postInquiry>;
type Content = Pick<InquiryBody, 'email' | 'text'>;

interface InquiryPage {
  moderatorId: string;
  after: PageEnd | null;
  limit: number;
}

/** From one account, or one network of visitors. */
const INQUIRIES_PER_DAY = 5;
/** How long a closed inquiry is kept, for questions about the answer. */
const KEPT_MS = 90 * DAY_MS;
/** How long an inquiry is kept at most, also one that nobody has answered. */
const KEPT_OPEN_MS = 180 * DAY_MS;
/** A user's message is sealed with their own key, which is destroyed with the account, in backups too. Visitors have none. */
const toOwner = (userId: string | null) => (userId ? (`user:${userId}` as const) : 'system:inquiries');

export function openInquiry(
  vault: Pick<Core['vault'], 'openJson'>,
  db: Db,
  { userId, content }: { userId: string | null; content: Buffer },
): Promise<Content> {
  return vault.openJson<Content>(db, toOwner(userId), content);
}

/**
 * Messages of the contact form. Moderators answer them by email. A visitor's address is not verified, so nothing is sent there
 * before a moderator has read the message, and the answer does not quote it: nobody can have us mail their text to others.
 */
export function createInquiryService(
  { db, clock, vault, mailer }: Pick<Core, 'db' | 'clock' | 'vault' | 'mailer'>,
  { digest, profile }: Pick<SafetyDeps, 'digest' | 'profile'>,
) {
  const audit = createAuditLog({ db, clock, vault }, { profile });

  /**
   * @param id of the new message; a repeated one changes nothing
   * @throws AppError rate_limited after the fifth message of a day
   */
  async function inquire(
    { userId, network }: { userId: string | null; network: string },
    { topic, email, text }: InquiryBody,
    id: string = crypto.randomUUID(),
  ): Promise<void> {
    const now = clock.now();
    const sender = digest(`inquiry:${userId ?? network}`);
    await db.transaction(async (tx) => {
      await store.lockSender(tx, sender);
      if (await store.findInquiry(tx, id)) return;
      if ((await store.countInquiries(tx, sender, new Date(now.getTime() - DAY_MS))) >= INQUIRIES_PER_DAY)
        throw new AppError('rate_limited', 'You have written to us several times today. Please wait for our answer.');
      const content = await vault.seal(tx, toOwner(userId), { email, text } satisfies Content);
      await store.insertInquiry(tx, { id, userId, sender, topic, content, at: now });
    });
  }

  /** What waits for an answer, without the moderator's own; `after` is the last one of the page before. */
  async function listInquiries({ moderatorId, after, limit }: InquiryPage): Promise<Inquiry[]> {
    const without = await listConcerning(db, moderatorId);
    const rows = await store.listOpenInquiries(db, {
      without,
      after: after && (await store.findPlace(db, after)),
      limit,
    });
    const names = await profile.getFirstNames(rows.flatMap(({ userId }) => userId ?? []));
    return Promise.all(
      rows.map(async ({ id, userId, topic, content, at }) => ({
        id,
        topic,
        ...(await openInquiry(vault, db, { userId, content })),
        person: userId && (names.get(userId) ?? UNKNOWN_NAME),
        at: at.toISOString(),
      })),
    );
  }

  /** Sends the answer; null closes the inquiry without one. @throws AppError not_found, forbidden, conflict */
  async function answerInquiry(moderatorId: string, id: string, answer: string | null): Promise<void> {
    const found = await store.findInquiry(db, id);
    if (!found) throw new AppError('not_found');
    await assertUninvolved(db, moderatorId, found.userId);
    const { email } = await openInquiry(vault, db, found);
    await db.transaction(async (tx) => {
      if (!(await store.closeInquiry(tx, id, clock.now()))) throw new AppError('conflict');
      await audit.add(tx, {
        moderatorId,
        subjectId: found.userId ?? id,
        action: answer === null ? 'inquiry_closed' : 'inquiry_answered',
        // The answer itself is about a person, and the log is kept for longer than they are.
        reason: answer === null ? 'Closed without an answer.' : 'Answered by email.',
      });
      if (answer !== null) await mailer.send(renderMail(answerMail(email, answer, found.at)), { tx });
    });
  }

  return {
    inquire,
    listInquiries,
    answerInquiry,
    async sweepInquiries(): Promise<void> {
      const now = clock.now().getTime();
      await store.deleteInquiries(db, {
        closedBefore: new Date(now - KEPT_MS),
        writtenBefore: new Date(now - KEPT_OPEN_MS),
      });
    },
  };
}

function answerMail(to: string, answer: string, at: Date) {
  return {
    to,
    subject: `Your message to ${PRODUCT_NAME}`,
    paragraphs: answer.split(/\n{2,}/),
    footer: `You wrote to us on ${toUtcDay(at)}. To write again, use the contact page.`,
  };
}
