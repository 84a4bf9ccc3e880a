import { describe, expect, it } from 'vitest';
import type { Matches } from '../../features/match/match.rules.ts';
import { buildConversation, buildLimits, buildMatch, buildMatches, buildPerson } from '../../testing/build-match.ts';
import { buildMe } from '../../testing/build-user.ts';
import { CONVERSATION_ID, MATCH_ID, MY_ID } from '../../testing/ids.ts';
import { describeMoments, nextStep, profileTasks } from './dashboard.rules.ts';

const ADA = buildMe({
  id: MY_ID,
  photos: [],
  onboarding: { missing: ['questions'], complete: true, questions: { seen: 0, all: 64 } },
});
const USED_UP = buildLimits({ daily_matches_used: 1, next_match_available: '2030-01-01T00:00:00Z' });

function matches(overrides: Partial<Matches> = {}): Matches {
  return buildMatches({ matches: [], ...overrides });
}

function request(requester_id: string, status: 'pending' | 'declined' = 'pending') {
  const id = '55555555-5555-4555-8555-555555555555';
  return { id, match_id: MATCH_ID, requester_id, stage: 1, status, created_at: '2026-11-01T10:00:00Z' } as never;
}

const CHATTING = buildMatch({ status: 'chatting', conversation_id: CONVERSATION_ID });
const hrefFor = (...args: Parameters<typeof nextStep>) => nextStep(...args).href;

describe('the next step', () => {
  it('is verifying the email first: nothing else works without it', () => {
    expect(hrefFor({ ...ADA, isVerified: false, paused: true }, matches({ matches: [buildMatch()] }))).toBe(
      '/verify-email',
    );
  });

  it('is ending a pause, before meeting anyone', () => {
    expect(hrefFor({ ...ADA, paused: true }, matches({ matches: [buildMatch()] }))).toBe('/settings#privacy');
  });

  it('is an open reveal request of the other user before anything new', () => {
    const data = matches({
      matches: [CHATTING],
      conversations: [buildConversation({ unread: 3 })],
      reveal_requests: [request('someone-else')],
      reveal_ready: [],
    });
    expect(nextStep(ADA, data)).toMatchObject({
      href: `/reveal/${MATCH_ID}`,
      title: 'Quiet Ember would like to show more',
    });
  });

  it("is never the user's own request, nor an answered one", () => {
    for (const mine of [request(MY_ID), request('someone-else', 'declined')])
      expect(hrefFor(ADA, matches({ matches: [CHATTING], reveal_requests: [mine], reveal_ready: [] }))).toBe(
        '/matching',
      );
  });

  it.each([
    [1, 'One new message.'],
    [3, '3 new messages.'],
  ])('is %i unread before a mutual match', (unread, text) => {
    const met = buildMatch({ id: '66666666-6666-4666-8666-666666666666', status: 'liked', mutual_match: true });
    const data = matches({ matches: [met, CHATTING], conversations: [buildConversation({ unread })] });
    expect(nextStep(ADA, data)).toMatchObject({ href: `/chat/${CONVERSATION_ID}`, text });
  });

  it('is a mutual match before a suggestion', () => {
    const met = buildMatch({ status: 'liked', mutual_match: true });
    const suggested = buildMatch({ id: '66666666-6666-4666-8666-666666666666' });
    expect(nextStep(ADA, matches({ matches: [suggested, met] })).title).toBe("It's mutual");
  });

  it('is a waiting suggestion, with its compatibility', () => {
    const { text } = nextStep(ADA, matches({ matches: [buildMatch()], usage_limits: USED_UP }));
    expect(text).toBe('A strong fit, 81%, likely 65 to 90.');
  });

  it('is meeting someone new if the daily limit allows it', () => {
    expect(nextStep(ADA, matches())).toMatchObject({ href: '/matching', action: 'Discover' });
  });

  it('[4.24] says that we choose more freely while the profile is not ready for matching', () => {
    expect(nextStep(ADA, matches(), false)).toMatchObject({
      href: '/matching',
      text: expect.stringMatching(/choose more freely/),
    });
    expect(nextStep(ADA, matches(), true).text).not.toMatch(/more freely/);
    expect(hrefFor(ADA, matches({ usage_limits: USED_UP }), false)).toBe('/profile/questions');
  });

  it('is an existing conversation if the daily limit is reached, otherwise what is left of the profile', () => {
    expect(hrefFor(ADA, matches({ matches: [CHATTING], usage_limits: USED_UP }))).toBe(`/chat/${CONVERSATION_ID}`);
    expect(hrefFor(ADA, matches({ usage_limits: USED_UP }))).toBe('/profile/questions');
    const answered = { ...ADA, onboarding: { ...ADA.onboarding, missing: [] } };
    expect(hrefFor(answered, matches({ usage_limits: USED_UP }))).toBe('/profile/photos');
    const photo = { id: MATCH_ID, url: '/photos/x', width: 4, height: 5, position: 0 };
    expect(hrefFor({ ...answered, photos: [photo] }, matches({ usage_limits: USED_UP }))).toBe('/profile');
  });

  it('says how far the questions are once they were begun', () => {
    const seen = (count: number) => ({
      ...ADA,
      onboarding: { ...ADA.onboarding, questions: { seen: count, all: 64 } },
    });
    expect(profileTasks(seen(0))[0]).toEqual({ label: 'Answer a few questions', href: '/profile/questions' });
    expect(profileTasks(seen(5))[0]).toMatchObject({ label: 'Go on with the questions', progress: '5 of 64' });
  });

  it('offers the questions without their number where a node of the version before does not tell it', () => {
    const { questions: _, ...onboarding } = ADA.onboarding;
    expect(profileTasks({ ...ADA, onboarding })[0]).toEqual({
      label: 'Answer a few questions',
      href: '/profile/questions',
    });
  });

  it('uses the name that the reveal stage shows', () => {
    const known = buildMatch({ ...CHATTING, person: buildPerson({ stage: 1, first_name: 'Ben' }) });
    const data = matches({ matches: [known], conversations: [buildConversation({ unread: 1 })] });
    expect(nextStep(ADA, data).title).toBe('Ben wrote to you');
  });
});

describe('the number of events behind the profile', () => {
  it.each([
    [0, 'Your aura grows with your first conversation.'],
    [1, 'Aura based on one recent moment.'],
    [50, 'Aura based on 50 recent moments.'],
  ])('%i', (events, text) => expect(describeMoments(events)).toBe(text));
});
