import type { TestConversation, TestSystem } from './test-system.ts';

/** What was written, by device. Nothing else is modelled: all of it must be delivered in the end. */
export interface Model {
  written: { device: number; content: string }[];
}
export interface Real {
  system: TestSystem;
  conversation: TestConversation;
}
