import { createHash } from 'node:crypto';
import { ENDPOINTS, type EndpointName } from '@soulsight/contract/endpoints';
import { REVEAL_STEP_BACK_WAIT_MS } from '@soulsight/contract/limits';
import { deleteMatch } from '@soulsight/contract/match';
import { postPushSubscription } from '@soulsight/contract/notifications';
import { postReveal, postRevealAccept, postRevealStepBack } from '@soulsight/contract/reveal';
import { isFieldVisible, LAST_REVEAL_STAGE, REVEAL_STAGES, revealStage } from '@soulsight/contract/reveal-stages';
import { postBlock } from '@soulsight/contract/safety';
import { MINUTE_MS } from '@soulsight/contract/time';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSelfie } from '../features/demo/builders/selfie.builder.ts';
import { type BuiltUser, buildUser } from '../features/demo/builders/user.builder.ts';
import type { Belongings } from '../testing/callers.ts';
import { callByName } from '../testing/contract-requests.ts';
import { EVENT_CASES, EVENT_TYPES } from '../testing/event-cases.ts';
import { buildDetailedPicture, sharedDetail } from '../testing/picture-detail.ts';
import { startPushService, type TestBrowser, type TestPushService } from '../testing/push-service.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestSocket } from '../testing/test-socket.ts';
import { givePremium, signInAgain, talkForDays } from '../testing/test-users.ts';

/**
 * A viewer asks everything that a user can ask, at every stage of a reveal and after each way in which it ends. Whatever reaches
 * them is searched for the facts of the other user that are hidden at that moment.
 */
const HIDDEN = {
  firstName: 'Zephyrine',
  email: 'hidden@secret-mail.example',
  birthDate: '1977-02-19',
  place: { name: 'Quillwater, Norland', lat: 47.31, lon: -71.93 },
  interests: ['underwater hockey', 'bell ringing'],
  work: 'Restorer of lighthouses',
  prompts: ['a raft of sleeping otters', 'my uncle imitates a samovar', 'the smell of wet slate'],
  report: 'She asked me for a kidney.',
} as const;

let app: TestApp;
let pushes: TestPushService;
let pictures: Buffer[];
beforeAll(async () => {
  pushes = await startPushService();
  app = await buildTestApp({ rateLimits: false, env: { PUSH_TEST_ORIGIN: pushes.origin } });
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  pictures = [await buildDetailedPicture(random), await buildDetailedPicture(random)];
});
afterAll(async () => {
  await app.stop();
  await pushes.close();
});

interface Fact {
  name: string;
  pattern: RegExp;
  /** The first stage that shows it; null for a fact that no stage shows. */
  stage: number | null;
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A text as it is, in an address, in base64 and in hexadecimal. */
function anyForm(...texts: string[]): RegExp {
  const forms = texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    // Without its ends, which depend on the bytes before and after.
    const base64 = bytes.toString('base64').replace(/=+$/, '').slice(0, -1);
    return [
      text,
      encodeURIComponent(text),
      encodeURIComponent(text).replaceAll('%20', '+'),
      bytes.toString('hex'),
      base64,
    ];
  });
  return new RegExp(forms.map(escapeRegExp).join('|'), 'i');
}
function findStage(field: Parameters<typeof isFieldVisible>[0]): number {
  return REVEAL_STAGES.findIndex((_, stage) => isFieldVisible(field, stage));
}

/** The facts of the hidden user, with the numbers of their behavioural profile. */
async function listFacts(hidden: BuiltUser): Promise<Fact[]> {
  const { body } = await app.http.inject({
    url: '/api/bgp/profile',
    headers: { authorization: `Bearer ${hidden.token}` },
  });
  const exact = [...new Set(body.match(/-?\d+\.\d{4,}/g) ?? [])];
  return [
    { name: 'first name', pattern: anyForm(HIDDEN.firstName), stage: findStage('first_name') },
    { name: 'prompts', pattern: anyForm(...HIDDEN.prompts), stage: findStage('prompts') },
    { name: 'interests', pattern: anyForm(...HIDDEN.interests), stage: findStage('interests') },
    { name: 'work', pattern: anyForm(HIDDEN.work), stage: findStage('work') },
    { name: 'age', pattern: /"age": ?(49|"49")|\b49 years/, stage: findStage('age') },
    { name: 'place', pattern: anyForm('Quillwater', 'Norland'), stage: findStage('place_name') },
    { name: 'intent', pattern: /figuring_out/, stage: findStage('intent') },
    { name: 'coordinates', pattern: /\b47\.3\d*\b|-71\.9\d*\b/, stage: null },
    { name: 'email', pattern: anyForm('secret-mail'), stage: null },
    { name: 'birth date', pattern: anyForm(HIDDEN.birthDate), stage: null },
    { name: 'wishes', pattern: /"min": ?33,"max": ?61/, stage: null },
    { name: 'report', pattern: anyForm(HIDDEN.report), stage: null },
    ...(exact.length > 0
      ? [{ name: 'traits', pattern: new RegExp(exact.map(escapeRegExp).join('|')), stage: null }]
      : []),
  ];
}

