import type { Passwords } from '../password/passwords.ts';
import type { TestAuth } from './build-auth.ts';

/** Wraps the password check of every node. @returns a function that restores them */
export function wrapPasswordChecks({ nodes }: TestAuth, wrap: (check: Passwords['check']) => Passwords['check']) {
  const originals = nodes.map(({ auth }) => ({ ...auth.deps.passwords }));
  for (const { auth } of nodes) auth.deps.passwords.check = wrap(auth.deps.passwords.check);
  return () => {
    for (const [n, { auth }] of nodes.entries()) Object.assign(auth.deps.passwords, originals[n]);
  };
}

/** Holds the next password check after its result is known, so that a test can change the account meanwhile. */
export function holdNextPasswordCheck(t: TestAuth) {
  const checked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const restore = wrapPasswordChecks(t, (check) => async (password, stored) => {
    restore();
    const result = await check(password, stored);
    checked.resolve();
    await released.promise;
    return result;
  });
  return { checked: checked.promise, release: released.resolve, restore };
}
