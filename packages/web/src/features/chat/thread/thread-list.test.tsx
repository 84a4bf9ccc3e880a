import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildConversation, buildMessage } from '../../../testing/build-match.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { CONVERSATION_ID, MY_ID, OTHER_ID, testUuid } from '../../../testing/ids.ts';
import { createTestProviders, renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { threadQuery } from '../chat.api.ts';
import { useEntries, useThread } from '../chat.hooks.ts';
import type { MessageActions } from '../messages/message-row.tsx';
import { withEarlier, withMessages } from './thread.rules.ts';
import { ThreadList } from './thread-list.tsx';
import type { Entry } from './timeline.rules.ts';

const ACTIONS: MessageActions = {
  onRetry: vi.fn(),
  onEdit: null,
  onDiscard: vi.fn(),
  onDelete: vi.fn(),
  onReport: vi.fn(),
  onBlock: vi.fn(),
};
const CONVERSATION = buildConversation();
const FRAME = { current: null };

/** Written in turn, so that each message is a group of its own. */
const message = (seq: number) => buildMessage(seq, { sender_id: seq % 2 === 0 ? MY_ID : OTHER_ID });

function list(entries: readonly Entry[]) {
  return (
    <ThreadList
      conversation={CONVERSATION}
      entries={entries}
      unreadFrom={null}
      targetSeq={null}
      onEarlier={null}
      isLoadingEarlier={false}
      actions={ACTIONS}
      frame={FRAME}
    />
  );
}

function Reader({ onRender }: { onRender: (entries: readonly Entry[]) => void }) {
  onRender(useEntries(CONVERSATION, useThread(CONVERSATION_ID).data?.messages));
  return null;
}

it('a new message renders its own row, and the one that Tab reached before, and no other', () => {
  const rendered = new Set<number>();
  const entry = (seq: number): Entry => {
    const { id, content, timestamp, sender_id } = message(seq);
    const own: Entry = {
      ...{ id, seq, mine: sender_id === MY_ID, content, timestamp, status: 'sent', deleted: false },
      ...{ caution: null, waiting: false, reason: null },
    };
    // Only a row asks for the caution.
    return Object.defineProperty(own, 'caution', {
      get() {
        rendered.add(seq);
        return null;
      },
    });
  };
  const before = Array.from({ length: 60 }, (_, n) => entry(n + 1));
  const { rerender } = render(list(before));
  expect(rendered.size).toBe(60);
  rendered.clear();
  rerender(list([...before, entry(61)]));
  expect(screen.getByText('message 61')).toBeInTheDocument();
  expect([...rendered]).toEqual([60, 61]);
});

it('a message that arrives, an earlier page and an answer without news leave the other messages as they are', async () => {
  const PATH = `GET /api/chat/conversations/${CONVERSATION_ID}/messages`;
  let asked = 0;
  fakeServer({
    [PATH]() {
      asked += 1;
      return { body: { messages: [3, 4].map(message), has_more: asked === 1 } };
    },
  });
  const around = createTestProviders();
  const onRender = vi.fn<(entries: readonly Entry[]) => void>();
  const entries = () => onRender.mock.lastCall?.[0] ?? [];
  renderWithProviders(<Reader onRender={onRender} />, around);
  await waitFor(() => expect(entries()).toHaveLength(2));
  const [third, fourth] = entries();
  const { queries } = around;
  const { queryKey } = threadQuery(CONVERSATION_ID);
  act(() => void queries.setQueryData(queryKey, (thread) => thread && withMessages(thread, [message(5)])));
  act(() => {
    const earlier = { messages: [1, 2].map(message), has_more: false };
    queries.setQueryData(queryKey, (thread) => thread && withEarlier(thread, earlier));
  });
  await waitFor(() => expect(entries()).toHaveLength(5));
  expect(entries()[2]).toBe(third);
  expect(entries()[3]).toBe(fourth);
  const renders = onRender.mock.calls.length;
  await act(() => queries.refetchQueries({ queryKey }));
  expect(asked).toBe(2);
  expect(onRender).toHaveBeenCalledTimes(renders);
  expect(entries().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map(testUuid));
});
