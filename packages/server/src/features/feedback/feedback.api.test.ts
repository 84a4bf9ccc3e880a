import {
  FEEDBACK_WORDS,
  type FeedbackAnswer,
  getFeedback,
  getImpressions,
  postFeedback,
} from '@soulsight/contract/feedback';
import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import { deleteMatch } from '@soulsight/contract/match';
import { getExport, patchMe, postDeleteMe } from '@soulsight/contract/profile';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { postBlock } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { givePremium, signInAgain } from '../../testing/test-users.ts';
import { type BuiltUser, buildPair, buildUser } from '../demo/builders/user.builder.ts';
import { upsertStage } from '../reveal/reveal.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const ANSWER: FeedbackAnswer = { rating: 8, words: ['warm', 'curious'] };
type Pair = { one: BuiltUser; other: BuiltUser; matchId: string; conversationId: string };

async function buildChattingPair(one?: BuiltUser): Promise<Pair> {
  const pair = one ? await pairWith(one) : await buildPair(app.features);
  const { id } = await app.features.chat.start(pair.other.id, pair.matchId);
  return { ...pair, conversationId: id };
}

async function pairWith(one: BuiltUser): Promise<Omit<Pair, 'conversationId'>> {
  const other = await buildUser(app.features);
  const { match } = app.features;
  const { id: matchId } = await match.introduce(one.id, other.id);
  await match.accept(one.id, matchId);
  await match.introduce(other.id, one.id);
  await match.accept(other.id, matchId);
  return { one, other, matchId };
}

async function exchange({ one, other, conversationId }: Pair, turns: number): Promise<void> {
  for (let n = 0; n < turns; n++)
    for (const { id: userId } of [one, other])
      await app.features.chat.send({ userId, conversationId, content: `Number ${n} of the things that I like to do.` });
}

const asked = async (as: BuiltUser, matchId: string) =>
  (await app.call(getFeedback, { as, params: { matchId } })).ok().occasion;
const answer = (as: BuiltUser, matchId: string, given: FeedbackAnswer | null, occasion: 'conversation' | 'reveal') =>
  app.call(postFeedback, { as, params: { matchId }, body: { occasion, answer: given } });
const impressions = async (as: BuiltUser) => (await app.call(getImpressions, { as })).ok();

let pair: Pair;
beforeEach(async () => {
  pair = await buildChattingPair();
});

