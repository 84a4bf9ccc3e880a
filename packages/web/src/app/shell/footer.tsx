import { PRODUCT_NAME, TAGLINE } from '@soulsight/contract/product';
import { EyeOff, Lock, ShieldCheck, Smartphone } from 'lucide-react';
import { useBrowserValue } from '../../lib/hooks/use-browser-value.ts';
import { FOOTER_GROUPS, listFooterPages, PAGES, PATHS } from '../../lib/paths.ts';
import { Brand } from '../../ui/brand.tsx';
import { Select } from '../../ui/input.tsx';
import { Link } from '../../ui/link.tsx';
import { APP_LINKS, LANGUAGES, socialLinks, TRUST_BADGES } from './footer.copy.ts';
import { NewsletterBox } from './newsletter-box.tsx';

const LINK = 'inline-flex min-h-11 items-center text-sm text-ink-soft transition hover:text-ink sm:min-h-9';
/** At the bottom, without a heading. */
const LEGAL = 'Legal';
const BADGE_ICONS = [Lock, EyeOff, ShieldCheck];

/** @param hasFields whether its fields can be used */
export function Footer({ hasFields = true }: { hasFields?: boolean }) {
  return (
    <footer className="mt-16 border-t border-line bg-bg-deep">
      <div className="wide-x mx-auto flex max-w-7xl flex-col gap-12 py-14">
        <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]">
          <div className="flex flex-col gap-8">
            <div className="flex flex-col gap-3">
              <Brand />
              <p className="text-sm text-ink-soft">{TAGLINE}.</p>
            </div>
            <div inert={!hasFields}>
              <NewsletterBox />
            </div>
          </div>
          <LinkGroups />
        </div>
        <div className="flex flex-col gap-6 border-t border-line pt-8 lg:flex-row lg:items-center lg:justify-between">
          <AppLinks />
          <SocialLinks />
          <TrustBadges />
        </div>
        <div className="flex flex-col gap-4 border-t border-line pt-6 md:flex-row md:items-center md:justify-between">
          <nav aria-label={LEGAL} className="flex flex-wrap gap-x-6">
            {listFooterPages(LEGAL).map((id) => (
              <Link key={id} to={PATHS[id]} className={LINK}>
                {PAGES[id].title}
              </Link>
            ))}
          </nav>
          <p className="text-xs text-ink-faint" suppressHydrationWarning>
            © {new Date().getFullYear()} {PRODUCT_NAME}
          </p>
          <div inert={!hasFields} className="w-full md:w-48">
            <Select
              label="Language"
              hideLabel
              defaultValue={LANGUAGES[0]}
              options={LANGUAGES.map((language) => ({ value: language, label: language }))}
            />
          </div>
        </div>
      </div>
    </footer>
  );
}

function LinkGroups() {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-10 max-[17rem]:grid-cols-1 sm:grid-cols-4">
      {FOOTER_GROUPS.filter((group) => group !== LEGAL).map((group) => (
        <nav key={group} aria-label={group}>
          <h2 className="mb-2 text-sm font-semibold">{group}</h2>
          <ul>
            {listFooterPages(group).map((id) => (
              <li key={id}>
                <Link to={PATHS[id]} className={LINK}>
                  {PAGES[id].title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </div>
  );
}

function AppLinks() {
  return (
    <div className="flex flex-wrap gap-3">
      {APP_LINKS.map(({ store, label, to }) => (
        <Link
          key={to}
          to={to}
          className="flex min-h-14 items-center gap-3 rounded-md bg-surface px-4 ring-1 ring-inset ring-line transition hover:ring-line-strong"
        >
          <Smartphone aria-hidden className="size-6 text-accent-text" strokeWidth={1.5} />
          <span className="flex flex-col">
            <span className="text-2xs text-ink-faint">{store}</span>
            <span className="text-sm font-medium">{label}</span>
          </span>
        </Link>
      ))}
    </div>
  );
}

const readOrigin = () => window.location.origin;

function SocialLinks() {
  const origin = useBrowserValue(readOrigin, '');
  return (
    <ul aria-label="Share" className="flex flex-wrap gap-x-5">
      {socialLinks(origin).map(({ label, href }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noreferrer" aria-label={`Share on ${label}`} className={LINK}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function TrustBadges() {
  return (
    <ul aria-label="What you can rely on" className="flex flex-wrap gap-x-5 gap-y-2">
      {TRUST_BADGES.map((badge, at) => {
        const Icon = BADGE_ICONS[at] ?? Lock;
        return (
          <li key={badge} className="flex items-center gap-1.5 text-xs text-ink-faint">
            <Icon aria-hidden className="size-4 text-good" />
            {badge}
          </li>
        );
      })}
    </ul>
  );
}
