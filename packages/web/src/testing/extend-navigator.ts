import { onTestFinished } from 'vitest';

/** Gives the navigator properties that the test's browser lacks, such as a service worker, until the test ends. */
export function extendNavigator(properties: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(navigator, name, { configurable: true, value });
  onTestFinished(() => {
    for (const name of Object.keys(properties)) Reflect.deleteProperty(navigator, name);
  });
}
