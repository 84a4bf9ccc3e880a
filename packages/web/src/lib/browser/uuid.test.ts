import { expect, it } from 'vitest';
import { z } from 'zod';
import { makeUuid } from './uuid.ts';

it('a UUID of our own is one of version 4, and another each time', () => {
  const made = Array.from({ length: 200 }, makeUuid);
  for (const id of made) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(made).size).toBe(made.length);
});
