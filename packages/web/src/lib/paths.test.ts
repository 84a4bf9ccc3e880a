import { describe, expect, it } from 'vitest';
import { conversationPath, findPage, PAGE_IDS, PAGES, PATHS, postPath, profilePath, routePattern } from './paths.ts';

describe('the table of pages', () => {
  it('gives every page a route of its own', () => {
    const patterns = PAGE_IDS.map((id) => routePattern(PAGES[id]));
    expect(new Set(patterns).size).toBe(PAGE_IDS.length);
  });

  it.each([
    [PATHS.chat, PAGES.chat],
    [conversationPath('c1'), PAGES.chat],
    [profilePath('traits'), PAGES.profile],
    [PATHS.blog, PAGES.blog],
    [postPath('ask-further'), PAGES.post],
    ['/login/', PAGES.signIn],
    ['/no-such-page', undefined],
  ])('finds the page of %s', (path, page) => {
    expect(findPage(path)).toEqual(page);
  });
});
