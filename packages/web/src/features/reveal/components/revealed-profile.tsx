import { PROMPTS, type PublicProfile, type SeenPhoto } from '@soulsight/contract/profile';
import { revealStage } from '@soulsight/contract/reveal-stages';
import { personFacts, personName } from '../../../lib/person.ts';
import { usePhoto } from '../../../lib/photos/use-photo.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PhotosChecked } from '../../../ui/photos-checked.tsx';

type Revealed = Pick<PublicProfile, 'alias' | 'first_name' | 'stage' | 'prompts' | 'photos' | 'interests' | 'work'>;

/** The parts of the match's profile that the current stage shows. */
export function RevealedProfile({ person }: { person: Revealed }) {
  const photos = revealStage(person.stage).allPhotos ? (person.photos ?? []) : [];
  return (
    <div className="@container flex flex-col gap-8">
      {person.prompts && person.prompts.length > 0 && (
        <section
          className="grid gap-4 @lg:grid-cols-2 @3xl:grid-cols-3"
          aria-label={`${personName(person)} in their own words`}
        >
          {person.prompts.map((prompt) => (
            <blockquote
              key={prompt.key}
              className="flex flex-col gap-2 rounded-lg bg-surface p-6 ring-1 ring-inset ring-line"
            >
              <p className="text-xs text-ink-faint">{PROMPTS[prompt.key]}</p>
              <p className="display text-xl">{prompt.answer}</p>
            </blockquote>
          ))}
        </section>
      )}
      <About person={person} />
      {photos.length > 1 && (
        <ul aria-label={`Photos of ${personName(person)}`} className="grid grid-cols-2 gap-3 @lg:grid-cols-3">
          {photos.slice(1).map((photo, i) => (
            <li key={photo.id}>
              <RevealedPhoto photo={photo} stage={person.stage} alt={`${personName(person)}, photo ${i + 2}`} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function About({ person }: { person: Revealed }) {
  const interests = person.interests ?? [];
  if (!person.work && interests.length === 0) return null;
  return (
    <section aria-label={`About ${personName(person)}`} className="flex flex-wrap items-center gap-2">
      {person.work && <Badge tone="mist">{person.work}</Badge>}
      {interests.map((interest) => (
        <Badge key={interest}>{interest}</Badge>
      ))}
    </section>
  );
}

function RevealedPhoto({ photo, stage, alt }: { photo: SeenPhoto; stage: number; alt: string }) {
  const address = usePhoto(photo, stage);
  if (!address) return <div className="skeleton aspect-[4/5] w-full rounded-lg" />;
  return <img src={address} alt={alt} className="aspect-[4/5] w-full animate-fade rounded-lg object-cover" />;
}

export function RevealedName({ person }: { person: PublicProfile }) {
  return (
    <header className="flex flex-col items-center gap-1.5 text-center lg:items-start lg:text-left">
      <h1 className="display text-4xl">{personName(person)}</h1>
      <p className="text-ink-soft">{personFacts(person).join(' · ')}</p>
      <PhotosChecked person={person} />
    </header>
  );
}
