import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { pairTrust } from '@soulsight/affinity/connection';
import { type TextFeatures, textEvents, textFeatures } from '@soulsight/affinity/text';
import { DEMO_CLOCK_SPEED } from '@soulsight/contract/limits';
import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { NewBgpEvent } from '../../bgp/bgp.service.ts';
import type { ChatDeps } from '../chat.deps.ts';
import { decryptMessages } from '../messages/decrypt-messages.ts';
import { listMessagePage, type MessageRow } from '../messages/message.store.ts';
import type { Throttle } from '../throttle.ts';
import { type ConversationInfo, lockConversationFeatures } from './conversation-insights.store.ts';
import {
  addMessage,
  type ConversationTally,
  calculateConnection,
  nextLanguages,
  textContext,
  toTrustInput,
  turnFeatures,
} from './conversation-tally.rules.ts';
import { addSubstance, emptySubstance, type Substance } from './substance.rules.ts';
import { readTally, saveTally } from './tally-storage.ts';

/** Messages counted in one transaction. */
const COUNT_BATCH = 40;
/** A user who has written this many messages counts as replying, when the other user has too. */
const REPLYING_FROM_MESSAGES = 3;

export type InsightsContext = Pick<Core, 'db' | 'clock' | 'vault'> &
  Pick<ChatDeps, 'bgp' | 'profile' | 'trust' | 'match'>;
type Consents = Record<string, boolean>;
/** In the order of `ConversationInfo.members`, 0 to 100 each. */
export type TrustScores = [number, number];
type WriterEvent = { userId: string; event: NewBgpEvent };

/** Counts every stored message that was not counted yet, in transactions of `COUNT_BATCH`, and returns the tally. */
export async function countNewMessages(
  ctx: InsightsContext,
  info: ConversationInfo,
  trustScores: TrustScores,
  throttle: Throttle,
): Promise<ConversationTally> {
  let tally = await readTally(ctx.vault, ctx.db, info);
  if (!tally.substance) tally = await ctx.db.transaction((tx) => addMissingSubstance(ctx, tx, info, trustScores));
  if (tally.uptoSeq >= info.lastSeq) return tally;
  while (tally.uptoSeq < info.lastSeq) {
    const before = tally.uptoSeq;
    tally = await throttle(() => countBatch(ctx, info, trustScores));
    if (tally.uptoSeq === before) return tally;
  }
  return tally;
}

/** The pair's trust level, a percentage. */
export function calculateTrustLevel(
  tally: ConversationTally,
  info: ConversationInfo,
  trustScores: TrustScores,
): number {
  return pairTrust({ ...toTrustInput(tally, info.members[0] ?? '', info), trustScores });
}

/** What a batch starts from; if it has changed when the batch is saved, the batch is counted again. */
type Basis = { tally: ConversationTally; consents: Consents };
type Counted = { tally: ConversationTally; events: WriterEvent[] };

/**
 * Counts the next messages, records what they show about their writers, and saves the tally. Reading texts takes long: it is done
 * before the transaction, in which messages that are being sent would wait on the embedded database.
 */
async function countBatch(
  ctx: InsightsContext,
  info: ConversationInfo,
  trustScores: TrustScores,
): Promise<ConversationTally> {
  for (;;) {
    const basis: Basis = await readBasis(ctx, ctx.db, info);
    const counted = await countPage(ctx, info, basis);
    const isSaved = await ctx.db.transaction((tx) => saveCounted(ctx, tx, { info, trustScores, basis, counted }));
    if (isSaved) return counted.tally;
  }
}

async function readBasis(ctx: InsightsContext, db: Db, info: ConversationInfo): Promise<Basis> {
  return { consents: await getAnalysisConsents(ctx, db, info), tally: await readTally(ctx.vault, db, info) };
}

async function countPage(
  { db, vault }: InsightsContext,
  info: ConversationInfo,
  { tally: before, consents }: Basis,
): Promise<Counted> {
  const page = await listMessagePage(db, info.conversationId, { after: before.uptoSeq, limit: COUNT_BATCH });
  const decrypted = await decryptMessages({ db, vault }, page);
  const texts = new Map(decrypted.filter(({ deletedAt }) => !deletedAt).map(({ id, content }) => [id, content]));
  const { tally, events } = await countAll(before, page, (message) =>
    consents[message.senderId] ? (texts.get(message.id) ?? null) : null,
  );
  return { tally: { ...tally, substance: countSubstance(info, before.substance, page, texts) }, events };
}

