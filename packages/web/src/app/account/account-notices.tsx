import type { Me } from '@soulsight/contract/profile';
import { Suspense } from 'react';
import { PATHS } from '../../lib/paths.ts';
import { useSessionContext } from '../../lib/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ComeBack = lazyPart(() => import('../../features/profile/components/come-back.tsx'), 'ComeBack', ErrorState);
const LockedAccount = lazyPart(
  () => import('../../features/safety/components/locked-account.tsx'),
  'LockedAccount',
  ErrorState,
);

/** Pages that a locked user still needs: their settings, their data, and the notifications about the decision. */
const OPEN_WHILE_LOCKED: readonly string[] = [PATHS.settings, PATHS.notifications];

/** What a user sees instead of a page while their account is being deleted or is locked; null otherwise. */
export function AccountNotice({ me }: { me: Me | undefined }) {
  return <Suspense>{me?.deletion_at ? <ComeBack me={me} deletionAt={me.deletion_at} /> : <LockedNotice />}</Suspense>;
}

export function hasAccountNotice(me: Me | undefined, pathname: string): boolean {
  if (!me) return false;
  return me.deletion_at !== null || (me.is_locked && !OPEN_WHILE_LOCKED.includes(pathname));
}

function LockedNotice() {
  const { signOut } = useSessionContext();
  return (
    <LockedAccount>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={PATHS.settings} variant="secondary">
          Settings and your data
        </ButtonLink>
        <Button variant="ghost" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </LockedAccount>
  );
}
