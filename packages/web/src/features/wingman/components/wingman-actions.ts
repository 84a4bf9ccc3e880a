/** What the panel can do in the conversation beside it. */
export interface WingmanActions {
  /** Puts a text into the message box. */
  onText: (text: string) => void;
  /** Shows the message of this number. */
  onMessage: (seq: number) => void;
  onReport: () => void;
  onBlock: () => void;
}
