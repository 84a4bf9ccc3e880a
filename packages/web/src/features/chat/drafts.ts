const draftKey = (conversationId: string) => `soulsight.draft.${conversationId}`;

/** What was written in a conversation and not sent; it stays in this browser until it is. */
export function readDraft(conversationId: string): string {
  try {
    return localStorage.getItem(draftKey(conversationId)) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(conversationId: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(draftKey(conversationId));
    else localStorage.setItem(draftKey(conversationId), text);
  } catch {
    // A closed storage keeps no drafts.
  }
}

/** Forgets all drafts: another person may sit here next. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('soulsight.draft.')) localStorage.removeItem(key);
  } catch {
    // A closed storage keeps no drafts.
  }
}
