import { addToWindow, EMPTY_WINDOW } from '@soulsight/affinity/language-detection';
import { textFeatures } from '@soulsight/affinity/text';
import type { ReadMessage } from '../reading/conversation-reading.rules.ts';

/** Messages as `> mine` and `< theirs`. */
export function read(...lines: string[]): ReadMessage[] {
  const windows = { mine: EMPTY_WINDOW, theirs: EMPTY_WINDOW };
  return lines.map((line, n) => {
    const [mine, content] = [line.startsWith('>'), line.slice(2)];
    const writer = mine ? 'mine' : 'theirs';
    windows[writer] = addToWindow(windows[writer], content);
    return {
      mine,
      content,
      seq: n + 1,
      at: new Date(n),
      features: textFeatures(content, { languages: windows[writer] }),
    };
  });
}
