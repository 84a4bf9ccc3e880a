import { expect, it } from 'vitest';
import { listNamedOtherwise } from './named-otherwise.ts';

it('finds controls whose name leaves out the words on them, whatever else it says', () => {
  document.body.innerHTML = `
    <button aria-label="Let Coral Bay know">Let know</button>
    <button aria-label="Let know: Coral Bay">Let know</button>
    <button aria-label="Close"><svg></svg></button>
    <button aria-label="Use Visa"><span> Use </span><span role="status">Loading</span></button>
    <a href="/chat" aria-label="Reveal">4</a>
    <a href="/chat">Messages</a>`;
  expect(listNamedOtherwise(document)).toEqual(['Let know: Let Coral Bay know']);
  document.body.innerHTML = '';
});
