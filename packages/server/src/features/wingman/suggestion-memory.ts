import type { Suggestion } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import { type SealedText, sealText } from '../../core/crypto/sealed-text.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { BasisCheck } from './basis.ts';
import type { Written } from './model/written.ts';
import type { Draft } from './suggesting/suggest.rules.ts';
import { deleteOtherSuggestions, insertSuggestions, listShown, lockSuggestions } from './wingman.store.ts';

export const BECAUSE_LABEL = 'wingman_because';

/** How many of a match's suggestions are remembered, so that none is shown twice. */
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
  async function list(owner: Owner, handle: Db = db): Promise<ShownLines> {
    const rows = await listShown(handle, owner, REMEMBERED);
    const sealed = rows.map(({ text }) => ({ owner: `user:${owner.userId}` as const, sealed: text }));
    const texts = await vault.openMany(handle, sealed);
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
    if (drafts.every(({ text }) => shown.has(text))) return withIds(drafts, shown);
    return db.transaction(async (tx) => {
      // Another window of the user may ask at the same moment, and store the same lines.
      await lockSuggestions(tx, owner);
      if (!(await isCurrent(tx, basis))) return null;
      const stored = await list(owner, tx);
      const fresh = drafts.filter(({ text }) => !stored.has(text));
      const repeated = drafts.flatMap(({ text }) => stored.get(text)?.id ?? []);
      const added = await insert(tx, { ...owner, requestId: requestId ?? null }, fresh);
      const newest = [...stored.values()].slice(0, REMEMBERED - fresh.length).map(({ id }) => id);
      await deleteOtherSuggestions(tx, owner, [...newest, ...added.map(({ id }) => id), ...repeated]);
      return withIds(drafts, new Map([...stored, ...added.map((row, n) => [fresh[n]?.text ?? '', row] as const)]));
    });
  }

  async function insert(tx: Tx, owner: Owner & { requestId: string | null }, drafts: readonly Draft[]) {
    const createdAt = clock.now();
    const texts = await vault.sealMany(
      tx,
      `user:${owner.userId}`,
      drafts.map(({ text }) => text),
    );
    const reasons: SealedText[] = [];
    for (const { because } of drafts) {
      reasons.push(await sealText(vault, tx, `user:${owner.userId}`, because, BECAUSE_LABEL));
    }
    return insertSuggestions(
      tx,
      drafts.map(({ kind }, n) => ({
        ...{ ...owner, kind, because: reasons[n] as SealedText, text: texts[n] as Buffer, createdAt },
      })),
    );
  }

  return { list, add };
}

function withIds(drafts: readonly Draft[], stored: ReadonlyMap<string, { id: string }>): Suggestion[] {
  return drafts.flatMap(({ kind, text, because }) => {
    const id = stored.get(text)?.id;
    return id ? [{ id, kind, text, because }] : [];
  });
}
