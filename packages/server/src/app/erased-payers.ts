import type { Config } from '../core/config/config.ts';
import { buildApp, type Overrides } from './app.ts';
import { handleErasedPayers } from './operator-commands.ts';

/**
 * Carries out `billing:erased` in a process of its own, for nodes that share a database and have no socket for operators. What is to be
 * removed is queued: a worker does it.
 * @throws StartError for an unknown argument, and without Stripe
 */
export async function handleErasedPayersAlone(
  config: Config,
  argument: string,
  overrides: Overrides = {},
): Promise<string> {
  const app = await buildApp({ ...config, role: 'web', demo: false, drainMs: 0 }, overrides);
  try {
    await app.startWork();
    return await handleErasedPayers(app.features, argument);
  } finally {
    await app.stop();
  }
}
