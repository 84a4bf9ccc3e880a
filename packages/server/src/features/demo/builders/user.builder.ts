import { TERMS_VERSION } from '@soulsight/contract/limits';
import type { MatchPreferences, MeUpdate } from '@soulsight/contract/profile';
import type { Features } from '../../../app/composition.ts';
import { type AccountOptions, type BuiltAccount, buildAccount } from '../../auth/auth.builders.ts';

export interface UserOptions extends Omit<AccountOptions, 'metadata'> {
  firstName?: string;
  /** YYYY-MM-DD. */
  birthDate?: string;
  /** Consent to behavioural analysis; true by default. */
  analysis?: boolean;
  /** IANA time zone. */
  timezone?: string;
  /** Overrides of the default profile: a woman in Berlin, open to anyone anywhere. */
  profile?: MeUpdate;
  /** Stops after sign-up and leaves the profile empty. */
  bare?: boolean;
}

export interface BuiltUser extends BuiltAccount {
  firstName: string;
}

/** Wishes that everybody fits. */
export const ANYONE: MatchPreferences = {
  genders: ['woman', 'man', 'nonbinary'],
  age_range: { min: 18, max: 99 },
  max_distance_km: null,
  intents: ['long_term', 'open_to_long_term', 'figuring_out', 'friendship'],
};
const DEFAULT_PROFILE: MeUpdate = {
  gender: 'woman',
  intent: 'open_to_long_term',
  place: { name: 'Berlin, Germany', lat: 52.52, lon: 13.41 },
  wishes: ANYONE,
  prompts: [
    { key: 'sunday', answer: 'Bread, rain, and nobody in a hurry.' },
    { key: 'laugh', answer: 'when a plan fails beautifully.' },
    { key: 'home', answer: 'a table with one chair too many.' },
  ],
};

/** A user who signed up, verified their email and filled in their profile; for tests and the demo population. */
export async function buildUser(
  { auth, profile: profiles }: Pick<Features, 'auth' | 'profile'>,
  {
    firstName = 'Robin',
    birthDate = '1993-04-12',
    analysis = true,
    timezone,
    profile,
    bare,
    ...account
  }: UserOptions = {},
): Promise<BuiltUser> {
  const metadata = {
    first_name: firstName,
    birth_date: birthDate,
    terms_version: TERMS_VERSION,
    behavioural_analysis: analysis,
    ...(timezone ? { timezone } : {}),
  };
  const built = await buildAccount(auth, { ...account, metadata });
  if (!bare) await profiles.update(built.id, { ...DEFAULT_PROFILE, ...profile });
  return { ...built, firstName };
}

/** Two users with a mutual match. */
export async function buildPair(
  features: Pick<Features, 'auth' | 'profile' | 'match'>,
  options: { one?: UserOptions; other?: UserOptions } = {},
): Promise<{ one: BuiltUser; other: BuiltUser; matchId: string }> {
  const one = await buildUser(features, options.one);
  const other = await buildUser(features, options.other);
  return { one, other, matchId: await matchUsers(features, one.id, other.id) };
}

/** Both say yes. Returns the id of the match. */
export async function matchUsers({ match }: Pick<Features, 'match'>, one: string, other: string): Promise<string> {
  const { id } = await match.introduce(one, other);
  await match.accept(one, id);
  await match.introduce(other, one);
  await match.accept(other, id);
  return id;
}
