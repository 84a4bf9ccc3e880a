/** What is sent to the language model, the same wherever somebody agrees to it. */
export const MODEL_CONSENT = [
  'If this site has a language model, it can suggest better messages. Both people in a conversation must agree to that.',
  "The model then gets the last 12 messages of that conversation, and what the other person's profile shows you.",
  'When your own profile is analysed, it also gets your answers under “In your words”. Only you need to agree to that.',
  'Before we send anything, we remove the names, towns, workplaces, addresses and numbers that we recognise.',
  "What we don't recognise is sent.",
  'Your choice applies to all your conversations.',
].join(' ');
