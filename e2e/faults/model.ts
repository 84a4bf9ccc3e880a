import type { TestConversation, World } from './world.ts';

/** What was written, by device; nothing else of the product is modelled: it must simply be there in the end. */
export interface Model {
  written: { device: number; content: string }[];
}
export interface Real {
  world: World;
  conversation: TestConversation;
}
