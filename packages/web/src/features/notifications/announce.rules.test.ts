import { describe, expect, it } from 'vitest';
import { howToAnnounce, type View } from './announce.rules.ts';

const MESSAGE = { kind: 'message', href: '/chat/1' } as const;
const MATCH = { kind: 'match_mutual', href: '/matching' } as const;
const view = (pathname: string, more: Partial<View> = {}): View => ({
  isVisible: true,
  hasChatList: false,
  pathname,
  ...more,
});

describe('a new notification', () => {
  it('is a toast on other pages', () => {
    expect(howToAnnounce(MESSAGE, view('/profile'))).toBe('toast');
    expect(howToAnnounce(MATCH, view('/chat'))).toBe('toast');
  });

  it('about a message is no toast while the list or the conversation is in view', () => {
    expect(howToAnnounce(MESSAGE, view('/chat'))).toBe('in_view');
    expect(howToAnnounce(MESSAGE, view('/chat/1'))).toBe('read');
    expect(howToAnnounce(MESSAGE, view('/chat/2', { hasChatList: true }))).toBe('in_view');
    expect(howToAnnounce(MESSAGE, view('/chat/2'))).toBe('toast');
    expect(howToAnnounce({ ...MESSAGE, kind: 'reveal' }, view('/chat'))).toBe('toast');
  });

  it('is no toast on the page of notifications, nor beside the celebration of a match', () => {
    expect(howToAnnounce(MESSAGE, view('/notifications'))).toBe('in_view');
    expect(howToAnnounce(MATCH, view('/dashboard'))).toBe('in_view');
    expect(howToAnnounce(MATCH, view('/matching'))).toBe('read');
  });

  it('about somebody whose conversation found no room is a toast wherever the user is, as nothing else shows it', () => {
    const waiting = { kind: 'match_mutual', href: '/chat' } as const;
    for (const page of ['/dashboard', '/chat', '/chat/1', '/matching'])
      expect(howToAnnounce(waiting, view(page))).toBe('toast');
    expect(howToAnnounce(waiting, view('/notifications'))).toBe('in_view');
  });

  it('is left to other devices where the page is not in view', () => {
    expect(howToAnnounce(MESSAGE, view('/chat/1', { isVisible: false }))).toBe('hidden');
  });
});
