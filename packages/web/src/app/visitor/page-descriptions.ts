import type { PublicPageId } from '../router/public-pages.ts';

export const SIGN_IN_DESCRIPTION = 'Sign in to Soulsight and pick up your conversations.';

/** What search engines and link previews say about a page; a post has its lead. */
export const PAGE_DESCRIPTIONS: Readonly<Record<Exclude<PublicPageId, 'post'>, string>> = {
  landing:
    'Soulsight pairs people by how they behave. You talk first, your profile grows from real conversations, and faces come last, once you both want it.',
  about: 'Why we made a place to get to know someone before you see them, and how matching works.',
  api: 'The API reference: every endpoint that the Soulsight app uses, with parameters and responses.',
  blog: 'Notes on getting to know people, on the science behind the score, and on how we build Soulsight.',
  careers: 'Work on a dating app that begins with conversations instead of photos.',
  changelog: 'What is new in Soulsight, version by version.',
  contact: 'How to reach the people behind Soulsight.',
  cookies: 'Which cookies and local storage Soulsight uses, and why there are no trackers.',
  guidelines: 'What we ask of everyone here, and what happens when someone breaks it.',
  press: 'Facts, names and pictures for writing about Soulsight.',
  privacy:
    'What Soulsight knows about you, who sees it, how long it is kept, and how to take it with you or delete it.',
  safety: 'How to stay safe while meeting people, what we check, and how to report or block someone.',
  status: 'Whether Soulsight works right now, part by part, measured from your browser.',
  support: 'Answers to common questions, and how to install Soulsight on your phone.',
  terms: 'The terms of using Soulsight.',
};
