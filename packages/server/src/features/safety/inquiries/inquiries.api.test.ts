import { getAudit, getInquiries, postInquiry, postInquiryAnswer } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { type BuiltUser, buildUser } from '../../demo/builders/user.builder.ts';

let app: TestApp;
let moderator: BuiltUser;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
// Some tests advance the clock beyond a session's end.
beforeEach(async () => {
  moderator = await buildUser(app.features, { firstName: 'Mo', isModerator: true });
});
afterAll(() => app.stop());

const write = (as: BuiltUser | null, email: string, text = 'How do I change my email address?') =>
  app.call(postInquiry, { ...(as && { as }), body: { topic: 'support', email, text } });
const listInquiries = async (as = moderator) => (await app.call(getInquiries, { as, query: {} })).ok().inquiries;
const find = async (email: string) => (await listInquiries()).find((inquiry) => inquiry.email === email);
const answer = (id: string, text: string | null, as = moderator) =>
  app.call(postInquiryAnswer, { as, params: { id }, body: { answer: text } });

it("a visitor's message waits in the moderators' queue, and is answered by one email without its text", async () => {
  (await write(null, 'visitor@people.example')).ok();
  expect(app.mails('visitor@people.example')).toEqual([]);
  const inquiry = await find('visitor@people.example');
  expect(inquiry).toMatchObject({ topic: 'support', text: 'How do I change my email address?', person: null });

  const answers = await Promise.all([1, 2].map(() => answer(inquiry?.id ?? '', 'In Settings.\n\nKind regards')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const mails = app.mails('visitor@people.example');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('In Settings.');
  expect(mails[0]?.text).not.toContain('How do I change');
  expect(await find('visitor@people.example')).toBeUndefined();
  const { entries } = (await app.call(getAudit, { as: moderator, query: {} })).ok();
  expect(entries[0]).toMatchObject({
    moderator: 'Mo',
    action: 'inquiry_answered',
    reason: 'Answered by email.',
  });
});

it('a message closed without an answer sends nothing, and is gone after 90 days', async () => {
  (await write(null, 'spam@people.example')).ok();
  const { id = '' } = (await find('spam@people.example')) ?? {};
  (await answer(id, null)).ok();
  expect(app.mails('spam@people.example')).toEqual([]);
  await app.features.safety.sweepInquiries();
  (await answer(id, 'Too late')).refused('conflict');

  app.clock.advance(91 * DAY_MS);
  await app.features.safety.sweepInquiries();
  moderator = await buildUser(app.features, { isModerator: true });
  (await answer(id, 'Too late')).refused('not_found');
});

it('a message that nobody answers is gone after 180 days', async () => {
  const daysUntilGone = async (days: number) => {
    app.clock.advance(days * DAY_MS);
    await app.features.safety.sweepInquiries();
    moderator = await buildUser(app.features, { isModerator: true });
    return find('patient@people.example');
  };
  (await write(null, 'patient@people.example')).ok();
  expect(await daysUntilGone(179)).toMatchObject({ text: 'How do I change my email address?' });
  expect(await daysUntilGone(2)).toBeUndefined();
});

it('the queue is read page by page, safety first, and nothing is missed or seen twice', async () => {
  const before = (await listInquiries()).map(({ id }) => id);
  const topics = ['hello', 'safety', 'press', 'safety', 'support', 'hello'] as const;
  for (const [n, topic] of topics.entries()) {
    const body = { topic, email: `page-${n}@people.example`, text: 'Good day to all of you' };
    // Two at the same instant.
    await app.features.safety.inquire({ userId: null, network: `198.51.100.${n}` }, body);
    if (n % 2) app.clock.advance(1_000);
  }
  const readPage = async (cursor?: string) =>
    (await app.call(getInquiries, { as: moderator, query: { limit: 2, ...(cursor && { cursor }) } })).ok();
  let page = await readPage();
  const seen = [...page.inquiries];
  while (page.next_cursor) {
    page = await readPage(page.next_cursor);
    expect(page.inquiries.length).toBeLessThanOrEqual(2);
    seen.push(...page.inquiries);
  }
  expect(new Set(seen.map(({ id }) => id)).size).toBe(before.length + topics.length);
  expect(seen).toHaveLength(before.length + topics.length);
  const inOrder = seen.toSorted(
    (a, b) => Number(b.topic === 'safety') - Number(a.topic === 'safety') || a.at.localeCompare(b.at),
  );
  expect(seen.map(({ at, topic }) => [at, topic === 'safety'])).toEqual(
    inOrder.map(({ at, topic }) => [at, topic === 'safety']),
  );
});

it('an account may write five times a day', async () => {
  const ona = await buildUser(app.features, { firstName: 'Ona' });
  for (let n = 0; n < 5; n++) (await write(ona, ona.email)).ok();
  (await write(ona, 'another@people.example')).refused('rate_limited');
  (await write(await buildUser(app.features), ona.email)).ok();
  app.clock.advance(DAY_MS);
  await app.features.safety.inquire(
    { userId: ona.id, network: '' },
    { topic: 'hello', email: ona.email, text: 'Good day' },
  );
});

it("a moderator cannot answer their own message, and a user's export holds theirs", async () => {
  (await write(moderator, moderator.email, 'Please make me famous.')).ok();
  expect(await find(moderator.email)).toBeUndefined();
  const other = await buildUser(app.features, { isModerator: true });
  const [own] = (await listInquiries(other)).filter(({ email }) => email === moderator.email);
  expect(own?.person).toBe('Mo');
  (await answer(own?.id ?? '', 'Done')).refused('forbidden');
  expect(await app.features.safety.archive(moderator.id)).toMatchObject({
    messages_to_the_team: [{ topic: 'support', email: moderator.email, text: 'Please make me famous.' }],
  });
});

it('an address or a text that cannot be one is refused with words for the field', async () => {
  (await write(null, 'nobody')).refused('validation_failed');
  const { raw } = await write(null, 'visitor@people.example', ' short ');
  expect(JSON.parse(raw.body)).toMatchObject({ fields: { text: 'Please tell us a little more.' } });
});
