import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { NotificationSettings } from '../../features/notifications/components/notification-settings.tsx';
import { DeleteAccount, ExportData, PrivacySettings } from '../../features/profile/components/privacy-settings.tsx';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { BlockedUsers } from '../../features/safety/components/blocked-users.tsx';
import { ContactBlocks } from '../../features/safety/components/contact-blocks.tsx';
import { MetPeople } from '../../features/safety/components/met-people.tsx';
import { Sanctions } from '../../features/safety/components/sanctions.tsx';
import { setAuraMotion, useAuraMotion } from '../../lib/browser/aura-motion.ts';
import { useTheme } from '../../lib/browser/theme.ts';
import { useIdle } from '../../lib/hooks/use-idle.ts';
import { PAGES } from '../../lib/paths.ts';
import { Card, CardTitle } from '../../ui/card.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { PersonMenu } from '../person/person-menu.tsx';

const SignInSection = lazyPart(() => import('./sign-in-section.tsx'), 'SignInSection', ErrorState);

const DeviceList = lazyPart(() => import('../../features/auth/session/device-list.tsx'), 'DeviceList', ErrorState);

const SECTIONS = [
  { id: 'notifications', title: 'Notifications' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'people', title: 'People and safety' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'sign-in', title: 'Signing in' },
  { id: 'devices', title: 'Your devices' },
  { id: 'data', title: 'Your data' },
] as const;

/** All settings on one page, with links to its sections. */
export function SettingsScreen() {
  const me = useMe();
  const { hash } = useLocation();
  const isIdle = useIdle();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page title={PAGES.settings.title}>
      <PageHeader title={PAGES.settings.title} />
      <div className="grid items-start gap-8 lg:grid-cols-[12rem_1fr]">
        <nav
          aria-label="Settings"
          className="flex gap-1.5 overflow-x-auto max-lg:fade-end max-lg:pr-8 lg:sticky lg:top-24 lg:flex-col lg:gap-1"
        >
          {SECTIONS.map((section) => (
            <a
              key={section.id}
              href={`#${section.id}`}
              className="flex min-h-11 shrink-0 items-center rounded-md px-3 text-sm whitespace-nowrap text-ink-soft ring-line ring-inset hover:bg-raised hover:text-ink max-lg:rounded-full max-lg:px-4 max-lg:ring-1"
            >
              {section.title}
            </a>
          ))}
        </nav>
        <div className="flex min-w-0 flex-col gap-6">
          <Sanctions />
          <Section id="notifications">
            <NotificationSettings />
          </Section>
          <Section id="privacy">
            {me.isLoadingError && <ErrorState error={me.error} onRetry={() => me.refetch()} />}
            {me.data ? <PrivacySettings me={me.data} /> : me.isPending && <TextSkeleton lines={5} />}
          </Section>
          <Section id="people">
            <h3 className="mb-3 font-medium">People you met before</h3>
            <MetPeople menu={({ id, name }) => <PersonMenu userId={id} name={name} />} />
            <h3 className="mt-8 mb-3 font-medium">Blocked people</h3>
            <BlockedUsers />
            <h3 className="mt-8 mb-3 font-medium">Block someone before you meet</h3>
            <ContactBlocks />
          </Section>
          <Section id="appearance">
            <div className="flex flex-col gap-8">
              <ThemeChoice />
              <AuraMotionChoice />
            </div>
          </Section>
          <Section id="sign-in">
            <Suspense fallback={<TextSkeleton lines={8} />}>
              {isIdle ? <SignInSection /> : <TextSkeleton lines={8} />}
            </Suspense>
          </Section>
          <Section id="devices">
            <Suspense fallback={<TextSkeleton lines={3} />}>
              {isIdle ? <DeviceList /> : <TextSkeleton lines={3} />}
            </Suspense>
          </Section>
          <Section id="data">
            <div className="flex flex-col gap-8">
              <ExportData />
              <DeleteAccount premium={me.data?.subscription.plan === 'premium'} />
            </div>
          </Section>
        </div>
      </div>
    </Page>
  );
}

function Section({ id, children }: { id: (typeof SECTIONS)[number]['id']; children: ReactNode }) {
  return (
    <Card id={id}>
      <CardTitle>{SECTIONS.find((section) => section.id === id)?.title}</CardTitle>
      {children}
    </Card>
  );
}

function ThemeChoice() {
  const { choice, setTheme } = useTheme();
  return (
    <RadioGroup
      label="Theme"
      hideLabel
      columns={3}
      value={choice}
      onChange={setTheme}
      options={[
        { value: 'dark', label: 'Dark', hint: 'Easy on the eyes at night.' },
        { value: 'light', label: 'Light', hint: 'Bright and clear.' },
        { value: 'system', label: 'Match device', hint: 'Follows your device.' },
      ]}
    />
  );
}

function AuraMotionChoice() {
  return (
    <RadioGroup
      label="Auras"
      columns={3}
      value={useAuraMotion()}
      onChange={setAuraMotion}
      options={[
        { value: 'auto', label: 'Automatic', hint: 'They move while you use the page, and save your battery.' },
        { value: 'always', label: 'Always moving', hint: 'On any device. Uses more battery.' },
        { value: 'still', label: 'Still', hint: 'They never move.' },
      ]}
    />
  );
}
