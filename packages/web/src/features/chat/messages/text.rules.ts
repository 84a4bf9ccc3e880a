const FOLD_CHARS = 700;
const FOLD_LINES = 14;

/** The beginning of a long text; null when the whole text is short enough to show. */
export function foldText(content: string): string | null {
  const lines = content.split('\n');
  if (content.length <= FOLD_CHARS && lines.length <= FOLD_LINES) return null;
  const byLines = lines.slice(0, FOLD_LINES).join('\n');
  if (byLines.length <= FOLD_CHARS) return byLines.trimEnd();
  const cut = byLines.slice(0, FOLD_CHARS);
  const space = cut.lastIndexOf(' ');
  return (space > FOLD_CHARS / 2 ? cut.slice(0, space) : cut).trimEnd();
}

const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*|\p{Regional_Indicator}{2}){1,3}$/u;

/** One to three emoji and nothing else; these are shown large. */
export function isEmojiOnly(content: string): boolean {
  return EMOJI_ONLY.test(content.replace(/\s/g, ''));
}

const ADDRESS = /https?:\/\/|www\./i;

/** Whether a text is worth looking through for links (`splitLinks`). */
export function mayHaveLinks(content: string): boolean {
  return ADDRESS.test(content);
}
