import type { ServerEventType } from '@soulsight/contract/realtime';
import type { Tx } from '../../core/db/types.ts';
import type { RevealContext } from './reveal.deps.ts';
import type { RevealStep } from './reveal-step.ts';

type RevealEvent = Extract<ServerEventType, `reveal_${string}`>;

/** Notifications of one reveal replace one another. */
export function revealGroup(matchId: string): string {
  return `reveal:${matchId}`;
}

export async function publishRevealEvent(
  { outbox }: Pick<RevealContext, 'outbox'>,
  { tx, pair, facts }: RevealStep,
  event: { type: RevealEvent; to: string[]; stage: number },
): Promise<void> {
  const payload = { match_id: pair.match.id, stage: event.stage, trust_level: facts.trustLevel };
  await outbox.publish(tx, { to: event.to, type: event.type, payload });
}

/** Notifies the other user, with the caller's name as `stage` shows it: an alias at stage 0. */
export async function notifyOther(
  { profile, notifications }: Pick<RevealContext, 'profile' | 'notifications'>,
  { tx, userId, pair }: RevealStep,
  text: { stage: number; action: string; body: string },
): Promise<void> {
  const name = await profile.getDisplayName(userId, text.stage, tx);
  await notifications.notify(tx, {
    userId: pair.otherId,
    kind: 'reveal',
    title: `${name} ${text.action}`,
    body: text.body,
    href: `/reveal/${pair.match.id}`,
    groupKey: revealGroup(pair.match.id),
  });
}

/** For when names are hidden again: deletes all notifications that contain one, also those not pushed or emailed yet. */
export async function deleteNameNotifications(
  { chat, notifications }: Pick<RevealContext, 'chat' | 'notifications'>,
  tx: Tx,
  { matchId, userIds }: { matchId: string; userIds: readonly string[] },
): Promise<void> {
  for (const userId of userIds) await notifications.deleteGroups(tx, userId, [revealGroup(matchId)]);
  await chat.deleteMessageNotifications(tx, matchId, userIds);
}
