const SENTENCE = /[^.!?。！？…\n]+[.!?。！？…]*/gu;

export function splitSentences(text: string): string[] {
  return (text.match(SENTENCE) ?? []).map((sentence) => sentence.trim()).filter(Boolean);
}
