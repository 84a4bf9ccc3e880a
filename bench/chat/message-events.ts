/** What a pair tells of a message: stored and acknowledged to who wrote it; come to who was written to. */
export interface MessageEvents {
  acknowledged(messageId: string): void;
  received(messageId: string): void;
  failed(why: string): void;
}
