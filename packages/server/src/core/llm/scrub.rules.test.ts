import { expect, it } from 'vitest';
import { scrub } from './scrub.rules.ts';

it('removes email addresses, phone numbers, links and handles', () => {
  expect(scrub('mail me: anna.b@post.example or +49 170 1234567, see https://a.example/x and @anna_b')).toBe(
    'mail me: [email] or [number], see [link] and [handle]',
  );
});

it('removes names and places in upper or lower case, as whole words only', () => {
  expect(scrub('Ann and ANN like Annual fairs in Köln.', ['Ann', 'Köln'])).toBe(
    '[name] and [name] like Annual fairs in [name].',
  );
});

it('treats characters of regular expressions in a name as text', () => {
  expect(scrub('hello A.B. (c)', ['(c)'])).toBe('hello A.B. [name]');
});
