import type { PublicProfile } from '@soulsight/contract/user';
import { personName } from '../../lib/person.ts';
import { usePhoto } from '../../lib/photos/use-photo.ts';
import { Aura } from './aura.tsx';

export interface PersonAuraProps {
  person: PublicProfile;
  /** Pixels across; without it the picture takes the width that its class gives. */
  size?: number;
  /** 0 to 1, how far the way to the next stage is gone. */
  progress?: number;
  /** The name is read aloud; leave it out where it stands beside. */
  labelled?: boolean;
  still?: boolean;
  className?: string;
}

/** A person as far as the reveal goes: their aura, and in its pupil the photo once a stage shows one. */
export function PersonAura({ person, labelled, ...rest }: PersonAuraProps) {
  const photo = usePhoto(person.photos?.[0], person.stage);
  const label = labelled ? personName(person) : '';
  return <Aura aura={person.aura} stage={person.stage} photo={photo} label={label} {...rest} />;
}
