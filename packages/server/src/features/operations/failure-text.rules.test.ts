import { expect, it } from 'vitest';
import { describeFailure } from './failure-text.rules.ts';

it.each([
  ['TypeError: cannot read properties of undefined (reading length)', /^TypeError: cannot read properties/],
  ['Error: connect ECONNREFUSED', /^Error: connect ECONNREFUSED$/],
  ['Error: the push service answers 410', /^Error: the push service answers …$/],
])('says what went wrong: %s', (error, expected) => {
  expect(describeFailure(error)).toMatch(expected);
});

it.each([
  'Error: 550 no such user ada.lovelace@example.org',
  "Error: cannot parse 'I love you, Ada Lovelace'",
  'SyntaxError: Unexpected token in "Ada Lovelace',
  'error: Key (email)=(ada.lovelace@example.org) already exists.',
  'DrizzleQueryError: Failed query: insert into users values ($1)\nparams: Ada Lovelace',
  'DrizzleQueryError: Failed query: insert into users params: Ada Lovelace,5',
  'error: Failing row contains (Ada Lovelace)',
  'Error: POST https://hooks.example/Lovelace?token=abc failed',
  'Error: SMS to +49 170 5551234 failed',
  'Error: user 0f8fad5b-d9cb-469f-a165-70867728950e is gone',
])('leaves out values: %s', (error) => {
  expect(describeFailure(error)).not.toMatch(/lovelace|ada|love you|5551234|0f8fad5b/i);
});

it('is short, whatever the error', () => {
  expect(describeFailure('word '.repeat(10_000)).length).toBeLessThanOrEqual(200);
  expect(describeFailure('')).toBe('');
});
