import type { WingmanCare } from '@soulsight/contract/wingman';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { CONVERSATION_ID, MY_ID } from '../../../testing/ids.ts';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';

const script = { requests: 0, isAway: false };

const HELP: WingmanCare = {
  ...{ moment: 'self_harm', mine: true, seq: 3, title: 'You are not alone', text: 'Please talk.', actions: [] },
  help: [{ name: 'Emergency', contact: '112' }],
};

/** The strip with modules of its own, of which none has been loaded. */
async function renderStrip(help: WingmanCare | null) {
  vi.resetModules();
  script.requests = 0;
  vi.doMock('./help-line.tsx', async (importOriginal) => {
    script.requests++;
    if (script.isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return importOriginal();
  });
  const { HelpStrip } = await import('./help-strip.tsx');
  const ignore = () => {};
  const actions = { onMessage: ignore, onReport: ignore, onBlock: ignore };
  renderWithProviders(<HelpStrip userId={MY_ID} conversationId={CONVERSATION_ID} help={help} {...actions} />);
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  script.isAway = false;
  fakeServer({ 'GET /health': { body: { status: 'ok' } } });
});

it('help is loaded before there is a hard moment, once the page rests', async () => {
  await renderStrip(null);
  await waitFor(() => expect(script.requests).toBe(1), { timeout: 20_000 });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('help that cannot be loaded says so, and can be tried again', async () => {
  script.isAway = true;
  await renderStrip(HELP);
  expect(await screen.findByText("Help for this conversation couldn't be loaded.")).toBeVisible();
  script.isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Who can help' })).toBeVisible();
});
