export const MESSAGE_BYTES = 120;

const SENTENCES = [
  'I took the long way home through the park today and thought of what you said about the sea last week.',
  'Have you ever been to the lake in the morning, when it is still cold and nobody else is there with you?',
  'My sister laughed so much that she had to sit down, and then the dog started to bark at both of us too.',
  'I feel a little nervous about the new work on Monday, but happy too, because I wanted it for so long now.',
  'We could cook something together on Sunday, maybe the soup that your grandmother made when it rained.',
  'Thank you for telling me that, I know it is not easy to talk about, and I am glad that you trust me.',
  'What did you want to be when you were a child, and would that child be pleased with who you are today?',
];
const PADDED = SENTENCES.map((sentence) => sentence.padEnd(MESSAGE_BYTES, ' ok').slice(0, MESSAGE_BYTES));

/** A typical message of `MESSAGE_BYTES` bytes. */
export function sampleText(n: number): string {
  return PADDED[n % PADDED.length] as string;
}
