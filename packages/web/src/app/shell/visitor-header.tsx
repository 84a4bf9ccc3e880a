import { PRODUCT_NAME } from '@soulsight/contract/product';
import { usePathname } from '../../lib/browser/pathname.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session/session.ts';
import { Brand } from '../../ui/brand.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';

const LINK =
  'hidden min-h-11 items-center rounded-full px-4 text-sm font-medium text-ink-soft transition hover:text-ink md:flex';

/** The header for visitors, and for everyone on the landing page. */
export function VisitorHeader() {
  const pathname = usePathname();
  return (
    <header className="sticky top-0 z-30 bg-gradient-to-b from-bg via-bg/80 to-transparent">
      <div className="wide-x mx-auto flex h-16 max-w-7xl low:h-12 items-center gap-2">
        <Link to={PATHS.landing} aria-label={PRODUCT_NAME} className="flex min-h-11 items-center rounded-full">
          <Brand className="max-[23rem]:[&>span]:sr-only" />
        </Link>
        <nav aria-label="Main" className="ml-auto flex items-center gap-1">
          <a href="/#how" className={LINK}>
            How it works
          </a>
          <Link to={PATHS.safety} className={LINK}>
            Safety
          </Link>
          <SignInLinks path={pathname} />
        </nav>
      </div>
    </header>
  );
}

function SignInLinks({ path }: { path: string }) {
  const session = useSession();
  if (session.status === 'loading' || session.status === 'unreachable') return null;
  if (session.status === 'signed_in') {
    if (path === PATHS.dashboard) return null;
    return (
      <ButtonLink to={PATHS.dashboard} size="sm">
        Open {PRODUCT_NAME}
      </ButtonLink>
    );
  }
  return (
    <>
      {path !== PATHS.signIn && (
        <ButtonLink to={PATHS.signIn} size="sm" variant="ghost">
          Sign in
        </ButtonLink>
      )}
      {path !== PATHS.signUp && (
        <ButtonLink to={PATHS.signUp} size="sm">
          Join
        </ButtonLink>
      )}
    </>
  );
}
