import type { WingmanCare } from '@soulsight/contract/wingman';
import type { ReadConversation } from '../conversation-access.ts';
import type { WingmanDeps } from '../wingman.deps.ts';
import { chooseCare, isSafetyMatter } from './care.rules.ts';
import { findCountry, findHelpLines } from './help-lines.ts';

/** What comes before any suggestion in a conversation; null where nothing does. */
export function createCareFinder({ profile, helpLines }: Pick<WingmanDeps, 'profile' | 'helpLines'>) {
  /** Where the other user does not agree to analysis, only what concerns safety is read in their messages. */
  async function getCare(
    viewerId: string,
    { reading: { moment }, otherConsents }: ReadConversation,
  ): Promise<WingmanCare | null> {
    if (!moment || !(otherConsents || moment.mine || isSafetyMatter(moment.moment))) return null;
    const advice = chooseCare(moment);
    if (!advice) return null;
    const { needs, ...shown } = advice;
    const help = needs.length > 0 ? findHelpLines(helpLines, await findViewerCountry(viewerId), needs) : [];
    return { moment: moment.moment, mine: moment.mine, seq: moment.seq, ...shown, help };
  }

  async function findViewerCountry(viewerId: string): Promise<string | null> {
    const [{ place }, timezone] = await Promise.all([profile.me(viewerId), profile.getTimezone(viewerId)]);
    return findCountry(helpLines, place?.name ?? null, timezone);
  }

  return getCare;
}

export type CareFinder = ReturnType<typeof createCareFinder>;
