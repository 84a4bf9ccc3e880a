import type { LikeAmount } from '@soulsight/contract/match';
import { ChevronRight, Heart } from 'lucide-react';
import { PATHS } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { MATCH_COPY } from '../match.copy.ts';

/** Leads from the suggestions to the people who let the user know of a like. */
export function LikesLink({ amount }: { amount: LikeAmount }) {
  const isNone = amount === 'none';
  return (
    <Link
      to={PATHS.likes}
      className="mx-auto -mb-11 flex min-h-11 w-fit items-center gap-2.5 rounded-full bg-accent-soft px-5 text-sm font-medium text-accent-text transition hover:brightness-110 md:-mb-8"
    >
      <Heart aria-hidden className="size-4" fill={isNone ? 'none' : 'currentColor'} />
      {isNone ? MATCH_COPY.likes.link : MATCH_COPY.likes.amounts[amount]}
      <ChevronRight aria-hidden className="size-4" />
    </Link>
  );
}
