import type { Gender, Intent, MeUpdate } from '@soulsight/contract/profile';
import type { Features } from '../../../app/composition.ts';
import type { AccountOptions } from '../../auth/auth.builders.ts';
import { type BuiltUser, buildUser } from './user.builder.ts';

export interface DaterOptions extends Omit<AccountOptions, 'metadata'> {
  name?: string;
  gender?: Gender;
  wants?: Gender[];
  intent?: Intent;
  /** Additions to, or overrides of, the default profile. */
  profile?: Partial<MeUpdate>;
}
export interface BuiltDater extends BuiltUser {
  name: string;
}

let built = 0;

/** A verified, onboarded user with ordinary preferences; by default a woman who looks for men within 100 km. */
export async function buildDater(
  features: Pick<Features, 'auth' | 'profile'>,
  { name = `User ${++built}`, gender = 'woman', wants, intent = 'long_term', profile, ...account }: DaterOptions = {},
): Promise<BuiltDater> {
  const user = await buildUser(features, {
    ...account,
    firstName: name,
    birthDate: '1994-06-15',
    profile: {
      gender,
      intent,
      wishes: {
        genders: wants ?? [gender === 'woman' ? 'man' : 'woman'],
        age_range: { min: 18, max: 99 },
        max_distance_km: 100,
        intents: ['long_term', 'open_to_long_term', 'figuring_out'],
      },
      prompts: [
        { key: 'sunday', answer: `${name} sleeps long and bakes bread.` },
        { key: 'learn', answer: 'The cello.' },
        { key: 'laugh', answer: 'My sister tells the same joke again.' },
      ],
      ...profile,
    },
  });
  return { ...user, name };
}

/** Makes a mutual match through the match service: `one` searches and accepts, then `other` does. @returns the match id */
export async function buildMutualMatch(
  { match }: Pick<Features, 'match'>,
  one: { id: string },
  other: { id: string },
): Promise<string> {
  const found = await match.find(one.id);
  if (found.person.id !== other.id) throw new Error('These users are not each other’s best match: build fewer users.');
  await match.accept(one.id, found.id);
  await match.find(other.id);
  const { mutual_match } = await match.accept(other.id, found.id);
  if (!mutual_match) throw new Error('The match did not become mutual.');
  return found.id;
}
