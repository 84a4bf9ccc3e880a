import { expect, it, vi } from 'vitest';
import { answerWhileStarting } from './starting.ts';

const WITHIN = { timeout: 30_000 };

it('a start that takes long says in the log what it does, until it ends', async () => {
  const lines: string[] = [];
  const log = { warn: (_fields: unknown, line?: string) => void lines.push(line ?? '') };
  const starting = await answerWhileStarting({ host: '127.0.0.1', port: 0, log, logEveryMs: 5 });
  await vi.waitFor(() => expect(lines).toContain('still starting: it opens the database'), WITHIN);
  starting.step('migrates the database');
  await vi.waitFor(() => expect(lines.at(-1)).toBe('still starting: it migrates the database'), WITHIN);
  await starting.end();
  const before = lines.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lines).toHaveLength(before);
});