describe('how it was to talk with somebody', () => {
  it('is asked after ten messages of each, answered once, and not asked again', async () => {
    const { one, other, matchId } = pair;
    await exchange(pair, 9);
    expect(await asked(one, matchId)).toBeNull();
    (await answer(one, matchId, ANSWER, 'conversation')).refused('conflict');
    await exchange(pair, 1);
    expect([await asked(one, matchId), await asked(other, matchId)]).toEqual(['conversation', 'conversation']);
    (await answer(one, matchId, ANSWER, 'reveal')).refused('conflict');
    const [first, second] = await Promise.all([
      answer(one, matchId, ANSWER, 'conversation'),
      answer(one, matchId, ANSWER, 'conversation'),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect([await asked(one, matchId), await asked(other, matchId)]).toEqual([null, 'conversation']);
  });

  it('can be skipped, which is remembered, and is asked again only after the last stage of the reveal', async () => {
    await exchange(pair, 10);
    let { one } = pair;
    const { matchId } = pair;
    (await answer(one, matchId, null, 'conversation')).ok();
    expect(await asked(one, matchId)).toBeNull();
    app.clock.advance(DAY_MS);
    one = await signInAgain(app, one);
    expect(await asked(one, matchId)).toBeNull();
    await upsertStage(app.core.db, matchId, LAST_REVEAL_STAGE, app.clock.now());
    app.clock.advance(1_000);
    expect(await asked(one, matchId)).toBeNull();
    await exchange(pair, 3);
    expect(await asked(one, matchId)).toBe('reveal');
    (await answer(one, matchId, { rating: 10, words: [] }, 'reveal')).ok();
    expect(await asked(one, matchId)).toBeNull();
  });

  it('belongs to the two of the match: nobody else can ask or answer, and nobody after an unmatch', async () => {
    await exchange(pair, 10);
    const { one, other, matchId } = pair;
    const stranger = await buildUser(app.features);
    (await app.call(getFeedback, { as: stranger, params: { matchId } })).refused('match_gone');
    (await answer(stranger, matchId, ANSWER, 'conversation')).refused('match_gone');
    (await app.call(postFeedback, { params: { matchId }, body: { occasion: 'reveal', answer: null } })).refused(
      'not_signed_in',
    );
    (await app.call(deleteMatch, { as: other, params: { id: matchId } })).ok();
    (await answer(one, matchId, ANSWER, 'conversation')).refused('match_gone');
  });

  it('takes ratings from 1 to 10 and known words, each once', async () => {
    await exchange(pair, 10);
    for (const bad of [
      { rating: 0, words: [] },
      { rating: 11, words: [] },
      { rating: 5.5, words: [] },
      { rating: 5, words: ['ugly'] },
      { rating: 5, words: ['warm', 'warm'] },
    ])
      (await answer(pair.one, pair.matchId, bad as FeedbackAnswer, 'conversation')).refused('validation_failed');
  });

  it('is stored encrypted, exported to its writer alone, and erased with the consent of either', async () => {
    await exchange(pair, 10);
    const { one, other, matchId } = pair;
    (await answer(one, matchId, ANSWER, 'conversation')).ok();
    const [row] = await queryRows(app, sql`select * from feedback where match_id = ${matchId}`);
    expect(Buffer.from(row?.answer as Uint8Array).toString('latin1')).not.toMatch(/rating|warm/);
    const exported = async (as: BuiltUser) => {
      const { rawPayload } = (await app.call(getExport, { as })).raw;
      return JSON.parse(strFromU8(unzipSync(rawPayload)['feedback.json'] as Uint8Array));
    };
    expect(await exported(one)).toMatchObject({
      given: [{ match_id: matchId, occasion: 'conversation', answer: ANSWER }],
      received: { enough: false, words: [] },
    });
    expect(await exported(other)).toEqual({ given: [], received: { enough: false, words: [] } });
    (await app.call(patchMe, { as: other, body: { consents: { behavioural_analysis: false } } })).ok();
    expect(await exported(one)).toMatchObject({ given: [{ answer: null }] });
    expect(await asked(one, matchId)).toBeNull();
  });
});

describe('what people say', () => {
  it('reaches the person as an aggregate of at least five: nothing before, and nothing once one of them left', async () => {
    let mia = await buildUser(app.features, { firstName: 'Mia' });
    // A free user can be in three conversations at a time.
    await givePremium(app, mia);
    const raters: BuiltUser[] = [];
    for (let n = 0; n < 5; n++) {
      expect(await impressions(mia)).toEqual({ enough: false, words: [] });
      const chatting = await buildChattingPair(mia);
      await exchange(chatting, 10);
      const words = n < 3 ? FEEDBACK_WORDS.slice(0, 1) : FEEDBACK_WORDS.slice(1, 2);
      (await answer(chatting.other, chatting.matchId, { rating: 9, words: [...words] }, 'conversation')).ok();
      raters.push(chatting.other);
    }
    const aggregate = {
      enough: true,
      words: [
        { word: 'warm', heard: 'often' },
        { word: 'funny', heard: 'sometimes' },
      ],
    };
    expect(await impressions(mia)).toEqual(aggregate);

    const [first, second] = raters as [BuiltUser, BuiltUser];
    (await app.call(postBlock, { as: first, params: { id: mia.id } })).ok();
    expect(await impressions(mia)).toEqual(aggregate);
    (await app.call(postDeleteMe, { as: second, body: { confirm: 'DELETE' } })).ok();
    app.clock.advance(DELETION_GRACE_MS);
    await app.features.privacy.eraseDue();
    mia = await signInAgain(app, mia);
    expect(await impressions(mia)).toEqual({ enough: false, words: [] });
  });
});
