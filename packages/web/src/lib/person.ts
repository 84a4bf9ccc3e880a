import type { Intent, PublicProfile } from '@soulsight/contract/profile';

/** The first name once the reveal shows it, the alias before. */
export function personName(person: Pick<PublicProfile, 'alias' | 'first_name'>): string {
  return person.first_name ?? person.alias;
}

const DISTANCE_LABELS: Record<NonNullable<PublicProfile['distance_band']>, string> = {
  very_near: 'very near you',
  same_area: 'in your area',
  within_100_km: 'within 100 km',
  farther: 'farther away',
};

const INTENT_LABELS: Record<Intent, string> = {
  long_term: 'wants a lasting relationship',
  open_to_long_term: 'open to something lasting',
  figuring_out: 'still figuring it out',
  friendship: 'looking for friends',
};

/** Age, distance and intent in a few words, as far as the reveal stage shows them. */
export function personFacts(person: PublicProfile): string[] {
  const age = person.age === undefined ? `${person.age_band.replace('-', ' to ')}` : `${person.age}`;
  const place = person.place_name ?? (person.distance_band && DISTANCE_LABELS[person.distance_band]);
  return [age, place, person.intent && INTENT_LABELS[person.intent]].filter((fact): fact is string => Boolean(fact));
}
