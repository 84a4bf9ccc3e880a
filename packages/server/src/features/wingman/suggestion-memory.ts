import type { Suggestion } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import { type SealedText, sealText } from '../../core/crypto/sealed-text.ts';
import type { Db } from '../../core/db/types.ts';
import type { Draft } from './suggesting/suggest.rules.ts';
import { deleteOtherSuggestions, insertSuggestions, listShown } from './wingman.store.ts';

export const BECAUSE_LABEL = 'wingman_because';

/** So many of a match's suggestions are remembered, so that none is shown twice. */
const REMEMBERED = 60;

/** What was suggested for a match, encrypted, so that nothing is shown twice. */
export function createSuggestionMemory({ db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>) {
  async function listTexts(owner: { userId: string; matchId: string }): Promise<string[]> {
    const rows = await listShown(db, owner, REMEMBERED);
    const sealed = rows.map(({ text }) => ({ owner: `user:${owner.userId}` as const, sealed: text }));
    return (await vault.openMany(db, sealed)).filter((text) => text !== null);
  }

  async function add(owner: { userId: string; matchId: string }, drafts: readonly Draft[]): Promise<Suggestion[]> {
    const createdAt = clock.now();
    const rows = await db.transaction(async (tx: Db) => {
      const texts = await vault.sealMany(
        tx,
        `user:${owner.userId}`,
        drafts.map(({ text }) => text),
      );
      const reasons: SealedText[] = [];
      for (const { because } of drafts) {
        reasons.push(await sealText(vault, tx, `user:${owner.userId}`, because, BECAUSE_LABEL));
      }
      const kept = await listShown(tx, owner, REMEMBERED - drafts.length);
      const added = await insertSuggestions(
        tx,
        drafts.map(({ kind }, n) => ({
          ...{ ...owner, kind, because: reasons[n] as SealedText, text: texts[n] as Buffer, createdAt },
        })),
      );
      if (added.length > 0) {
        const ids = [...kept, ...added].map(({ id }) => id);
        await deleteOtherSuggestions(tx, owner, ids);
      }
      return added;
    });
    return rows.map(({ id, kind }, n) => ({
      ...{ id, kind, because: drafts[n]?.because ?? '', text: drafts[n]?.text ?? '' },
    }));
  }

  return { listTexts, add };
}
