import { expect, it } from 'vitest';
import { scrub } from './scrub.rules.ts';

it('takes out addresses, numbers, links and handles', () => {
  expect(scrub('mail me: anna.b@post.example or +49 170 1234567, see https://a.example/x and @anna_b')).toBe(
    'mail me: [email] or [number], see [link] and [handle]',
  );
});

it('takes out given names and places in any case, and only as whole words', () => {
  expect(scrub('Ann and ANN like Annual fairs in Köln.', ['Ann', 'Köln'])).toBe(
    '[name] and [name] like Annual fairs in [name].',
  );
});

it('takes a name with signs of regular expressions as it is written', () => {
  expect(scrub('hello A.B. (c)', ['(c)'])).toBe('hello A.B. [name]');
});
