import { cx } from 'class-variance-authority';
import { useState } from 'react';

/** What stands in for a picture that is missing or broken. */
const PLACEHOLDER_AVATAR = '/placeholder-avatar.svg';

export interface AvatarProps {
  /** The photo; the placeholder is shown without one or when it fails. */
  src?: string | null | undefined;
  /** Who it is, read aloud; empty where the name stands beside it. */
  alt: string;
  /** Pixels across. */
  size?: number;
  className?: string;
}

/** A photo in a circle. Where a person has not revealed themselves, use `Aura` instead. */
export function Avatar({ src, alt, size = 44, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const shown = src && failed !== src ? src : PLACEHOLDER_AVATAR;
  return (
    <img
      src={shown}
      alt={alt}
      width={size}
      height={size}
      onError={() => setFailed(src ?? null)}
      className={cx('shrink-0 rounded-full bg-raised object-cover', className)}
      style={{ width: size, height: size }}
    />
  );
}
