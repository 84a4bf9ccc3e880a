import type { Core } from '../../core/core.ts';
import { endReadyModerators, hasReadyAccounts, hideDemoUsers } from './demo.store.ts';

/**
 * For a start without the demo on an installation that had one: nobody is introduced to demo users any more, who no longer answer, and
 * the ready accounts, whose passwords lie in a file, lose their roles. Tells the operator.
 */
export async function retireDemo({ db, log }: Pick<Core, 'db' | 'log'>): Promise<void> {
  if (!(await hasReadyAccounts(db))) return;
  const [hidden, ended] = [await hideDemoUsers(db), await endReadyModerators(db)];
  if (hidden + ended === 0) return;
  log.warn(
    { hidden, ended },
    'the demo is off: its users are hidden, and its moderator is none any more. `npm run demo:reset` deletes the demo users',
  );
}
