import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Sends a message in the open conversation. */
export async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
  await expect(page.getByRole('main').getByText(text).last()).toBeVisible();
}

/** A conversation that earns trust: answered questions, and vulnerable messages met with care. */
export const CONVERSATION: readonly [mine: string, theirs: string][] = [
  ['What does a good evening look like for you?', 'Cooking for friends and talking until late. What about yours?'],
  [
    'A walk at dusk, then a book. What do you cook most often?',
    'My grandmother’s soup. What are you reading at the moment?',
  ],
  [
    'A novel about the sea. Do you miss her?',
    'Every day. I feel lonely sometimes since she died, I rarely tell anyone.',
  ],
  [
    'Thank you for telling me. That sounds hard, I am here for you.',
    'That means a lot to me. What helps you when you are sad?',
  ],
  [
    'Music, mostly. I was afraid of being too much for people for years.',
    'I am so sorry, that must have been hard. You are not too much at all.',
  ],
  ['How did you learn to be so kind?', 'From her, I think. Where did you grow up?'],
  [
    'Near the coast, with two brothers. Do you have brothers or sisters?',
    'One sister, she teaches me patience. What makes you laugh?',
  ],
  [
    'Plans that fail beautifully. What are you looking forward to?',
    'To the spring, and to more of this. How about you?',
  ],
  ['The same. Would you come along for a walk by the lake?', 'I would love that. Do you like early mornings?'],
  [
    'Only with coffee. What was the last thing you changed your mind about?',
    'Olives! I was wrong about them. And you?',
  ],
  ['That being busy means being important. How do you rest?', 'I bake bread and do nothing else. Do you sing?'],
  ['Only in the kitchen. What would you tell your younger self?', 'It is allowed to be slow. What would you say?'],
  ['That the right people wait. What are you proud of?', 'I learned to say sorry first. What about you?'],
  ['I taught my father to swim. What is home to you?', 'A table with one chair too many. Is it a place for you?'],
];