/** What may be told although a fact is hidden now: the viewer knew it when it was written down for them. */
const KEPT: readonly { where: RegExp; fact: string }[] = [
  { where: /^(getBlocks|getMetPeople|getExport)$/, fact: 'first name' },
];

interface World {
  viewer: BuiltUser;
  hidden: BuiltUser;
  matchId: string;
  conversationId: string;
  socket: TestSocket;
  browser: TestBrowser;
  facts: Fact[];
  /** Links to pictures of the hidden user that the viewer ever received. */
  links: Set<string>;
  /** The hidden user's, waiting for a moderator. */
  selfieId: string;
  /** Events, pushes and emails that were searched. */
  delivered: Set<string>;
  found: string[];
  reached: number;
  calls: number;
}

async function buildWorld(): Promise<World> {
  const hidden = await buildUser(app.features, {
    firstName: HIDDEN.firstName,
    email: HIDDEN.email.replace('@', `.${crypto.randomUUID()}@`),
    birthDate: HIDDEN.birthDate,
    profile: {
      place: HIDDEN.place,
      gender: 'woman',
      intent: 'figuring_out',
      interests: [...HIDDEN.interests],
      work: HIDDEN.work,
      prompts: HIDDEN.prompts.map((answer, n) => ({
        key: (['sunday', 'laugh', 'home'] as const)[n] ?? 'learn',
        answer,
      })),
      wishes: {
        genders: ['man'],
        age_range: { min: 33, max: 61 },
        max_distance_km: 250,
        intents: ['long_term', 'open_to_long_term'],
      },
    },
  });
  const viewer = await buildUser(app.features, {
    firstName: 'Vincent',
    birthDate: '1984-10-03',
    profile: {
      place: { name: 'Elsewhere, Norge', lat: 47.8, lon: -71.2 },
      gender: 'man',
      intent: 'long_term',
      interests: ['tea'],
      work: 'Baker',
      wishes: {
        genders: ['woman'],
        age_range: { min: 20, max: 70 },
        max_distance_km: 300,
        intents: ['long_term', 'friendship'],
      },
    },
  });
  for (const picture of pictures) await app.features.photos.add(hidden.id, picture);
  await app.features.photos.add(viewer.id, pictures[1] as Buffer);
  for (const user of [viewer, hidden]) await givePremium(app, user);
  const selfieId = await buildSelfie(app.features, hidden.id, async () => pictures[0] as Buffer);
  const browser = pushes.buildBrowser();
  (await app.call(postPushSubscription, { as: viewer, body: browser.subscription })).ok();
  const socket = await app.socket(viewer);
  await socket.next('auth_success');
  const facts = await listFacts(hidden);
  const { id: matchId } = await app.features.match.introduce(viewer.id, hidden.id);
  return {
    ...{ viewer, hidden, matchId, conversationId: matchId, selfieId, socket, browser, facts },
    ...{ links: new Set<string>(), delivered: new Set<string>(), found: [], reached: 0, calls: 0 },
  };
}

/** Calls that end the pair, the session or the account, or move the reveal: made last, in this order. */
const LAST: readonly EndpointName[] = [
  'postRevealDecline',
  'postReveal',
  'postRevealRequest',
  'postRevealAccept',
  'postRevealStepBack',
  'postMatchReject',
  'postMatchPass',
  'deleteMatch',
  'postReport',
  'postTrustReport',
  'postBlock',
  'deleteBlock',
  'postAuthResetPassword',
  'postDeleteMe',
  'postAuthLogout',
];
const BEFORE_LAST = ENDPOINTS.map(({ name }) => name).filter((name) => !LAST.includes(name));

/** What the viewer would name: the other user, the pair, and things of the other user. */
async function listBelongings({ hidden, matchId, conversationId, selfieId }: World): Promise<Belongings> {
  const [photo] = await app.features.photos.listOwn(hidden.id);
  const { notifications } = await app.features.notifications.list(hidden.id, { limit: 1 });
  return {
    ...{ userId: hidden.id, email: 'somebody@people.example', matchId, conversationId },
    ...{
      messageId: matchId,
      cardId: matchId,
      invoiceId: matchId,
      reportId: matchId,
      sanctionId: matchId,
      contactBlockId: matchId,
      inquiryId: matchId,
    },
    ...{ sessionId: matchId, suggestionId: matchId },
    photoId: photo?.id ?? matchId,
    selfieId,
    notificationId: notifications[0]?.id ?? matchId,
  };
}

