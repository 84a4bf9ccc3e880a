import type { Core } from '../../core/core.ts';
import { openTexts } from '../../core/crypto/sealed-text.ts';
import { listAllModelCalls, type ModelCallRow } from './model/model-calls.store.ts';
import type { Written } from './model/written.ts';
import { BECAUSE_LABEL } from './suggestion-memory.ts';
import { listSuggestions } from './wingman.store.ts';

/** What the data export has of the wingman. */
export function createWingmanArchive({ db, vault }: Pick<Core, 'db' | 'vault'>) {
  /** All stored suggestions of the user, and what was sent to the language model, decrypted, for their data export. */
  async function archive(userId: string): Promise<object[]> {
    const rows = await listSuggestions(db, userId);
    const owner = `user:${userId}` as const;
    const texts = await vault.openMany(
      db,
      rows.map(({ text }) => ({ owner, sealed: text })),
    );
    const reasons = await openTexts(
      vault,
      db,
      rows.map(({ because }) => ({ owner, stored: because, context: BECAUSE_LABEL })),
    );
    const suggested = rows.map(({ kind, usedAt, createdAt }, n) => ({
      kind,
      text: texts[n],
      because: reasons[n],
      used_at: usedAt,
      at: createdAt,
    }));
    const calls = await listAllModelCalls(db, userId);
    const sentTexts = await vault.openMany(
      db,
      calls.map(({ sent }) => ({ owner, sealed: sent })),
    );
    const written = await listWritten(userId, calls);
    const sent = calls.map(({ createdAt, status }, n) => ({
      ...{ at: createdAt, status, sent_to_model: sentTexts[n], written_by_model: written[n] },
    }));
    return [...suggested, ...sent];
  }

  /** What the model wrote in each of these calls; null if it wrote nothing. */
  function listWritten(userId: string, calls: readonly Pick<ModelCallRow, 'written'>[]) {
    return Promise.all(
      calls.map(async ({ written }) =>
        written === null ? null : (await vault.openJson<Written>(db, `user:${userId}`, written)).drafts,
      ),
    );
  }

  return archive;
}
