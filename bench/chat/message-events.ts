/** What happens to a pair's messages: acknowledged to the sender after storing, and received by the other user. */
export interface MessageEvents {
  acknowledged(messageId: string): void;
  received(messageId: string): void;
  failed(why: string): void;
}