/** Searches what reached the viewer from one source. */
function search(world: World, where: string, text: string, stage: number): void {
  for (const [link] of text.matchAll(/\/photos\/[\w-]{20,}/g)) world.links.add(link);
  for (const { name, pattern, stage: opens } of world.facts) {
    const isHidden = opens === null || stage < opens;
    const isKept = KEPT.some((kept) => kept.fact === name && kept.where.test(where) && world.reached >= (opens ?? 99));
    const hit = isHidden && !isKept ? pattern.exec(text) : null;
    if (hit)
      world.found.push(
        `${name} in ${where} at stage ${stage}: ${text.slice(Math.max(0, hit.index - 60), hit.index + 60)}`,
      );
  }
}

function readBody(rawPayload: Buffer, type: string): string {
  if (!type.startsWith('application/zip')) return rawPayload.toString();
  return Object.values(unzipSync(rawPayload))
    .map((file) => strFromU8(file))
    .join('\n');
}

/** What came by itself since the last look: events, pushes, emails. */
async function searchDeliveries(world: World, stage: number): Promise<void> {
  await app.drain();
  // Its answer comes after everything that was sent before.
  await Promise.race([world.socket.request('heartbeat').catch(() => {}), world.socket.closed]);
  const deliveries = [
    ...world.socket.pending().map((event) => [`event ${event.type}`, event] as const),
    ...world.browser.pushes().map((push) => ['push', push] as const),
    ...app.mails(world.viewer.email).map((mail) => ['mail', mail] as const),
  ];
  for (const [where, delivery] of deliveries) {
    const text = JSON.stringify(delivery);
    if (!world.delivered.has(text)) search(world, where, text, stage);
    world.delivered.add(text);
  }
}

/** Makes the calls as the viewer, and searches each response with its headers. */
async function callAll(world: World, names: readonly EndpointName[], stage: number): Promise<void> {
  const its = await listBelongings(world);
  for (const name of names) {
    const answer = await callByName(app.http, name, its, world.viewer);
    world.calls += 1;
    const body = readBody(answer.rawPayload, String(answer.headers['content-type']));
    expect(answer.statusCode, `${name}: ${body.slice(0, 300)}`).toBeLessThan(500);
    search(world, name, `${JSON.stringify(answer.headers)}\n${body}`, stage);
  }
}

/** Sends every event that a client may send; the answers are searched with the deliveries. */
async function sendAll(world: World): Promise<void> {
  const its = await listBelongings(world);
  for (const type of EVENT_TYPES) world.socket.send(type, EVENT_CASES[type].payload(its));
}

/** How much of the detail of the hidden user's main photo a picture has, by the size of the detail. */
interface Detail {
  /** What a silhouette keeps. */
  outline: number;
  /** What a glimpse keeps. */
  blurred: number;
  /** What only the original has. */
  exact: number;
}
const details = new Map<string, Detail>();

async function measureDetail(picture: Buffer): Promise<Detail> {
  const key = createHash('sha256').update(picture).digest('hex');
  const original = pictures[0] as Buffer;
  const measured = details.get(key) ?? {
    outline: await sharedDetail(picture, original, 8),
    blurred: await sharedDetail(picture, original, 32),
    exact: await sharedDetail(picture, original, 160),
  };
  details.set(key, measured);
  return measured;
}

/** Correlations of unrelated pictures stay below it, those of the same picture are far above. */
const SAME_PICTURE = 0.3;

