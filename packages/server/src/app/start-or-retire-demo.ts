import type { ReadyAccounts } from '../features/demo/ready-accounts.ts';
import { retireDemo } from '../features/demo/retire-demo.ts';
import type { App } from './app.ts';

/**
 * Called at startup. Creates and starts the demo users if this node runs the demo; ends an earlier demo if the demo is off; does nothing
 * on a worker of an installation with a demo. Failures are logged.
 * @param print tells the operator the accounts that are ready
 */
export async function startOrRetireDemo(
  { core, demo }: Pick<App, 'core' | 'demo'>,
  print: (text: string) => void,
): Promise<void> {
  try {
    if (demo) {
      const accounts = await demo.ready();
      if (accounts) print(accountsLine(accounts));
      await demo.start();
    } else if (!core.config.demo) await retireDemo(core);
  } catch (err) {
    core.log.error({ err }, demo ? 'demo seeding failed' : 'retiring the demo failed');
  }
}

function accountsLine({ free, premium, moderator }: ReadyAccounts): string {
  const review = moderator
    ? `    moderator  ${moderator.email}   ${moderator.password}   (cases to decide: /moderation)\n`
    : '';
  return `  Accounts are ready, and demo people to meet:
    free       ${free.email}   ${free.password}
    premium    ${premium.email}   ${premium.password}
${review}`;
}
