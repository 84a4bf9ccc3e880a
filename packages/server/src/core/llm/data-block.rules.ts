/** The most that a question may send as its data. */
export const DATA_MAX_CHARS = 12_000;

/** The user part of a question: no text in it can end the block of data. */
export function toDataBlock(data: string): string {
  return `<data>\n${data.slice(0, DATA_MAX_CHARS).replaceAll('</', '‹/')}\n</data>`;
}
