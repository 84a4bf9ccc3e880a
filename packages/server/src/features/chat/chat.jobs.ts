import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { JobInfo } from '../../core/jobs/job-runner.ts';
import type { ChatDeps } from './chat.deps.ts';
import { type ChatService, INSIGHTS_JOB, type InsightsJob } from './chat.service.ts';
import { countUnreadByUser, listUnanswered } from './conversations/conversation.store.ts';
import {
  type ConversationInfo,
  type ConversationPage,
  filterUndone,
  listUndone,
  markDone,
} from './insights/conversation-insights.store.ts';
import { findNewestUnread } from './messages/message.store.ts';
import { messageGroup } from './receipts/receipts.service.ts';
import { createThrottle, type Throttle, unthrottled } from './throttle.ts';

export const SWEEP_JOB = 'chat.sweep';
export const SILENCE_JOB = 'chat.silence';
/** Conversations that one statement looks at. */
const PAGE_SIZE = 5_000;
/** Conversations that are looked at before another worker may have done the rest of them. */
const CHUNK_SIZE = 100;
/** The job of a message is queued within seconds. What is older than this was lost, or has failed. */
const SWEEP_AGE_MS = 2 * MINUTE_MS;
const SILENCE_MS = 7 * DAY_MS;

/** Counts conversations, sends unread reminders, and records conversations left without a reply. */
export function registerChatJobs(
  { db, clock, jobs }: Pick<Core, 'db' | 'clock' | 'jobs'>,
  {
    chat,
    pairs,
    match,
    profile,
    notifications,
    trust,
  }: Pick<ChatDeps, 'pairs' | 'match' | 'profile' | 'notifications' | 'trust'> & {
    chat: Pick<ChatService, 'measure' | 'markNotified' | 'publishCounted'>;
  },
): void {
  const throttleUntil = createThrottle();

  /**
   * Scheduled runs yield to message sending. One conversation that fails does not keep the others waiting, and a repeated run leaves
   * out what was done: by the run before, or by another worker.
   */
  async function processAll(conversationIds: readonly string[], { signal }: JobInfo): Promise<void> {
    const throttle = signal ? throttleUntil(signal) : unthrottled;
    const errors: unknown[] = [];
    // On shutdown, the next sweep finds the rest.
    for (let at = 0; at < conversationIds.length && !signal?.aborted; at += CHUNK_SIZE) {
      const undone = await filterUndone(db, conversationIds.slice(at, at + CHUNK_SIZE));
      const done: ConversationInfo[] = [];
      for (const id of undone) {
        const conversation = await process(id, throttle).catch((error: unknown) => void errors.push(error));
        if (conversation) done.push(conversation);
        if (signal?.aborted) break;
      }
      await markDone(db, done);
    }
    if (errors.length > 0 && !signal?.aborted) throw errors[0];
  }

  /** Returns the active conversation, null for any other. */
  async function process(conversationId: string, throttle: Throttle): Promise<ConversationInfo | null> {
    const measures = await chat.measure(conversationId, throttle);
    if (!measures?.conversation.isActive) return null;
    const { conversation } = measures;
    await throttle(async () => {
      for (const userId of conversation.members) await notifyUnread(conversation, userId);
      await match.refreshScores(conversation.matchId);
      await chat.publishCounted(conversation);
    });
    return conversation;
  }

  async function notifyUnread({ conversationId, matchId, members }: ConversationInfo, userId: string): Promise<void> {
    const message = await findNewestUnread(db, conversationId, userId);
    const otherId = members.find((id) => id !== userId);
    if (!message || !otherId) return;
    await db.transaction(async (tx) => {
      // The match may have ended since the message.
      const pair = await pairs.findPair(tx, userId, matchId);
      if (!pair) return;
      // It may have been read or deleted since.
      const unread = (await countUnreadByUser(tx, [userId])).get(userId)?.[conversationId] ?? 0;
      if (unread === 0) return;
      if (!(await chat.markNotified(tx, conversationId, userId, message.seq))) return;
      const { stage } = pair;
      await notifications.notify(tx, {
        userId,
        kind: 'message',
        title: `${await profile.getDisplayName(otherId, stage, tx)} wrote to you`,
        body: unread > 1 ? `You have ${unread} new messages.` : 'You have a new message.',
        href: `/chat/${conversationId}`,
        groupKey: messageGroup(conversationId),
      });
    });
  }

  /** Finds what was lost with a process before its job was queued, or with a failed job. */
  async function sweep(job: JobInfo): Promise<void> {
    const before = new Date(clock.now().getTime() - SWEEP_AGE_MS);
    await forEachPage(
      job.signal,
      (after) => listUndone(db, { after, limit: PAGE_SIZE, before }),
      (ids) => processAll(ids, job),
    );
  }

  jobs.on<InsightsJob>(INSIGHTS_JOB, ({ conversationIds }, job) => processAll(conversationIds, job));
  jobs.on(SWEEP_JOB, (_, job) => sweep(job));
  jobs.schedule(SWEEP_JOB, '*/5 * * * *');
  jobs.on(SILENCE_JOB, (_, job) => recordSilence({ db, clock }, trust, job));
  jobs.schedule(SILENCE_JOB, '40 3 * * *');
}

/** A conversation left without a reply for a week costs a little trust, once. Runs daily and overlaps by a day. */
async function recordSilence(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  trust: ChatDeps['trust'],
  { signal }: JobInfo,
): Promise<void> {
  const now = clock.now().getTime();
  const span = { from: new Date(now - SILENCE_MS - 2 * DAY_MS), to: new Date(now - SILENCE_MS) };
  await forEachPage(
    signal,
    (after) => listUnanswered(db, span, after, PAGE_SIZE),
    async (unanswered) => {
      for (const { conversationId, silentId } of unanswered) {
        const event = { userId: silentId, cause: 'conversation_left_silent', subjectId: conversationId } as const;
        await db.transaction((tx) => trust.applyEvent(tx, event));
      }
    },
  );
}

/** Goes through all conversations. A page that fails does not keep the others waiting; its error is thrown at the end. */
async function forEachPage<T>(
  signal: AbortSignal | undefined,
  list: (after: string | null) => Promise<ConversationPage<T>>,
  handle: (rows: T[]) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  let after: string | null = null;
  do {
    const page: ConversationPage<T> = await list(after);
    await handle(page.rows).catch((error: unknown) => void errors.push(error));
    after = page.last;
  } while (after !== null && !signal?.aborted);
  if (errors.length > 0) throw errors[0];
}
