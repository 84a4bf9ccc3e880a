import type { Aura } from '@soulsight/contract/aura';
import { AppError } from '@soulsight/contract/errors';
import type { PublicProfile } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { PhotosService } from './photos/photos.service.ts';
import { EMPTY_PROFILE_TEXT, presentPublicProfile } from './profile.presenter.ts';
import { findProfile, listAccounts, listProfiles } from './profile.store.ts';
import type { ProfileTextVault } from './profile-text.ts';

export interface PublicProfileService {
  /** THE presenter of another person: what the stage hides is absent. @throws not_found */
  getPublicProfile(viewerId: string, otherId: string, stage: number, db?: Db): Promise<PublicProfile>;
  /** Several people at once, each at their stage; someone who is gone is absent. */
  getPublicProfiles(
    viewerId: string,
    others: readonly { id: string; stage: number }[],
    db?: Db,
  ): Promise<Map<string, PublicProfile>>;
  /** The first name from stage 1 on, else the alias. */
  getDisplayName(viewerId: string, otherId: string, stage: number, db?: Db): Promise<string>;
  /** First names, for moderators; the alias where there is none. */
  realNames(userIds: readonly string[]): Promise<Map<string, string>>;
}

/** How people are shown to others. */
export function createPublicProfileService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  ports: {
    profileText: ProfileTextVault;
    auras(userIds: readonly string[], db: Db): Promise<Map<string, Aura>>;
    photos: Pick<PhotosService, 'listVisible'>;
  },
): PublicProfileService {
  const { profileText } = ports;

  async function getPublicProfiles(
    viewerId: string,
    others: readonly { id: string; stage: number }[],
    handle: Db = db,
  ) {
    const found = new Map<string, PublicProfile>();
    if (others.length === 0) return found;
    const ids = others.map(({ id }) => id);
    const rows = await listProfiles(handle, [viewerId, ...ids]);
    const [accounts, opened, auras, photos] = [
      await listAccounts(handle, ids),
      await profileText.open(
        handle,
        rows.filter((row) => others.some(({ id, stage }) => id === row.userId && stage > 0)),
      ),
      await ports.auras(ids, handle),
      await ports.photos.listVisible(viewerId, others, handle),
    ];
    const viewer = rows.find((row) => row.userId === viewerId);
    for (const { id, stage } of others) {
      const row = rows.find((candidate) => candidate.userId === id);
      const account = accounts.find((candidate) => candidate.id === id);
      const aura = auras.get(id);
      if (!row || !account || !aura) continue;
      const shown = { profileText: opened.get(id) ?? EMPTY_PROFILE_TEXT, photos: photos.get(id) };
      found.set(
        id,
        presentPublicProfile({ row, viewer, stage, aura, isDemo: account.isDemo, ...shown, now: clock.now() }),
      );
    }
    return found;
  }

  async function getPublicProfile(
    viewerId: string,
    otherId: string,
    stage: number,
    handle: Db = db,
  ): Promise<PublicProfile> {
    const found = (await getPublicProfiles(viewerId, [{ id: otherId, stage }], handle)).get(otherId);
    if (!found) throw new AppError('not_found');
    return found;
  }

  async function getDisplayName(_viewerId: string, otherId: string, stage: number, handle: Db = db): Promise<string> {
    const row = await findProfile(handle, otherId);
    if (!row) throw new AppError('not_found');
    if (stage < 1) return row.alias;
    return (await profileText.open(handle, [row])).get(otherId)?.firstName ?? row.alias;
  }

  async function realNames(userIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await listProfiles(db, userIds);
    const opened = await profileText.open(db, rows);
    return new Map(rows.map(({ userId, alias }) => [userId, opened.get(userId)?.firstName ?? alias]));
  }

  return { getPublicProfile, getPublicProfiles, getDisplayName, realNames };
}
