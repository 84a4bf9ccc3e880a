import type { Match } from '@soulsight/contract/match';
import type { Me } from '@soulsight/contract/profile';
import { cx } from 'class-variance-authority';
import { ArrowRight } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useBgpProfile, useInsights } from '../../features/bgp/bgp.hooks.ts';
import { InsightList } from '../../features/bgp/components/insight-list.tsx';
import { useMatches } from '../../features/match/match.hooks.ts';
import { canFind, sortMatches } from '../../features/match/match.rules.ts';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { isPaymentNoteClosed } from '../../features/subscription/closed-payment-note.ts';
import { conversationPath, PAGES, PATHS } from '../../lib/paths.ts';
import { Aura } from '../../ui/aura/aura.tsx';
import { PersonAura } from '../../ui/aura/person-aura.tsx';
import { OTHER_AURA } from '../../ui/aura/welcome-aura.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import {
  describeMoments,
  matchName,
  type NextStep,
  nextStep,
  type ProfileTask,
  profileTasks,
} from './dashboard.rules.ts';

/** Only for a day without a new person. */
const OpenQuestion = lazyPart(() => import('../../features/bgp/components/open-question.tsx'), 'OpenQuestion');

/** Only few payments fail. */
const PaymentNote = lazyPart(() => import('../../features/subscription/components/payment-note.tsx'), 'PaymentNote');

/** Only newcomers need it. */
const Onboarding = lazyPart(() => import('../onboarding/onboarding.tsx'), 'Onboarding', ErrorState);

/** Home: the rest of onboarding, or what is new and the best next step. */
export function DashboardScreen() {
  const me = useMe();
  const known = me.data?.onboarding.complete;
  // Decided once, when the user has loaded: saving the last required step must not hide the optional ones.
  const [settingUp, setSettingUp] = useState<boolean>();
  if (settingUp === undefined && known !== undefined) setSettingUp(!known);
  return (
    <Page title={PAGES.dashboard.title}>
      {me.isPending && <DashboardSkeleton />}
      {me.isLoadingError && <ErrorState error={me.error} onRetry={() => me.refetch()} />}
      <Suspense fallback={<DashboardSkeleton />}>
        {me.data &&
          (settingUp ? <Onboarding me={me.data} onDone={() => setSettingUp(false)} /> : <Home me={me.data} />)}
      </Suspense>
    </Page>
  );
}

function greeting(name: string | null, hour = new Date().getHours()): string {
  const time = hour < 5 ? "You're up late" : hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
  return name ? `${time}, ${name}` : time;
}

function Home({ me }: { me: Me }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const matches = useMatches(me.isVerified);
  const insights = useInsights();
  const { profile, isPending, isAwaited, note, retry, retrying } = useBgpProfile();
  const people = matches.data ? sortMatches(matches.data.matches) : null;
  const isDayOver = matches.data !== undefined && !people?.suggested && !canFind(matches.data.usage_limits);
  // All at once, so that nothing moves when the matches arrive, or the profile, which decides on the next step.
  if (isAwaited || (me.isVerified && matches.isPending)) return <DashboardSkeleton name={me.firstName} />;
  return (
    <div className="flex flex-col gap-8">
      <h1 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {greeting(me.firstName)}
      </h1>
      {me.payment_due_until && !isPaymentNoteClosed(me.payment_due_until) && (
        <Suspense fallback={<Skeleton className="h-32 sm:h-15" />}>
          <PaymentNote until={me.payment_due_until} next={heading} />
        </Suspense>
      )}
      <NextStepCard me={me} step={nextStep(me, matches.data, profile?.ready_for_matching ?? true)} />
      {matches.isLoadingError && (
        <ErrorState error={matches.error} context="matching" onRetry={() => matches.refetch()} />
      )}
      {isDayOver && me.consents.behavioural_analysis && (
        <Suspense>
          <OpenQuestion />
        </Suspense>
      )}
      {people && people.mutual.length + people.chatting.length > 0 && (
        <section aria-label="Your people">
          <h2 className="display mb-4 text-xl">Your people</h2>
          <ul className="fade-end -mx-2 flex gap-2 overflow-x-auto pr-8 pb-2 pl-2">
            {[...people.mutual, ...people.chatting].map((match) => (
              <MatchTile key={match.id} match={match} />
            ))}
          </ul>
        </section>
      )}
      <div className="grid gap-6 md:grid-cols-[1.4fr_1fr] lg:grid-cols-[1.6fr_1fr]">
        <Card>
          <CardTitle
            aside={
              <Link to={PATHS.profile} className="py-2 hover:underline">
                See all
              </Link>
            }
          >
            What we see in you
          </CardTitle>
          {isPending && <TextSkeleton />}
          {/* Nothing is known of somebody whose profile could not be fetched: only the note says something. */}
          {!isPending && !(note && insights.length === 0) && <InsightList insights={insights.slice(0, 2)} />}
          {note && (
            <p
              role="alert"
              className={cx('flex flex-wrap items-center gap-x-4 text-sm text-bad', insights.length > 0 && 'mt-4')}
            >
              {note}
              <Button variant="ghost" size="sm" className="-ml-4" loading={retrying} onClick={retry}>
                Try Again
              </Button>
            </p>
          )}
        </Card>
        <Card>
          <CardTitle>You</CardTitle>
          <Link to={PATHS.profile} className="flex items-center gap-5">
            <Aura aura={me.aura} size={84} />
            <span className="flex flex-col text-sm text-ink-soft">
              <span>
                Trust {Math.round(me.trust_score)} percent{me.trust_is_new && ', new'}
              </span>
              {profile && !(note && profile.recent_events.length === 0) && (
                <span>{describeMoments(profile.recent_events.length)}</span>
              )}
            </span>
          </Link>
          <ProfileTasks tasks={profileTasks(me)} />
        </Card>
      </div>
    </div>
  );
}

