import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { listFooterPages, PAGES } from '../../lib/paths.ts';
import { renderApp } from '../../testing/render-app.tsx';

const TEXT_PAGES = (['Community', 'Company', 'Legal'] as const).flatMap(listFooterPages).map((id) => PAGES[id].title);

describe('the landing page', () => {
  it('[1.10] [2.1] is open to visitors and has the tagline and the footer', async () => {
    renderApp('/');
    const title = await screen.findByRole('heading', { level: 1 });
    expect(title).toHaveTextContent(/souls connecting\s*before eyes meet/i);
    expect(screen.getByRole('contentinfo')).toBeInTheDocument();
  });
});

describe('an unknown path', () => {
  it('[2.14] says so, and goes back one step', async () => {
    const { router, path } = renderApp('/about');
    await screen.findByRole('heading', { level: 1, name: 'About' });
    await router.navigate('/no/such/page');
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument();
    expect(screen.getByText(/does not exist or has been moved/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Go Back' }));
    await waitFor(() => expect(path()).toBe('/about'));
  });
});

describe('the pages behind the footer', () => {
  it.each(TEXT_PAGES)('[2.17] [2.19] the link %s opens a page with content', async (label) => {
    renderApp('/');
    const footer = await screen.findByRole('contentinfo');
    await userEvent.click(within(footer).getByRole('link', { name: label }));
    const article = await screen.findByRole('article');
    expect(article.textContent?.length).toBeGreaterThan(350);
  });

  it("[2.18] /api shows the reference from the server's OpenAPI document", async () => {
    const operation = {
      summary: 'The signed-in person',
      tags: ['user'],
      responses: { 200: { description: 'A person' } },
    };
    const body = {
      openapi: '3.1.0',
      info: { title: 'Soulsight', version: '0.1.0' },
      paths: { '/api/user': { get: operation } },
    };
    renderApp('/api', { answers: { 'GET /api/openapi.json': { body } } });
    expect(await screen.findByText('/api/user')).toBeInTheDocument();
    expect(screen.getByText('The signed-in person')).toBeInTheDocument();
    expect(screen.getByText('Version 0.1.0')).toBeInTheDocument();
  });

  it('[2.18] /status shows that the server works', async () => {
    renderApp('/status', { answers: { 'GET /health': { body: { status: 'ok' } } } });
    expect(await screen.findByText('Everything works')).toBeInTheDocument();
  });

  it('[2.18] /status shows that the server is down', async () => {
    renderApp('/status', { answers: { 'GET /health': 'network failure' } });
    expect(await screen.findByText("We're having trouble")).toBeInTheDocument();
  });

  it("[2.18] /changelog shows the repository's own changelog, with what users notice first", async () => {
    renderApp('/changelog');
    expect(await screen.findByRole('heading', { level: 1, name: 'Changelog' })).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(3);
    expect(screen.getAllByRole('heading', { level: 3 })[0]).toHaveTextContent('For users');
  });

  it('a post opens from the blog', async () => {
    renderApp('/blog');
    await userEvent.click(await screen.findByRole('link', { name: /What a score of 80 means/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'What a score of 80 means' })).toBeInTheDocument();
  });
});
