import { AppError } from '@soulsight/contract/errors';
import type { DistanceBand, PublicProfile } from '@soulsight/contract/profile';
import { isFieldVisible } from '@soulsight/contract/reveal-stages';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import { toDistanceBand } from './places/place.rules.ts';
import type { ProfileDeps } from './profile.deps.ts';
import { EMPTY_PROFILE_TEXT, presentPublicProfile, toShownAgeBand } from './profile.presenter.ts';
import { findDistanceKm, listProfiles, listShown } from './profile.store.ts';

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

type Deps = Pick<ProfileDeps, 'profileText' | 'photos' | 'bgp'>;

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
    const rows = new Map((await listShown(handle, viewerId, ids)).map((row) => [row.profile.userId, row]));
    const named = others.flatMap(({ id, stage }) => (opensText(stage) ? (rows.get(id)?.profile ?? []) : []));
    const texts = await profileText.open(handle, named);
    const seeds = new Map([...rows].map(([id, { profile }]) => [id, profile.auraSeed]));
    const auras = await deps.bgp.auras(seeds, handle);
    const photos = await deps.photos.listVisible(viewerId, others, handle);
    const now = clock.now();
    for (const { id, stage } of others) {
      const [shown, aura] = [rows.get(id), auras.get(id)];
      if (!shown || !aura) continue;
      const { profile: row, isDemo, photosChecked, ageBand, distanceBand: distance } = shown;
      const bands = { age: ageBand ?? toShownAgeBand(undefined, row, now), distance };
      const text = texts.get(id) ?? EMPTY_PROFILE_TEXT;
      const visible = { profileText: text, photos: photos.get(id), photosChecked };
      found.set(id, presentPublicProfile({ row, bands, stage, aura, isDemo, ...visible, now }));
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
  return (['first_name', 'prompts', 'interests', 'work', 'place_name'] as const).some((field) =>
    isFieldVisible(field, stage),
  );
}
