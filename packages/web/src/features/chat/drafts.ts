const keyOf = (conversationId: string) => `soulsight.draft.${conversationId}`;

/** What was written in a conversation and not sent; it stays in this browser until it is. */
export function readDraft(conversationId: string): string {
  try {
    return localStorage.getItem(keyOf(conversationId)) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(conversationId: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(keyOf(conversationId));
    else localStorage.setItem(keyOf(conversationId), text);
  } catch {
    // A closed storage keeps no drafts.
  }
}

/** Forgets all drafts: another person may sit here next. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('soulsight.draft.')) localStorage.removeItem(key);
  } catch {
    // A closed storage keeps no drafts.
  }
}
