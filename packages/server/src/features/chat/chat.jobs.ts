import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { JobInfo } from '../../core/jobs/jobs.ts';
import type { ChatDeps } from './chat.deps.ts';
import { INSIGHTS_JOB, type InsightsJob } from './chat.service.ts';
import { listUnanswered } from './conversations/conversation.store.ts';
import type { ConversationInsightsService, ConversationMeasures } from './insights/conversation-insights.service.ts';
import { findNewestUnread, listUncountedConversations } from './messages/message.store.ts';
import { messageGroup } from './receipts/receipts.service.ts';
import { createThrottle, type Throttle, unthrottled } from './throttle.ts';

const SWEEP_JOB = 'chat.sweep';
const SWEEP_BATCH = 500;
export const SILENCE_JOB = 'chat.silence';
const SILENT_BATCH = 5_000;
const SILENCE_MS = 7 * DAY_MS;

/** What happens to stored messages later: talks are counted, and whoever has not read yet is told. */
export function registerChatJobs(
  { db, clock, jobs }: Pick<Core, 'db' | 'clock' | 'jobs'>,
  {
    talk,
    match,
    profile,
    notifications,
    trust,
  }: Pick<ChatDeps, 'match' | 'profile' | 'notifications' | 'trust'> & { talk: ConversationInsightsService },
): void {
  const throttleUntil = createThrottle();

  /** A job that the server runs by itself works beside the sending, and gives way to it. */
  async function processAll(conversationIds: readonly string[], { signal }: JobInfo): Promise<void> {
    const throttle = signal ? throttleUntil(signal) : unthrottled;
    try {
      for (const id of conversationIds) await process(id, throttle);
    } catch (error) {
      // The server stops: the next sweep finds what is left.
      if (!signal?.aborted) throw error;
    }
  }

  async function process(conversationId: string, throttle: Throttle): Promise<void> {
    const levels = await talk.measure(conversationId, throttle);
    if (!levels?.owner.isActive) return;
    await throttle(async () => {
      for (const userId of levels.owner.members) await notifyUnread(levels, userId);
      await match.refreshScores(levels.owner.matchId);
    });
  }

  async function notifyUnread({ owner }: ConversationMeasures, userId: string): Promise<void> {
    const { conversationId, matchId, members } = owner;
    const message = await findNewestUnread(db, conversationId, userId);
    const otherId = members.find((id) => id !== userId);
    if (!message || !otherId) return;
    await db.transaction(async (tx) => {
      if (!(await talk.markNotified(tx, conversationId, userId, message.seq))) return;
      const { stage } = await match.getPair(tx, userId, matchId);
      await notifications.notify(tx, {
        userId,
        kind: 'message',
        title: `${await profile.getDisplayName(otherId, stage, tx)} wrote to you`,
        body: 'There is a new message in your conversation.',
        href: `/chat/${conversationId}`,
        groupKey: messageGroup(conversationId),
      });
    });
  }

  /** A talk left without a reply for a week costs a little trust, once; looked at daily, with a day to spare. */
  async function recordSilence(): Promise<void> {
    const now = clock.now().getTime();
    const span = { from: new Date(now - SILENCE_MS - 2 * DAY_MS), to: new Date(now - SILENCE_MS) };
    for (const { conversationId, silentId } of await listUnanswered(db, span, SILENT_BATCH)) {
      const move = { userId: silentId, cause: 'conversation_left_silent', subjectId: conversationId } as const;
      await db.transaction((tx) => trust.applyEvent(tx, move));
    }
  }

  jobs.on<InsightsJob>(INSIGHTS_JOB, ({ conversationIds }, job) => processAll(conversationIds, job));
  jobs.on(SWEEP_JOB, async (_, job) => processAll(await listUncountedConversations(db, SWEEP_BATCH), job));
  jobs.schedule(SWEEP_JOB, '*/5 * * * *');
  jobs.on(SILENCE_JOB, recordSilence);
  jobs.schedule(SILENCE_JOB, '40 3 * * *');
}
