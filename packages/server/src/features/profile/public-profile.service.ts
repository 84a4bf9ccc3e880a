import { AppError } from '@soulsight/contract/errors';
import { isFieldVisible } from '@soulsight/contract/reveal-stages';
import type { DistanceBand, PublicProfile } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import { toDistanceBand } from './places/place.rules.ts';
import type { ProfileDeps } from './profile.deps.ts';
import { EMPTY_PROFILE_TEXT, presentPublicProfile, toShownAgeBand } from './profile.presenter.ts';
import { findDistanceKm, listAccounts, listProfiles } from './profile.store.ts';

type Bands = { age: string; distance: DistanceBand | null };

/** A user and the reveal stage that the viewer has reached with them, by its number. */
export type UserAtStage = { id: string; stage: number };

export interface PublicProfileService {
  /** Another user as the viewer may see them: what the stage hides is absent. @throws not_found */
  getPublicProfile(viewerId: string, otherId: string, stage: number, db?: Db): Promise<PublicProfile>;
  /** Several users at once; deleted users are absent from the result. */
  getPublicProfiles(viewerId: string, others: readonly UserAtStage[], db?: Db): Promise<Map<string, PublicProfile>>;
  /** What a user is shown of another's age and distance when they are introduced; from then on it is fixed. @throws not_found */
  measureBands(viewerId: string, otherId: string, db?: Db): Promise<Bands>;
  /** The first name if the stage opens it, else the alias. @throws not_found */
  getDisplayName(userId: string, stage: number, db?: Db): Promise<string>;
  /** Several users' names at once, by user id; deleted users are absent from the result. */
  getDisplayNames(others: readonly UserAtStage[], db?: Db): Promise<Map<string, string>>;
}

type Deps = Pick<ProfileDeps, 'profileText' | 'photos' | 'bgp' | 'pairs' | 'trust'>;

/** Shows users to each other. */
export function createPublicProfileService(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  deps: Deps,
): PublicProfileService {
  const { profileText } = deps;

  async function getPublicProfiles(viewerId: string, others: readonly UserAtStage[], handle: Db = db) {
    const found = new Map<string, PublicProfile>();
    if (others.length === 0) return found;
    const ids = others.map(({ id }) => id);
    const rows = new Map((await listProfiles(handle, ids)).map((row) => [row.userId, row]));
    const bands = await deps.pairs.listBands(handle, viewerId, ids);
    const accounts = new Map((await listAccounts(handle, ids)).map((account) => [account.id, account]));
    const named = others.flatMap(({ id, stage }) => (opensText(stage) ? (rows.get(id) ?? []) : []));
    const texts = await profileText.open(handle, named);
    const auras = await deps.bgp.auras(ids, handle);
    const photos = await deps.photos.listVisible(viewerId, others, handle);
    const checked = await deps.trust.listPhotoVerified(ids, handle);
    for (const { id, stage } of others) {
      const [row, account, aura] = [rows.get(id), accounts.get(id), auras.get(id)];
      if (!row || !account || !aura) continue;
      const shown = {
        profileText: texts.get(id) ?? EMPTY_PROFILE_TEXT,
        photos: photos.get(id),
        photosChecked: checked.has(id),
      };
      const now = clock.now();
      const { age, distance } = bands.get(id) ?? { age: null, distance: null };
      const introduced = { age: age ?? toShownAgeBand(undefined, row, now), distance };
      found.set(
        id,
        presentPublicProfile({ row, bands: introduced, stage, aura, isDemo: account.isDemo, ...shown, now }),
      );
    }
    return found;
  }

  async function getPublicProfile(viewerId: string, otherId: string, stage: number, handle: Db = db) {
    const found = (await getPublicProfiles(viewerId, [{ id: otherId, stage }], handle)).get(otherId);
    if (!found) throw new AppError('not_found');
    return found;
  }

  async function getDisplayName(userId: string, stage: number, handle: Db = db): Promise<string> {
    const name = (await getDisplayNames([{ id: userId, stage }], handle)).get(userId);
    if (name === undefined) throw new AppError('not_found');
    return name;
  }

  async function getDisplayNames(others: readonly UserAtStage[], handle: Db = db): Promise<Map<string, string>> {
    const rows = await listProfiles(
      handle,
      others.map(({ id }) => id),
    );
    const named = new Set(others.flatMap(({ id, stage }) => (isFieldVisible('first_name', stage) ? id : [])));
    const texts = await profileText.open(
      handle,
      rows.filter(({ userId }) => named.has(userId)),
    );
    return new Map(rows.map(({ userId, alias }) => [userId, texts.get(userId)?.firstName ?? alias]));
  }

  async function measure(viewerId: string, otherId: string, handle: Db = db): Promise<Bands> {
    const rows = await listProfiles(handle, [viewerId, otherId]);
    const other = rows.find(({ userId }) => userId === otherId);
    if (!other) throw new AppError('not_found');
    const viewer = rows.find(({ userId }) => userId === viewerId);
    const km = await findDistanceKm(handle, viewerId, otherId);
    return {
      age: toShownAgeBand(viewer, other, clock.now()),
      distance: km === null ? null : toDistanceBand(km),
    };
  }

  return { getPublicProfile, getPublicProfiles, measureBands: measure, getDisplayName, getDisplayNames };
}

/** Whether a stage opens any encrypted field; otherwise nothing is decrypted. */
function opensText(stage: number): boolean {
  return (['first_name', 'prompts', 'interests', 'work'] as const).some((field) => isFieldVisible(field, stage));
}