/** Opens every link that the viewer ever got: nothing finer than the stage allows may come back. */
async function searchPictures(world: World, stage: number): Promise<{ shown: boolean }> {
  const { photo } = revealStage(stage);
  let shown = false;
  for (const url of world.links) {
    const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${world.viewer.token}` } });
    if (answer.statusCode !== 200) continue;
    const { outline, blurred, exact } = await measureDetail(answer.rawPayload);
    shown ||= outline > SAME_PICTURE;
    const tooMuch =
      (photo === null && outline > SAME_PICTURE) ||
      (photo !== 'glimpse' && photo !== 'original' && blurred > SAME_PICTURE) ||
      (photo !== 'original' && exact > SAME_PICTURE);
    if (tooMuch) world.found.push(`a picture at stage ${stage}: ${[outline, blurred, exact].join(' ')}`);
  }
  return { shown };
}

/** The hidden user comes, writes and reads: what the viewer receives without asking. */
async function beActive({ hidden, conversationId, matchId }: World): Promise<void> {
  if (conversationId === matchId) return;
  const socket = await app.socket(hidden);
  await socket.next('auth_success');
  socket.send('typing_start', { conversation_id: conversationId });
  const content = 'Good morning, how was your evening?';
  await socket.request('message', { conversation_id: conversationId, content, message_id: crypto.randomUUID() });
  app.clock.advance(MINUTE_MS);
  await app.drain();
  await socket.close();
}

async function look(world: World, stage: number): Promise<{ shown: boolean }> {
  // Links of the stage before are still young enough to work.
  const { shown } = await searchPictures(world, stage);
  await beActive(world);
  await searchDeliveries(world, stage);
  await callAll(world, BEFORE_LAST, stage);
  await sendAll(world);
  await searchDeliveries(world, stage);
  return { shown: (await searchPictures(world, stage)).shown || shown };
}

async function openConversation(world: World): Promise<void> {
  const { viewer, hidden, matchId } = world;
  await app.features.match.accept(viewer.id, matchId);
  await app.features.match.introduce(hidden.id, viewer.id);
  await app.features.match.accept(hidden.id, matchId);
  world.conversationId = (await app.features.chat.start(hidden.id, matchId)).id;
}

async function chatForDays(world: World): Promise<void> {
  const { viewer, hidden, conversationId } = world;
  await talkForDays(app, { one: viewer, other: hidden, conversationId });
  await signBothInAgain(world);
}

async function signBothInAgain(world: World): Promise<void> {
  world.viewer = await signInAgain(app, world.viewer);
  world.hidden = await signInAgain(app, world.hidden);
  await world.socket.close();
  world.socket = await app.socket(world.viewer);
  await world.socket.next('auth_success');
}

async function open(world: World, stage: number): Promise<void> {
  const { viewer, hidden, matchId } = world;
  (await app.call(postReveal, { as: hidden, params: { matchId }, body: { stage } })).ok();
  (await app.call(postRevealAccept, { as: viewer, body: { match_id: matchId, stage } })).ok();
  world.reached = Math.max(world.reached, stage);
}

const STAGES = REVEAL_STAGES.map((_, stage) => stage);

function assertNothing({ found }: World): void {
  if (found.length > 0) throw new Error(`The viewer found:\n${[...new Set(found)].join('\n')}`);
}

describe('a viewer who asks everything', () => {
  it('[1.4] [1.5] finds at each stage, and after steps back, only what the stage shows', async () => {
    const world = await buildWorld();
    await look(world, 0);
    await openConversation(world);
    await app.features.safety.report(world.hidden.id, world.viewer.id, {
      ...{ category: 'other', details: HIDDEN.report, message_ids: [], block: false },
    });
    await look(world, 0);
    await chatForDays(world);
    const shown = [false];
    for (const stage of STAGES.slice(1)) {
      await open(world, stage);
      shown.push((await look(world, stage)).shown);
    }
    expect(shown).toEqual(REVEAL_STAGES.map(({ photo }) => photo !== null));
    for (const stage of STAGES.slice(0, -1).reverse()) {
      const body = { match_id: world.matchId, stage: stage + 1 };
      (await app.call(postRevealStepBack, { as: world.hidden, body })).ok();
      if (stage % 2 === 0) await look(world, stage);
    }
    app.clock.advance(REVEAL_STEP_BACK_WAIT_MS);
    await signBothInAgain(world);
    await callAll(world, LAST, 0);
    await searchDeliveries(world, 0);
    assertNothing(world);
    expect(world.calls).toBeGreaterThan(7 * BEFORE_LAST.length);
  });

  const endings: [string, (world: World) => Promise<unknown>][] = [
    ['the hidden user unmatches', (w) => app.call(deleteMatch, { as: w.hidden, params: { id: w.matchId } })],
    ['the viewer unmatches', (w) => app.call(deleteMatch, { as: w.viewer, params: { id: w.matchId } })],
    ['the hidden user blocks', (w) => app.call(postBlock, { as: w.hidden, params: { id: w.viewer.id } })],
    ['the viewer blocks', (w) => app.call(postBlock, { as: w.viewer, params: { id: w.hidden.id } })],
  ];
  it.each(endings)(
    '[1.4] finds nothing after everything was revealed and %s',
    async (_what, end) => {
      const world = await buildWorld();
      await openConversation(world);
      await chatForDays(world);
      for (const stage of STAGES.slice(1)) await open(world, stage);
      await callAll(world, ['getMatches', 'getPublicProfile', 'getNotifications'], LAST_REVEAL_STAGE);
      expect((await searchPictures(world, LAST_REVEAL_STAGE)).shown).toBe(true);
      await searchDeliveries(world, LAST_REVEAL_STAGE);
      expect(world.links.size).toBeGreaterThan(0);
      await end(world);
      const { shown } = await look(world, 0);
      expect(shown).toBe(false);
      await callAll(world, LAST, 0);
      assertNothing(world);
    },
    300_000,
  );
});
