import { STORAGE_PREFIXES } from '../../../lib/browser/storage.ts';

const draftKey = (conversationId: string) => STORAGE_PREFIXES.draft + conversationId;

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
