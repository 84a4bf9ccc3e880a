import { expect, it } from 'vitest';
import { testUuid } from '../../testing/ids.ts';
import { clearOutgoing, createOutgoingStore, type Outgoing } from './outgoing.store.ts';

const USER = testUuid(1);
const MESSAGE: Outgoing = {
  id: testUuid(2),
  conversationId: testUuid(3),
  content: 'Not sent yet',
  timestamp: '2026-11-22T08:00:00.000Z',
  status: 'sending',
  waiting: false,
  reason: null,
};

it('what was written survives a reload, and waits again', () => {
  createOutgoingStore(USER, sessionStorage).upsert(MESSAGE);
  expect(createOutgoingStore(USER, sessionStorage).all()).toEqual([{ ...MESSAGE, waiting: true }]);
});

it('nothing that was written stays in the browser after signing out', () => {
  createOutgoingStore(USER, sessionStorage).upsert(MESSAGE);
  clearOutgoing(sessionStorage);
  expect(JSON.stringify(sessionStorage)).not.toContain(MESSAGE.content);
});

it.each(['{', '{"id":1}', '[{"id":"a"}]', 'null'])('ignores %s of another version', (stored) => {
  sessionStorage.setItem(`soulsight.outgoing.${USER}`, stored);
  expect(createOutgoingStore(USER, sessionStorage).all()).toEqual([]);
});
