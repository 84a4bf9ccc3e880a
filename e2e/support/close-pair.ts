import { postAuthLogin } from '@soulsight/contract/auth';
import { postConversationMessage } from '@soulsight/contract/chat';
import { getRevealStatus, postReveal } from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { DAY_MS } from '@soulsight/contract/time';
import { type Api, apiAt } from './api.ts';
import { CONVERSATION } from './chat-helpers.ts';
import { moveClock } from './move-clock.ts';
import { startConversation } from './start-conversation.ts';
import { makeUser, onboardUser, type TestUser } from './test-user.ts';

/** How many turns a pair writes each day. */
const TURNS_A_DAY = 4;

export interface ClosePair {
  ada: TestUser;
  ben: TestUser;
  matchId: string;
  conversationId: string;
}

/**
 * Two users who have talked for days and opened every stage but the last, through the API of a node with a movable clock. Ben has
 * asked for the last one.
 */
export async function buildClosePair(url: string, photo: Buffer): Promise<ClosePair> {
  const visitor = apiAt(url);
  const ada = makeUser('Ada', { gender: 'woman', wants: 'man' });
  const ben = makeUser('Ben', { gender: 'man', wants: 'woman' });
  let apis = [await onboardUser(visitor, ada), await onboardUser(visitor, ben)] as const;
  for (const user of [ada, ben]) await addPhoto(url, user, photo);
  const { matchId, conversationId } = await startConversation(...apis);
  for (const [n, [mine, theirs]] of CONVERSATION.entries()) {
    if (n % TURNS_A_DAY === 0) {
      await moveClock(url, DAY_MS);
      apis = [await signInByApi(visitor, ada), await signInByApi(visitor, ben)];
    }
    for (const [api, content] of [
      [apis[0], mine],
      [apis[1], theirs],
    ] as const)
      await api.call(postConversationMessage, { params: { id: conversationId }, body: { content } });
  }
  for (let stage = 1; stage <= LAST_REVEAL_STAGE; stage++) {
    await waitForTrust(apis[1], matchId, stage);
    await apis[1].call(postReveal, { params: { matchId }, body: { stage } });
    if (stage < LAST_REVEAL_STAGE) await apis[0].call(postReveal, { params: { matchId }, body: { stage } });
  }
  return { ada, ben, matchId, conversationId };
}

async function waitForTrust(api: Api, matchId: string, stage: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const { next } = await api.call(getRevealStatus, { params: { id: matchId } });
    if (next?.stage === stage && next.ready) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const state = await api.call(getRevealStatus, { params: { id: matchId } });
  throw new Error(`stage ${stage} cannot be opened: ${JSON.stringify(state)}`);
}

async function signInByApi(visitor: Api, { email, password }: TestUser): Promise<Api> {
  const { access_token } = await visitor.call(postAuthLogin, { body: { email, password } });
  return visitor.as(access_token);
}

async function addPhoto(url: string, user: TestUser, photo: Buffer): Promise<void> {
  const { access_token } = await apiAt(url).call(postAuthLogin, {
    body: { email: user.email, password: user.password },
  });
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'photo.png');
  const headers = { authorization: `Bearer ${access_token}` };
  const answer = await fetch(`${url}/api/user/photos`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`the photo was refused: ${answer.status} ${await answer.text()}`);
}
