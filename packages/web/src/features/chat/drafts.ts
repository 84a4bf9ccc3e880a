const draftKey = (conversationId: string) => `soulsight.draft.${conversationId}`;

/** The unsent text of a conversation, stored in this browser. */
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
    // Storage is blocked: there are no drafts.
  }
}

/** Removes all drafts, since another user may sign in next. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith('soulsight.draft.')) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there are no drafts.
  }
}