/** False when another process has counted meanwhile, or when somebody has withdrawn or given their consent. */
async function saveCounted(
  ctx: InsightsContext,
  tx: Tx,
  {
    info,
    trustScores,
    basis,
    counted: { tally, events },
  }: { info: ConversationInfo; trustScores: TrustScores; basis: Basis; counted: Counted },
): Promise<boolean> {
  await lockConversationFeatures(tx, info.conversationId);
  // After the lock: a user's withdrawal of consent holds it while the analysis is erased.
  if (!isDeepStrictEqual(await readBasis(ctx, tx, info), basis)) return false;
  for (const userId of info.members) {
    const own = events.filter((each) => each.userId === userId).map(({ event }) => event);
    await ctx.bgp.recordAll(tx, userId, own);
  }
  await saveTally(ctx, tx, info, { tally, trustLevel: calculateTrustLevel(tally, info, trustScores) });
  await ctx.match.updateConnection(tx, info.matchId, calculateConnection(tally));
  await rewardReplies(ctx, tx, info, tally);
  return true;
}

/** Turns of substance count with and without consent to the analysis: the trust of a pair needs them. */
function countSubstance(
  { withDemoUser }: ConversationInfo,
  before: Substance = emptySubstance(),
  messages: readonly MessageRow[],
  texts: ReadonlyMap<string, string>,
): Substance {
  const speed = withDemoUser ? DEMO_CLOCK_SPEED : 1;
  return messages.reduce(
    (substance, { id, senderId, createdAt }) =>
      addSubstance(substance, { senderId, at: createdAt.getTime() * speed, text: texts.get(id) ?? null }),
    before,
  );
}

/** Adds the turns to a tally that was stored by a version that did not count them. */
async function addMissingSubstance(
  ctx: InsightsContext,
  tx: Tx,
  info: ConversationInfo,
  trustScores: TrustScores,
): Promise<ConversationTally> {
  await lockConversationFeatures(tx, info.conversationId);
  const before = await readTally(ctx.vault, tx, info);
  if (before.substance) return before;
  let substance = emptySubstance();
  for (let after = 0; after < before.uptoSeq; ) {
    const limit = Math.min(COUNT_BATCH, before.uptoSeq - after);
    const page = await listMessagePage(tx, info.conversationId, { after, limit });
    const decrypted = await decryptMessages({ db: tx, vault: ctx.vault }, page);
    const texts = new Map(decrypted.filter(({ deletedAt }) => !deletedAt).map(({ id, content }) => [id, content]));
    substance = countSubstance(info, substance, page, texts);
    const last = page.at(-1);
    if (!last) break;
    after = last.seq;
  }
  const tally = { ...before, substance };
  await saveTally(ctx, tx, info, { tally, trustLevel: calculateTrustLevel(tally, info, trustScores) });
  return tally;
}

/**
 * `readText` returns null if a text is deleted or must not be analysed. Reading a text takes a quarter of a millisecond, and many
 * times that while its patterns are being compiled, so that sockets are served after each.
 */
async function countAll(
  before: ConversationTally,
  messages: readonly MessageRow[],
  readText: (message: MessageRow) => string | null,
): Promise<Counted> {
  let tally = before;
  const events: WriterEvent[] = [];
  for (const message of messages) {
    await setImmediate();
    const { seq, senderId, createdAt: at } = message;
    const text = readText(message);
    const languages = text === null ? null : nextLanguages(tally, senderId, text);
    const features =
      text === null || !languages ? null : textFeatures(text, { ...textContext(tally, senderId), languages });
    if (features) events.push(...toWriterEvents(tally, message, features));
    tally = addMessage(tally, { seq, senderId, at, features, languages });
  }
  return { tally, events };
}

/** What one message shows about its writer, as numbers. */
function toWriterEvents(tally: ConversationTally, message: MessageRow, features: TextFeatures): WriterEvent[] {
  const { senderId: userId, conversationId: subjectId, createdAt: at } = message;
  const metadata = { ...features, ...turnFeatures(tally, userId, at) };
  return textEvents(features).map((type) => ({
    userId,
    event: { type, metadata, subjectId, at },
  }));
}

async function rewardReplies(
  { trust }: InsightsContext,
  tx: Tx,
  { conversationId, members, withDemoUser }: ConversationInfo,
  tally: ConversationTally,
): Promise<void> {
  if (withDemoUser) return;
  if (!members.every((id) => (tally.sides[id]?.messages ?? 0) >= REPLYING_FROM_MESSAGES)) return;
  for (const userId of members) {
    await trust.applyEvent(tx, { userId, cause: 'conversation_answered', subjectId: conversationId });
  }
}

async function getAnalysisConsents(
  { profile }: InsightsContext,
  db: Db,
  { members }: ConversationInfo,
): Promise<Consents> {
  const consents = await Promise.all(members.map((id) => profile.getConsents(id, db)));
  return Object.fromEntries(members.map((id, i) => [id, consents[i]?.behavioural_analysis ?? false]));
}
