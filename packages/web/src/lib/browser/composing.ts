import type { KeyboardEvent } from 'react';

/** The key code of what an input method handles. Safari ends the composition before it reports the key. */
const INPUT_METHOD_KEY_CODE = 229;

/** Whether the key belongs to an input method, in which Enter chooses a word. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === INPUT_METHOD_KEY_CODE;
}
