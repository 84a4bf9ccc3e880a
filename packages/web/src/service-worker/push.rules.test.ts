import { describe, expect, it } from 'vitest';
import { hrefFromNotification, readPush } from './push.rules.ts';

const PUSH = {
  id: '7d9f2f0e-0000-4000-8000-000000000001',
  kind: 'message',
  title: 'Quiet Heron wrote to you',
  body: 'You have a new message.',
  href: '/chat/1',
  tag: 'message:1',
  created_at: '2026-11-21T20:00:00.000Z',
  unread: 2,
};

describe('a push', () => {
  it('is read as the server sent it', () => {
    expect(readPush(JSON.stringify(PUSH))).toEqual(PUSH);
  });

  it.each([
    undefined,
    '',
    'no json',
    'null',
    '{}',
    JSON.stringify({ ...PUSH, title: 7 }),
    JSON.stringify({ ...PUSH, href: 'https://evil.example/' }),
    JSON.stringify({ ...PUSH, href: '//evil.example/' }),
    JSON.stringify({ ...PUSH, href: '/\\evil.example/' }),
  ])('still shows something, and leads nowhere else, when it is %s', (text) => {
    expect(readPush(text)).toMatchObject({ title: 'Soulsight', href: '/notifications' });
  });

  it('opens a page that knows which notification it was opened from', () => {
    expect(hrefFromNotification(PUSH)).toBe(`/chat/1?notification=${PUSH.id}`);
    expect(hrefFromNotification({ ...PUSH, href: '/settings?section=x' })).toContain(
      '/settings?section=x&notification=',
    );
    expect(hrefFromNotification({ ...PUSH, id: '' })).toBe('/chat/1');
  });
});
