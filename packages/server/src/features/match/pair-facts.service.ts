import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { isOver } from './match.rules.ts';
import {
  findMatchView,
  findMatchViewWith,
  listClosedPartners,
  lockMatch,
  type MatchRow,
  wasShown,
} from './match.store.ts';

/** A match as one of its two users may use it. */
export type Pair = {
  match: MatchRow;
  otherId: string;
  mutual: boolean;
  conversationId: string | null;
  /** Index into REVEAL_STAGES. */
  stage: number;
  talkingPoints: string[];
};

/** Facts about two users that several features need. It needs no feature itself, so it is built before all of them. */
export interface PairFacts {
  /** @throws match_gone unless the match is open and was shown to `viewerId`, who did not pass it */
  getPair(db: Db, viewerId: string, matchId: string): Promise<Pair>;
  /** As `getPair`; null if that throws. */
  findPair(db: Db, viewerId: string, matchId: string): Promise<Pair | null>;
  /** As `getPair`, with the match locked until the transaction ends. @throws match_gone */
  lockPair(tx: Tx, viewerId: string, matchId: string): Promise<Pair>;
  /** The match of two users, open or closed, if it was shown to `viewerId`. */
  findPairBetween(db: Db, viewerId: string, otherId: string): Promise<{ matchId: string; stage: number } | null>;
  /** The users whose match with the viewer has ended since then, the latest first, with the stage that it had reached. */
  listMet(viewerId: string, since: Date): Promise<{ userId: string; stage: number; closedAt: Date }[]>;
  /** The reveal stage that `viewerId` has reached with the other user; null without an open match. */
  stageBetween(viewerId: string, otherId: string, db?: Db): Promise<number | null>;
  /** Whether the user was ever shown to another user. */
  wasShown(db: Db, userId: string): Promise<boolean>;
}

export function createPairFacts({ db }: Pick<Core, 'db'>): PairFacts {
  async function findPair(handle: Db, viewerId: string, matchId: string): Promise<Pair | null> {
    const view = await findMatchView(handle, viewerId, matchId);
    if (!view || view.match.state === 'closed' || isOver(view.side.decision)) return null;
    const { match, side, conversationId, stage } = view;
    const { otherId, talkingPoints } = side;
    return { match, otherId, mutual: match.state === 'mutual', conversationId, stage, talkingPoints };
  }

  async function getPair(handle: Db, viewerId: string, matchId: string): Promise<Pair> {
    const pair = await findPair(handle, viewerId, matchId);
    if (!pair) throw new AppError('match_gone');
    return pair;
  }

  async function lockPair(tx: Tx, viewerId: string, matchId: string): Promise<Pair> {
    await lockMatch(tx, matchId);
    return await getPair(tx, viewerId, matchId);
  }

  async function findPairBetween(handle: Db, viewerId: string, otherId: string) {
    const view = await findMatchViewWith(handle, viewerId, otherId);
    return view ? { matchId: view.match.id, stage: view.stage } : null;
  }

  async function stageBetween(viewerId: string, otherId: string, handle: Db = db): Promise<number | null> {
    const view = await findMatchViewWith(handle, viewerId, otherId);
    return view && view.match.state !== 'closed' && !isOver(view.side.decision) ? view.stage : null;
  }

  const listMet = (viewerId: string, since: Date) => listClosedPartners(db, viewerId, since);

  return { findPair, getPair, lockPair, findPairBetween, listMet, stageBetween, wasShown };
}
