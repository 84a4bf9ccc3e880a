import { describe, expect, it } from 'vitest';
import { connectionChecks, driftChecks, languageChecks, signalChecks } from './behaviour-checks.ts';

describe('the science of behaviour', () => {
  it('average users stay average', () => {
    for (const check of driftChecks({ users: 30, messages: 1_000, messagesPerDay: 25, seed: 2 }))
      expect(check).toMatchObject({ holds: true });
  });

  it('the same conversation shows the same traits in each language', () => {
    for (const check of languageChecks()) expect(check).toMatchObject({ holds: true });
  });

  it('a quarrel scores below a warm conversation in each language', () => {
    for (const check of connectionChecks()) expect(check).toMatchObject({ holds: true });
  });

  it('the signals find what they are for in the labelled messages of five languages', () => {
    for (const check of signalChecks()) expect(check).toMatchObject({ holds: true });
  });
});
