import type { Suggestion, WingmanAnalysis, WingmanSuggestions } from '@soulsight/contract/wingman';

export const WINGMAN_COPY = {
  lines: 'Suggestions',
  lead: 'Suggestions go into your message box, so you can edit them first. We never send anything for you.',
  use: 'Use',
  again: 'More suggestions',
  read: 'Read our conversation',
  upgrade: 'Upgrade',
  offers: [
    'Openers, replies and questions made for this conversation.',
    "How it's going between you, and what may help.",
    'Everything goes into your message box first. You edit it, and only you send it.',
  ],
  helpIsFree: 'Help in a hard moment is free for everybody.',
  settings: 'Open Settings',
  how: "How it's going",
  next: 'What may help',
  help: 'People who can help',
  helpLead: 'Some things are too heavy to carry alone.',
  helpOpen: 'Who can help',
  helpWhatToDo: 'What to do',
  helpHide: 'Hide this',
  helpPrivate: 'Only you see this. Nothing about it is stored, and nobody is told.',
  report: 'Report',
  block: 'Block',
  openQuestion: 'Still open: they asked',
  showMessage: 'Show the message',
  writing: 'The language model is writing…',
  model: 'Language model',
  modelSwitch: 'Use the language model',
  modelBoth: "You both agreed. It's used for this conversation.",
  modelTheirs: "They haven't agreed, so nothing is sent and the local wingman answers.",
  modelMine: "Nothing is sent unless you switch it on. They've agreed.",
  modelNeither: 'Nothing is sent. Both of you would have to agree.',
  modelSent: 'See what was sent',
} as const;

export const KINDS: Record<Suggestion['kind'], string> = {
  opener: 'Opener',
  reply: 'Reply',
  question: 'Ask',
  support: 'Support',
};

/** What the panel says in place of suggestions; in a crisis only where no help above says what to do. */
export const SILENCES: Record<NonNullable<WingmanSuggestions['silence']>, string> = {
  crisis: 'The wingman has no line for this moment.',
  foreign: "The wingman reads English, German, Spanish, French and Japanese. It can't read this conversation.",
  waiting: 'You wrote last. Give them time; a second message rarely helps.',
  only_you: 'Only you know the answer to this one. Write what is true, then ask something back.',
  nothing_specific: 'No line fits well enough here. You could say something about your day, or start a new topic.',
  ended: 'There is nothing to add here. Leave it at that for now.',
  all_shown: 'That was everything that fits this moment. Come back after their next message.',
  not_allowed: "They haven't agreed to analysis, so the wingman doesn't read what they write.",
};

export const TONES: Record<WingmanAnalysis['tone'], string> = {
  warm: 'Warm',
  light: 'Light',
  curious: 'Curious',
  careful: 'Careful',
  tense: 'Tense',
  quiet: 'Quiet',
};
