type Interval = ReturnType<typeof setInterval>;

const { setInterval: start, clearInterval: stop } = globalThis;

/** What runs, with the lines that started it. Intervals of a fake clock are not here: they end with it. */
const intervals = new Map<Interval, string>();

/** It stays over the next page, and goes by itself. */
const ROUTE_BAR = '[data-testid=route-bar]';

/** Follows the intervals of the page from now on. */
export function followIntervals(): void {
  Object.assign(globalThis, {
    setInterval(...args: Parameters<typeof start>) {
      const interval = start(...args);
      intervals.set(interval, new Error('started').stack ?? '');
      return interval;
    },
    clearInterval(interval: Interval | undefined) {
      if (interval !== undefined) intervals.delete(interval);
      stop(interval);
    },
  });
}

/** What a test file leaves in the page, each said in a line. It is ended, so that no other file is blamed for it. */
export function endLeftBehind(): string[] {
  const nodes = [...document.body.children]
    .filter((node) => !node.matches(ROUTE_BAR))
    .map((node) => `a node: ${node.outerHTML.slice(0, 200)}`);
  document.body.replaceChildren();
  // The timers of a library that lets the process end are its own.
  const running = [...intervals].filter(([interval]) => interval.hasRef());
  for (const [interval] of running) globalThis.clearInterval(interval);
  return [...nodes, ...running.map(([, stack]) => `an interval, ${stack}`)];
}
