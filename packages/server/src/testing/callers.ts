/** Who may call. The owner is the one whose things are named; the matched and the blocked user have met them. */
export const ROLES = [
  'anonymous',
  'unverified',
  'banned',
  'free',
  'premium',
  'blocked',
  'moderator',
  'operator',
  'matched',
  'owner',
] as const;
export type Role = (typeof ROLES)[number];

/** What a request may name: a user, what belongs to them, and what they share with another. */
export interface Belongings {
  userId: string;
  email: string;
  matchId: string;
  conversationId: string;
  messageId: string;
  notificationId: string;
  photoId: string;
  selfieId: string;
  cardId: string;
  invoiceId: string;
  reportId: string;
  sanctionId: string;
  contactBlockId: string;
  inquiryId: string;
  sessionId: string;
  suggestionId: string;
}
