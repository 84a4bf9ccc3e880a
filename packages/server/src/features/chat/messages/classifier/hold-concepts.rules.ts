import { toComparable } from '../../../../core/text/message-text.rules.ts';
import { readHoldConcepts } from './hold-concepts.data.ts';

/** The words by their characters, with the concepts of those that end here. */
type Node = { next: Map<string, Node>; concepts: string[] };

/** Null before the first use. */
let root: Node | null = null;
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

function loadWords(): Node {
  const found: Node = { next: new Map(), concepts: [] };
  for (const line of readHoldConcepts().trim().split('\n')) {
    const [concept = '', list = ''] = line.split(': ');
    for (const entry of list.split(', ')) {
      let node = found;
      for (const char of toWords(toComparable(entry).text.replace('_', ' '))) {
        const next: Node = node.next.get(char) ?? { next: new Map(), concepts: [] };
        node.next.set(char, next);
        node = next;
      }
      if (node !== found) node.concepts.push(concept);
    }
  }
  return found;
}

/** Punctuation and spaces as one space. */
function toWords(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{Extended_Pictographic}']+/gu, ' ').trimStart();
}

/** What a comparable text speaks of. Words count from their beginning, Japanese ones anywhere. */
export function findConcepts(comparable: string): Set<string> {
  root ??= loadWords();
  const concepts = new Set<string>();
  const chars = [...toWords(comparable), ' '];
  for (let at = 0; at < chars.length; at += 1) {
    if (at > 0 && chars[at - 1] !== ' ' && !JAPANESE.test(chars[at] as string)) continue;
    let node = root.next.get(chars[at] as string);
    for (let end = at + 1; node; end += 1) {
      for (const concept of node.concepts) concepts.add(concept);
      node = node.next.get(chars[end] ?? '');
    }
  }
  return concepts;
}
