import { BadgeCheck } from 'lucide-react';
import { Badge } from './badge.tsx';

const MEANING = 'Photos checked with a selfie';

export interface PhotosCheckedProps {
  person: { photos_checked: boolean };
  /** Only the icon, where there is little room. */
  compact?: boolean;
}

/** Says that a moderator compared somebody's photos with a selfie. Renders nothing for others. */
export function PhotosChecked({ person, compact }: PhotosCheckedProps) {
  if (!person.photos_checked) return null;
  if (compact) return <BadgeCheck role="img" aria-label={MEANING} className="size-4 shrink-0 text-good" />;
  return (
    <Badge tone="good" icon={<BadgeCheck aria-hidden className="size-3.5" />}>
      {MEANING}
    </Badge>
  );
}
