import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { expectAgreement } from './consistency.ts';
import type { Model, Real } from './model.ts';
import { startSystem, type TestSystem } from './test-system.ts';

/** The runs are the same each time; `FAULTS_SEED` and `FAULTS_RUNS` select others. */
const SEED = Number(process.env.FAULTS_SEED ?? 20_261_101);
const RUNS = Number(process.env.FAULTS_RUNS ?? 25);
const COMMANDS_MAX = 24;
const TIME_MAX_MS = Number(process.env.FAULTS_TIME_MS ?? 40_000);

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

it('after any sequence of faults every device shows each message once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: COMMANDS_MAX, size: 'max' }), async (commands) => {
      const conversation = await system.startConversation();
      const model: Model = { written: [] };
      const real: Real = { system, conversation };
      try {
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await expectAgreement(model, real);
      } finally {
        system.bus.reconnect();
        conversation.stop();
      }
    }),
    {
      seed: SEED,
      numRuns: RUNS,
      // Bounds the runs on a busy machine, and the shrinking of a failure.
      interruptAfterTimeLimit: TIME_MAX_MS,
      endOnFailure: Boolean(process.env.FAULTS_FAST),
    },
  );
});
