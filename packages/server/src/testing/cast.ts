import { getAuthSessions } from '@soulsight/contract/auth';
import { getAiWingman } from '@soulsight/contract/wingman';
import sharp from 'sharp';
import { buildSelfie } from '../features/demo/builders/selfie.builder.ts';
import { type BuiltUser, buildPair, buildUser } from '../features/demo/builders/user.builder.ts';
import { type Belongings, ROLES, type Role } from './callers.ts';
import type { TestApp } from './test-app.ts';
import { givePremium, signInAgain } from './test-users.ts';

export interface Cast {
  callers: Record<Role, BuiltUser | null>;
  /** What the role would name: the owner's things, and the match and conversation of the two. */
  theirs: Record<Role, Belongings>;
}

const TEST_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };

/** Everybody who may make a call, and an owner who has one of everything. */
export async function buildCast(app: TestApp): Promise<Cast> {
  const { features } = app;
  const {
    one: owner,
    other: matched,
    matchId,
  } = await buildPair(features, {
    one: { firstName: 'Onabella' },
    other: { firstName: 'Odobert' },
  });
  const moderator = await buildUser(features, { firstName: 'Mo', isModerator: true });
  const operator = await buildUser(features, { firstName: 'Opal', isOperator: true });
  const [free, premium, blocked, banned] = [
    await buildUser(features, { firstName: 'Fritz' }),
    await buildUser(features, { firstName: 'Prima' }),
    await buildUser(features, { firstName: 'Bo' }),
    await buildUser(features, { firstName: 'Bela' }),
  ];
  const unverified = await buildUser(features, { firstName: 'Uma', verified: false });
  for (const user of [owner, premium]) await givePremium(app, user);
  const pair = { userId: owner.id, ...(await startConversation(app, owner, matchId)) };
  const own = await buildBelongings(app, { owner, matched, moderator }, matchId);
  const met = await meetAndBlock(app, owner, blocked);
  await ban(app, { banned, owner, moderator });
  const theirs = { ...own, ...pair, matchId };
  return {
    callers: {
      ...{ anonymous: null, unverified, free, premium, blocked, moderator, operator, matched, owner },
      // A ban ends the sessions; the user may sign in to read why.
      banned: await signInAgain(app, banned),
    },
    theirs: Object.fromEntries(
      ROLES.map((role) => [role, role === 'blocked' ? { ...theirs, ...met } : theirs]),
    ) as Record<Role, Belongings>,
  };
}

/** Starts the conversation; the owner writes and so notifies the other. */
async function startConversation({ features: { chat } }: TestApp, { id: userId }: BuiltUser, matchId: string) {
  const { id: conversationId } = await chat.start(userId, matchId);
  const { message } = await chat.send({ userId, conversationId, content: 'Good morning' });
  return { conversationId, messageId: message.id };
}

async function buildBelongings(
  app: TestApp,
  { owner, matched, moderator }: Record<'owner' | 'matched' | 'moderator', BuiltUser>,
  matchId: string,
): Promise<Omit<Belongings, 'userId' | 'matchId' | 'conversationId' | 'messageId'>> {
  const { features } = app;
  const { photos, subscription, safety } = features;
  const create = { width: 200, height: 200, channels: 3, background: '#642' } as const;
  const picture = await sharp({ create }).jpeg().toBuffer();
  const photo = await photos.add(owner.id, picture);
  const card = await subscription.addCard(owner.id, TEST_CARD);
  const purchase = { payment_method_id: card.id, idempotency_key: crypto.randomUUID() };
  await subscription.buy(owner.id, { offer: 'premium_yearly', ...purchase });
  const [invoice] = await subscription.getInvoices(owner.id);
  const report = () =>
    safety.report(matched.id, owner.id, { category: 'other', details: 'x', message_ids: [], block: false });
  await safety.decide(moderator.id, (await report()).id, { action: 'warn', reason: 'Please be kind.', additions: 0 });
  const [sanction] = await safety.listSanctions(owner.id);
  const { notifications } = await features.notifications.list(owner.id, { limit: 1 });
  const { id: conversationId } = await features.chat.start(matched.id, matchId);
  await features.chat.send({ userId: matched.id, conversationId, content: 'I passed my exam today!' });
  const { suggestions } = (await app.call(getAiWingman, { as: owner, params: { matchId } })).ok();
  const contact = await safety.blockContact(owner.id, `${owner.id}@elsewhere.example`);
  return {
    email: owner.email,
    photoId: photo.id,
    selfieId: await buildSelfie(features, owner.id, async () => picture),
    cardId: card.id,
    invoiceId: invoice?.id ?? '',
    reportId: (await report()).id,
    sanctionId: sanction?.id ?? '',
    notificationId: notifications[0]?.id ?? '',
    contactBlockId: contact.id,
    inquiryId: await buildInquiry(app, owner, moderator),
    sessionId: await openSecondSession(app, owner),
    suggestionId: suggestions[0]?.id ?? '',
  };
}

/** A message of the owner to the team. */
async function buildInquiry(
  { features: { safety } }: TestApp,
  owner: BuiltUser,
  moderator: BuiltUser,
): Promise<string> {
  const body = { topic: 'support', email: owner.email, text: 'Good morning, how do I change my email?' } as const;
  await safety.inquire({ userId: owner.id, network: '192.0.2.1' }, body);
  const [inquiry] = await safety.listInquiries({ moderatorId: moderator.id, after: null, limit: 1 });
  return inquiry?.id ?? '';
}

/** Another device of the owner. */
async function openSecondSession(app: TestApp, owner: BuiltUser): Promise<string> {
  await signInAgain(app, owner);
  const { sessions } = (await app.call(getAuthSessions, { as: owner })).ok();
  return sessions.find(({ current }) => !current)?.id ?? '';
}

async function meetAndBlock(app: TestApp, owner: BuiltUser, blocked: BuiltUser) {
  const { match, safety } = app.features;
  const { id: matchId } = await match.introduce(owner.id, blocked.id);
  await match.accept(owner.id, matchId);
  await match.introduce(blocked.id, owner.id);
  await match.accept(blocked.id, matchId);
  const conversation = await startConversation(app, owner, matchId);
  await safety.block(owner.id, blocked.id);
  return { matchId, ...conversation };
}

async function ban(
  app: TestApp,
  { banned, owner, moderator }: Record<'banned' | 'owner' | 'moderator', BuiltUser>,
): Promise<void> {
  const { match, safety } = app.features;
  await match.introduce(owner.id, banned.id);
  const { id } = await safety.report(owner.id, banned.id, {
    ...{ category: 'threat', details: 'x', message_ids: [], block: false },
  });
  await safety.decide(moderator.id, id, { action: 'ban', reason: 'Threats.', additions: 0 });
}
