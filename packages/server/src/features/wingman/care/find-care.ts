import type { WingmanCare } from '@soulsight/contract/wingman';
import type { FoundMoment } from '../reading/conversation-reading.rules.ts';
import type { WingmanDeps } from '../wingman.deps.ts';
import { chooseCare, isHelpful, isSafetyMatter } from './care.rules.ts';
import { findCountry, findHelpLines } from './help-lines.ts';

/** Who agrees to analysis. */
type Consents = { viewer: boolean; other: boolean };

/** What comes before any suggestion in a conversation; null if nothing does. */
export function createCareFinder({ profile, helpLines }: Pick<WingmanDeps, 'profile' | 'helpLines'>) {
  /** The first advice there is. @param moments the most urgent first */
  async function getCare(
    viewerId: string,
    moments: readonly FoundMoment[],
    consents: Consents,
  ): Promise<WingmanCare | null> {
    for (const found of moments) {
      const advice = mayRead(found, consents) ? chooseCare(found) : null;
      if (!advice) continue;
      const { needs, ...shown } = advice;
      const help = needs.length > 0 ? findHelpLines(helpLines, await findViewerCountry(viewerId), needs) : [];
      return { moment: found.moment, mine: found.mine, seq: found.seq, ...shown, help };
    }
    return null;
  }

  /** The care of the most urgent moment in which somebody helps, not only advice on what to write. */
  async function getHelp(viewerId: string, moments: readonly FoundMoment[], consents: Consents) {
    return getCare(viewerId, moments.filter(isHelpful), consents);
  }

  async function findViewerCountry(viewerId: string): Promise<string | null> {
    const [{ place }, timezone] = await Promise.all([profile.me(viewerId), profile.getTimezone(viewerId)]);
    return findCountry(helpLines, place?.name ?? null, timezone);
  }

  return { getCare, getHelp };
}

/** Where the writer or the reader does not agree to analysis, only what concerns safety is read. */
function mayRead({ moment, mine }: FoundMoment, { viewer, other }: Consents): boolean {
  return isSafetyMatter(moment) || (viewer && (mine || other));
}

export type CareFinder = ReturnType<typeof createCareFinder>;
