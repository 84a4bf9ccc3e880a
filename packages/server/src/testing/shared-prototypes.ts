import { afterAll, expect } from 'vitest';

// Test files share a process, so a method that a library adds to all arrays would break whichever file comes later.
afterAll(() => {
  const added = [Object, Array, String, Function].flatMap(({ name, prototype }) =>
    Object.keys(prototype).map((key) => `${name}.prototype.${key}`),
  );
  expect(added, 'a library that this file imports adds enumerable keys to shared prototypes').toEqual([]);
});
