import fc, { type AsyncCommand } from 'fast-check';
import { expectConsistency } from './consistency.ts';
import type { Model, Real } from './model.ts';
import type { Device } from './page.ts';

type Command = AsyncCommand<Model, Real>;
const DEVICES = 3;
const NODES = 2;
const PASS_MS = [1_000, 2_000, 4_000, 9_000, 15_000, 35_000, 70_000];

function createCommand(name: string, run: (model: Model, real: Real) => unknown, mayRun = (_: Model) => true): Command {
  return {
    check: mayRun,
    async run(model, real) {
      await run(model, real);
      await expectConsistency(real);
    },
    toString: () => name,
  };
}

function onDevice(name: string, act: (device: Device, real: Real, model: Model, at: number) => unknown) {
  return fc.nat(DEVICES - 1).map((at) =>
    createCommand(`${name}(${at})`, async (model, real) => {
      await act(real.conversation.devices[at] as Device, real, model, at);
      await real.system.settle();
    }),
  );
}

/** With `settles` false, the next fault happens while the messages are still in flight. */
function write(settles: boolean) {
  return fc.tuple(fc.nat(DEVICES - 1), fc.integer({ min: 1, max: 4 })).map(([at, count]) =>
    createCommand(`write${settles ? '' : 'AtOnce'}(${at}, ${count})`, async (model, real) => {
      for (let n = 0; n < count; n += 1) {
        const content = `${model.written.length + 1} from ${at}`;
        model.written.push({ device: at, content });
        (real.conversation.devices[at] as Device).write(content);
      }
      if (settles) await real.system.settle();
    }),
  );
}

/** Everything that can happen to a conversation. */
export const COMMANDS = [
  write(true),
  write(false),
  onDevice('read', (device) => device.read()),
  onDevice('remove', async (device) => {
    const own = device.shown().messages.filter((m) => m.sender_id === device.user.id && !m.deleted);
    const oldest = own[0];
    if (oldest) await device.remove(oldest).catch(() => {});
  }),
  onDevice('cut', (device) => device.link.cut()),
  onDevice('halfOpen', (device) => device.link.halfOpen()),
  onDevice('goOffline', (device) => {
    device.link.offline();
    device.run(() => device.client().dispatch({ type: 'went_offline' }));
  }),
  onDevice('comeOnline', (device) => {
    device.link.online();
    device.run(() => device.client().dispatch({ type: 'wake' }));
  }),
  onDevice('holdIn', (device) => device.link.hold('in')),
  onDevice('holdOut', (device) => device.link.hold('out')),
  onDevice('release', (device) => device.link.release()),
  onDevice('twiceIn', (device) => device.link.duplicateNext('in')),
  onDevice('twiceOut', (device) => device.link.duplicateNext('out')),
  onDevice('swap', (device) => device.link.swap()),
  onDevice('loseAnswers', (device) => device.link.loseAnswers(true)),
  onDevice('keepAnswers', (device) => device.link.loseAnswers(false)),
  onDevice('reload', (device) => device.reload()),
  fc.constant(createCommand('busDown', (_, { system }) => system.bus.disconnect())),
  fc.constant(
    createCommand('busUp', async (_, { system }) => {
      system.bus.reconnect();
      await system.settle();
    }),
  ),
  fc.nat(NODES - 1).map((at) => createCommand(`restart(${at})`, (_, { system }) => system.restart(at))),
  fc.constantFrom(...PASS_MS).map((ms) => createCommand(`pass(${ms})`, (_, { system }) => system.pass(ms))),
];
