import { expect } from 'vitest';
import type { Model, Real } from './model.ts';
import type { Device } from './page.ts';

const HEAL_STEP_MS = 10_000;
const HEAL_STEPS = 18;

/** Holds at any moment: each message once, ordered by sequence number, and nothing shown as sent that is not stored. */
export async function expectConsistency({ conversation }: Real): Promise<void> {
  // Read the devices first: a message in flight may appear on a device after the stored messages were listed.
  const shown = conversation.devices.map((device) => device.shown());
  const stored = new Map(
    (await conversation.listStored((conversation.devices[0] as Device).user)).map((m) => [m.seq, m]),
  );
  for (const { messages, outgoing } of shown) {
    const seqs = messages.map(({ seq }) => seq);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    for (const { seq, id, content, deleted } of messages) {
      expect(stored.get(seq)?.id).toBe(id);
      if (!deleted && !stored.get(seq)?.deleted) expect(stored.get(seq)?.content).toBe(content);
    }
    expect(new Set(outgoing.map(({ id }) => id)).size).toBe(outgoing.length);
  }
}

/** Holds after all faults are removed: every device shows each message once, in one order, with equal receipts and unread counts. */
export async function expectAgreement(model: Model, real: Real): Promise<void> {
  await heal(real);
  const { conversation } = real;
  for (const device of conversation.devices) device.read();
  await real.system.pass(3_000);
  const reference = await conversation.listStored((conversation.devices[0] as Device).user);
  // Fetching marks messages as delivered; wait for those events.
  await real.system.settle();
  expect(reference.map(({ seq }) => seq)).toEqual(reference.map((_, n) => n + 1));
  const visible = reference.filter(({ deleted }) => !deleted).map(({ content }) => content);
  expect(new Set(visible).size).toBe(visible.length);
  expect(reference).toHaveLength(model.written.length);
  const writtenContents = new Set(model.written.map(({ content }) => content));
  for (const content of visible) expect(writtenContents).toContain(content);
  for (const device of conversation.devices) {
    const { messages, outgoing } = device.shown();
    expect(outgoing).toEqual([]);
    const plain = (all: typeof messages) => all.map(({ seq, id, content, deleted }) => ({ seq, id, content, deleted }));
    expect(plain(messages)).toEqual(plain(reference));
    const there = await conversation.getConversation(device.user);
    const here = device.chat().cache.conversation(there.id);
    const marks = (c: typeof here) => c && [c.unread, c.delivered_seq, c.read_seq, c.last_message?.seq];
    const which = conversation.devices.indexOf(device);
    expect([which, marks(here)]).toEqual([which, marks(there)]);
    expect(there.unread).toBe(0);
  }
}

/** Removes all faults, waits, and retries failed messages as a user would. */
async function heal({ system, conversation }: Real): Promise<void> {
  system.bus.reconnect();
  for (const { link } of conversation.devices) link.heal();
  for (const device of conversation.devices) device.run(() => device.client().dispatch({ type: 'wake' }));
  await system.settle();
  for (let step = 0; step < HEAL_STEPS; step += 1) {
    await system.pass(HEAL_STEP_MS);
    for (const device of conversation.devices) {
      for (const { id, status } of device.shown().outgoing) {
        if (status === 'failed') device.run(() => device.chat().sender.retry(id));
      }
    }
    if (conversation.devices.every(isIdle)) return;
  }
}

function isIdle(device: Device): boolean {
  return device.client().snapshot().status === 'connected' && device.shown().outgoing.length === 0;
}
