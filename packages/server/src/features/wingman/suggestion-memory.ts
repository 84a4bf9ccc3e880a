import type { Suggestion } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import { type SealedText, sealText } from '../../core/crypto/sealed-text.ts';
import type { Basis, BasisCheck } from './basis.ts';
import type { Written } from './model/written.ts';
import type { Draft } from './suggesting/suggest.rules.ts';
import { deleteOtherSuggestions, insertSuggestions, listShown } from './wingman.store.ts';

export const BECAUSE_LABEL = 'wingman_because';

/** So many of a match's suggestions are remembered, so that none is shown twice. */
const REMEMBERED = 60;

type Owner = { userId: string; matchId: string };
/** By the text of the line. */
export type ShownLines = ReadonlyMap<string, { id: string; createdAt: Date; requestId: string | null }>;

/** What was suggested for a match, encrypted, so that nothing is shown twice. */
export function createSuggestionMemory(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { isCurrent }: { isCurrent: BasisCheck },
) {
  /** What was shown before, by text. */
  async function list(owner: Owner): Promise<ShownLines> {
    const rows = await listShown(db, owner, REMEMBERED);
    const sealed = rows.map(({ text }) => ({ owner: `user:${owner.userId}` as const, sealed: text }));
    const texts = await vault.openMany(db, sealed);
    return new Map(
      rows.flatMap(({ id, createdAt, requestId }, n) =>
        texts[n] == null ? [] : [[texts[n], { id, createdAt, requestId }]],
      ),
    );
  }

  /**
   * Stores the drafts that were not shown before; the others keep their ids. Null where what they were made from was erased
   * meanwhile: then nothing is stored.
   */
  async function add(
    { requestId, ...owner }: Owner & { requestId: string | undefined },
    { drafts, basis }: Written,
    shown: ShownLines,
  ): Promise<Suggestion[] | null> {
    const fresh = drafts.filter(({ text }) => !shown.has(text));
    const repeated = drafts.flatMap(({ text }) => shown.get(text)?.id ?? []);
    const by = { ...owner, requestId: requestId ?? null };
    const added = fresh.length > 0 ? await insert(by, fresh, repeated, basis) : [];
    if (added === null) return null;
    const ids = new Map(fresh.map(({ text }, n) => [text, added[n]?.id]));
    return drafts.flatMap(({ kind, text, because }) => {
      const id = ids.get(text) ?? shown.get(text)?.id;
      return id ? [{ id, kind, text, because }] : [];
    });
  }

  /** @param kept ids of suggestions that are shown again */
  async function insert(
    owner: Owner & { requestId: string | null },
    drafts: readonly Draft[],
    kept: readonly string[],
    basis: Basis,
  ) {
    const createdAt = clock.now();
    return db.transaction(async (tx) => {
      if (!(await isCurrent(tx, basis))) return null;
      const texts = await vault.sealMany(
        tx,
        `user:${owner.userId}`,
        drafts.map(({ text }) => text),
      );
      const reasons: SealedText[] = [];
      for (const { because } of drafts) {
        reasons.push(await sealText(vault, tx, `user:${owner.userId}`, because, BECAUSE_LABEL));
      }
      const newest = await listShown(tx, owner, REMEMBERED - drafts.length);
      const added = await insertSuggestions(
        tx,
        drafts.map(({ kind }, n) => ({
          ...{ ...owner, kind, because: reasons[n] as SealedText, text: texts[n] as Buffer, createdAt },
        })),
      );
      await deleteOtherSuggestions(tx, owner, [...[...newest, ...added].map(({ id }) => id), ...kept]);
      return added;
    });
  }

  return { list, add };
}
