import { setImmediate as nextTurn } from 'node:timers/promises';
import { isInBackground } from '../background.ts';

/** After this many calls in a row that went before waiting background work, it has a turn. */
const PASSED_MAX = 20;
/** Statements of the embedded database run without a pause for at most about this long. */
const TURN_MS = 3;

/** Runs one piece of work at a time: what is called in the background waits until nothing else does. */
export function createOneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  const [urgent, background] = [[] as (() => void)[], [] as (() => void)[]];
  let isTaken = false;
  let passed = 0;

  function next(): (() => void) | undefined {
    const isPassing = urgent.length > 0 && (background.length === 0 || passed < PASSED_MAX);
    passed = isPassing && background.length > 0 ? passed + 1 : 0;
    return (isPassing ? urgent : background).shift();
  }

  return async (work) => {
    if (isTaken) await new Promise<void>((start) => (isInBackground() ? background : urgent).push(start));
    isTaken = true;
    try {
      return await work();
    } finally {
      const start = next();
      if (start) start();
      else isTaken = false;
    }
  };
}

let busySince: number | null = null;

/**
 * Lets the event loop turn when statements have kept it for a while. The embedded database answers without a turn, so a chain of
 * statements would otherwise stop all sockets until its end.
 */
export async function letSocketsBeServed(): Promise<void> {
  if (busySince === null) {
    busySince = performance.now();
    setImmediate(() => {
      busySince = null;
    });
  } else if (performance.now() - busySince > TURN_MS) await nextTurn();
}
