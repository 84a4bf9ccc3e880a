import { cx } from 'class-variance-authority';
import { useState } from 'react';

/** Replaces a picture that is missing or broken. */
const PLACEHOLDER_AVATAR = '/placeholder-avatar.svg';

export interface AvatarProps {
  /** Without a photo, or when it fails to load, the placeholder is shown. */
  src?: string | null | undefined;
  /** The name for screen readers; empty when the name is shown beside it. */
  alt: string;
  /** Pixels across. */
  size?: number;
  className?: string;
}

/** A photo in a circle. For users who are not revealed, use `Aura`. */
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