/** What is left of the profile: both can be skipped in onboarding. */
function ProfileTasks({ tasks }: { tasks: readonly ProfileTask[] }) {
  if (tasks.length === 0) return null;
  return (
    <section aria-label="Your profile" className="mt-5 border-t border-line pt-4">
      <h3 className="mb-1 text-sm text-ink-faint">
        {tasks.length === 1 ? '1 thing' : `${tasks.length} things`} left on your profile
      </h3>
      <ul>
        {tasks.map(({ label, href, progress }) => (
          <li key={href}>
            <Link to={href} className="flex min-h-11 items-center justify-between gap-3 text-sm hover:underline">
              <span>
                {label}
                {progress && <span className="text-ink-faint tabular-nums"> · {progress}</span>}
              </span>
              <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NextStepCard({ me, step }: { me: Me; step: NextStep }) {
  return (
    <section
      aria-label="Next step"
      className="relative isolate overflow-hidden rounded-2xl bg-surface ring-1 ring-inset ring-line"
    >
      {/* Somebody who is not known yet. */}
      {!step.match && (
        <span
          aria-hidden
          className="absolute inset-y-0 -right-16 -z-10 my-auto size-96 opacity-40 blur-md max-lg:hidden"
        >
          <Aura aura={OTHER_AURA} className="block w-full" still />
        </span>
      )}
      <div className="flex flex-col items-center gap-6 p-8 text-center sm:flex-row sm:gap-10 sm:p-10 sm:text-left">
        {step.match ? <PersonAura person={step.match.person} size={184} /> : <Aura aura={me.aura} size={184} />}
        <div className="flex flex-col items-center gap-3 sm:items-start">
          <h2 className="display text-3xl">{step.title}</h2>
          <p className="text-lg text-ink-soft">{step.text}</p>
          <ButtonLink to={step.href} size="lg" className="mt-2">
            {step.action}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** Out of view it is not laid out: there can be many. */
function MatchTile({ match }: { match: Match }) {
  const { person } = match;
  return (
    <li className="shrink-0 [contain-intrinsic-size:auto_8rem_auto_11rem] [content-visibility:auto]">
      <Link
        to={match.conversation_id ? conversationPath(match.conversation_id) : PATHS.matching}
        className="flex w-32 min-w-[7em] flex-col items-center gap-3 rounded-xl p-3 text-center text-sm transition hover:bg-raised"
      >
        <PersonAura person={person} size={96} />
        <span className="line-clamp-2 w-full wrap-anywhere">{matchName(match)}</span>
      </Link>
    </li>
  );
}

/** With the greeting once the user is known. */
function DashboardSkeleton({ name }: { name?: string | null }) {
  return (
    <div className="flex flex-col gap-8">
      {name === undefined ? <Skeleton className="h-11 w-72" /> : <h1 className="display text-3xl">{greeting(name)}</h1>}
      <div role="status" aria-label="Loading your dashboard" className="flex flex-col gap-8">
        <Skeleton className="h-64 rounded-2xl" />
        <div className="grid gap-6 md:grid-cols-[1.4fr_1fr] lg:grid-cols-[1.6fr_1fr]">
          <Skeleton className="h-40 rounded-xl" />
          <Skeleton className="h-40 rounded-xl" />
        </div>
      </div>
    </div>
  );
}
