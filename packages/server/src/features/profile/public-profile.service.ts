import type { Aura } from '@soulsight/contract/aura';
import { AppError } from '@soulsight/contract/errors';
import type { Person } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { PhotosService } from './photos/photos.service.ts';
import { EMPTY_WORDS, presentPerson } from './profile.presenter.ts';
import { findProfile, listAccounts, listProfiles } from './profile.store.ts';
import type { WordsVault } from './profile-text.ts';

export interface PeopleOfOthers {
  /** THE presenter of another person: what the stage hides is absent. @throws not_found */
  person(viewerId: string, otherId: string, stage: number, db?: Db): Promise<Person>;
  /** Several people at once, each at their stage; someone who is gone is absent. */
  people(viewerId: string, others: readonly { id: string; stage: number }[], db?: Db): Promise<Map<string, Person>>;
  /** The first name from stage 1 on, else the alias. */
  nameFor(viewerId: string, otherId: string, stage: number, db?: Db): Promise<string>;
  /** First names, for moderators; the alias where there is none. */
  realNames(userIds: readonly string[]): Promise<Map<string, string>>;
}

/** How people are shown to others. */
export function createPeopleOfOthers(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  ports: {
    words: WordsVault;
    auras(userIds: readonly string[], db: Db): Promise<Map<string, Aura>>;
    photos: Pick<PhotosService, 'shown'>;
  },
): PeopleOfOthers {
  const { words } = ports;

  async function people(viewerId: string, others: readonly { id: string; stage: number }[], handle: Db = db) {
    const found = new Map<string, Person>();
    if (others.length === 0) return found;
    const ids = others.map(({ id }) => id);
    const rows = await listProfiles(handle, [viewerId, ...ids]);
    const [accounts, opened, auras, photos] = [
      await listAccounts(handle, ids),
      await words.open(
        handle,
        rows.filter((row) => others.some(({ id, stage }) => id === row.userId && stage > 0)),
      ),
      await ports.auras(ids, handle),
      await ports.photos.shown(viewerId, others, handle),
    ];
    const viewer = rows.find((row) => row.userId === viewerId);
    for (const { id, stage } of others) {
      const row = rows.find((candidate) => candidate.userId === id);
      const account = accounts.find((candidate) => candidate.id === id);
      const aura = auras.get(id);
      if (!row || !account || !aura) continue;
      const shown = { words: opened.get(id) ?? EMPTY_WORDS, photos: photos.get(id) };
      found.set(id, presentPerson({ row, viewer, stage, aura, isDemo: account.isDemo, ...shown, now: clock.now() }));
    }
    return found;
  }

  async function person(viewerId: string, otherId: string, stage: number, handle: Db = db): Promise<Person> {
    const found = (await people(viewerId, [{ id: otherId, stage }], handle)).get(otherId);
    if (!found) throw new AppError('not_found');
    return found;
  }

  async function nameFor(_viewerId: string, otherId: string, stage: number, handle: Db = db): Promise<string> {
    const row = await findProfile(handle, otherId);
    if (!row) throw new AppError('not_found');
    if (stage < 1) return row.alias;
    return (await words.open(handle, [row])).get(otherId)?.firstName ?? row.alias;
  }

  async function realNames(userIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await listProfiles(db, userIds);
    const opened = await words.open(db, rows);
    return new Map(rows.map(({ userId, alias }) => [userId, opened.get(userId)?.firstName ?? alias]));
  }

  return { person, people, nameFor, realNames };
}
