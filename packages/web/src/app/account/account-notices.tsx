import type { Me } from '@soulsight/contract/user';
import { ComeBack } from '../../features/profile/components/come-back.tsx';
import { LockedAccount } from '../../features/safety/components/locked-account.tsx';
import { PATHS } from '../../lib/paths.ts';
import { useSessionContext } from '../../lib/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';

/** Pages that a locked user still needs: their settings, their data, and the notifications about the decision. */
const OPEN_WHILE_LOCKED: readonly string[] = [PATHS.settings, PATHS.notifications];

/** What a user sees instead of a page while their account is being deleted or is locked; null otherwise. */
export function AccountNotice({ me }: { me: Me | undefined }) {
  if (me?.deletion_at) return <ComeBack deletionAt={me.deletion_at} />;
  return <LockedNotice />;
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
