import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { render } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PUBLIC_PAGE_IDS, PUBLIC_SCREENS } from '../router/public-pages.ts';
import { prerenderPages } from './prerender.tsx';
import { isPrerendered } from './start-visitor.tsx';
import { VisitorApp } from './visitor-app.tsx';

it('every public page has a title, a description and content without scripts', async () => {
  const pages = await prerenderPages();
  expect(pages.length).toBeGreaterThanOrEqual(PUBLIC_PAGE_IDS.length);
  for (const { path, title, description, html } of pages) {
    expect([path, title]).toEqual([path, expect.stringMatching(/^.+ · Soulsight$/)]);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(html).toMatch(/<h1[^>]*>.+<\/h1>/s);
    expect(html).toContain('href="/register"');
  }
});

it('the sign-in shows its form before any script, where nothing can be typed that would be lost', async () => {
  const html = (await prerenderPages()).find(({ path }) => path === '/login')?.html ?? '';
  const container = document.createElement('div');
  container.innerHTML = html;
  expect(isPrerendered(container)).toBe(false);
  const fields = [...container.querySelectorAll('input, select, textarea, button')];
  expect(fields.length).toBeGreaterThan(3);
  expect(fields.filter((field) => !field.matches(':disabled') && !field.closest('[inert]'))).toEqual([]);
  const links = [...container.querySelectorAll('a')];
  expect(links.filter((link) => !link.getAttribute('href'))).toEqual([]);
  expect(container.querySelector('noscript')?.textContent).toBe('Soulsight needs JavaScript to run.');
});

it.each([
  ['nobody', null, '', false],
  ['a signed-in user', '{}', '', true],
  ['who comes back from a provider', null, '?code=abc', true],
])('the page knows before any script whether it is for a visitor: %s', async (_, session, search, arrives) => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../index.html'), 'utf8');
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const dataset: Record<string, string> = {};
  runInNewContext(script, {
    localStorage: { getItem: (key: string) => (key === 'soulsight.session' ? session : null) },
    location: { search, hash: '' },
    matchMedia: () => ({ matches: false }),
    document: { documentElement: { dataset, style: { setProperty: () => {} } } },
  });
  expect('session' in dataset).toBe(arrives);
  for (const { path: at, html } of await prerenderPages()) {
    const container = document.createElement('div');
    container.innerHTML = html;
    const shown = [...container.children].filter(
      ({ classList }) => !classList.contains(arrives ? 'in-data-session:hidden' : 'hidden'),
    );
    expect([at, shown.map((part) => part.querySelector('h1') !== null)]).toEqual([at, [!arrives]]);
    expect(shown[0]?.textContent === 'Waking Soulsight...').toBe(arrives);
  }
});

it('the page takes over what was prerendered', async () => {
  const pages = await prerenderPages();
  const Screen = await PUBLIC_SCREENS.about();
  const root = document.createElement('div');
  document.body.append(root);
  onTestFinished(() => root.remove());
  root.innerHTML = pages.find(({ path }) => path === '/about')?.html ?? '';
  const container = root.querySelector('[data-visitor]') as HTMLElement;
  const heading = container.querySelector('h1');
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
  render(<VisitorApp Screen={Screen} pathname="/about" />, { container, hydrate: true });
  expect(errors.mock.calls.filter(([message]) => /hydrat/i.test(String(message)))).toEqual([]);
  expect(container.querySelector('h1')).toBe(heading);
});
