import type { PublicProfile } from '@soulsight/contract/profile';
import { personName } from '../../lib/person.ts';
import { usePhoto } from '../../lib/photos/use-photo.ts';
import { Aura } from './aura.tsx';

export interface PersonAuraProps {
  person: PublicProfile;
  /** Pixels across; without it the width comes from the class. */
  size?: number;
  /** Progress to the next stage, 0 to 1. */
  progress?: number;
  /** Adds the name for screen readers; leave it out when the name is shown beside it. */
  labelled?: boolean;
  still?: boolean;
  className?: string;
}

/** A user as far as they are revealed: the aura, with the photo in its pupil once a stage shows one. */
export function PersonAura({ person, labelled, ...rest }: PersonAuraProps) {
  const photo = usePhoto(person.photos?.[0], person.stage);
  const label = labelled ? personName(person) : '';
  return <Aura aura={person.aura} stage={person.stage} photo={photo} label={label} {...rest} />;
}
