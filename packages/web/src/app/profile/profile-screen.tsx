import type { BgpProfile } from '@soulsight/contract/bgp';
import type { Me, OnboardingStep } from '@soulsight/contract/profile';
import { traitLabel } from '@soulsight/contract/traits';
import { cx } from 'class-variance-authority';
import { Pencil, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useBgpProfile, useInsights } from '../../features/bgp/bgp.hooks.ts';
import { describeReadiness, isKnown } from '../../features/bgp/bgp.rules.ts';
import { AnalysisCard } from '../../features/bgp/components/analysis-card.tsx';
import { EvolutionList } from '../../features/bgp/components/evolution-list.tsx';
import { InsightList, RecommendationList } from '../../features/bgp/components/insight-list.tsx';
import { ImpressionsCard } from '../../features/feedback/components/impressions-card.tsx';
import { PHOTOS_LABELS, PROFILE_COPY, STEP_LABELS } from '../../features/profile/profile.copy.ts';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { describePart } from '../../features/profile/profile-parts.ts';
import { PAGES, PATHS, profilePath } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { Aura } from '../../ui/aura/aura.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { CardsSkeleton, Skeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

/** The forms are large, and most visits only read. */
const ProfileStepForm = lazyPart(() => import('../onboarding/onboarding.tsx'), 'ProfileStepForm', ErrorState);

/** On tabs that are opened later. */
const TraitChart = lazyPart(() => import('../../features/bgp/components/trait-chart.tsx'), 'TraitChart', ErrorState);
const TrustCard = lazyPart(() => import('../../features/trust/components/trust-card.tsx'), 'TrustCard', ErrorState);

/** Only for an address that somebody changed by hand. */
const NotFoundScreen = lazyPart(() => import('../../ui/not-found-screen.tsx'), 'NotFoundScreen', ErrorState);

const SeenByOthers = lazyPart(() => import('./seen-by-others.tsx'), 'SeenByOthers', ErrorState);

const TABS = ['overview', 'traits', 'edit', 'trust'] as const;
type Tab = (typeof TABS)[number];
const EDITABLE: readonly OnboardingStep[] = ['basics', 'wishes', 'place', 'prompts', 'questions', 'photos'];

function isTab(section: string): section is Tab {
  return (TABS as readonly string[]).includes(section);
}

/** /profile/{section?}: one tab per section. The name of an onboarding step opens that step for editing. */
export function ProfileScreen() {
  const { section = 'overview' } = useParams();
  const me = useMe();
  const part = EDITABLE.find((step) => step === section);
  const tab: Tab | null = part ? 'edit' : isTab(section) ? section : null;
  const navigate = useNavigate();
  if (!tab) {
    return (
      <Suspense fallback={<ProfileSkeleton />}>
        <NotFoundScreen />
      </Suspense>
    );
  }
  return (
    <Page title={PAGES.profile.title}>
      {me.isLoadingError && <ErrorState error={me.error} onRetry={() => me.refetch()} />}
      {!me.data && <h1 className="sr-only">{PAGES.profile.title}</h1>}
      {me.isPending && <ProfileSkeleton />}
      {me.data && (
        <div className="flex flex-col gap-10">
          <ProfileHeader me={me.data} compact={tab !== 'overview'} />
          <Tabs
            label="Profile"
            value={tab}
            onChange={(next) => navigate(next === 'overview' ? PATHS.profile : profilePath(next))}
            tabs={[
              { value: 'overview', label: 'Overview', content: <Overview me={me.data} /> },
              { value: 'traits', label: 'Traits', content: <Traits me={me.data} /> },
              { value: 'edit', label: 'About you', content: <Editing me={me.data} part={part} /> },
              { value: 'trust', label: 'Trust', content: <Trust /> },
            ]}
          />
        </div>
      )}
    </Page>
  );
}

function ProfileHeader({ me, compact }: { me: Me; compact: boolean }) {
  const name = <h1 className={cx('display min-w-0', compact ? 'text-3xl' : 'text-4xl')}>{me.firstName ?? 'You'}</h1>;
  if (compact) {
    return (
      <header className="flex items-center gap-5">
        <Aura aura={me.aura} size={76} label="Your aura" />
        {name}
      </header>
    );
  }
  return (
    <header className="flex flex-col items-center gap-6 sm:flex-row sm:gap-10">
      <Aura aura={me.aura} size={192} label="Your aura" />
      <div className="flex min-w-0 flex-col gap-2 text-center max-sm:max-w-full sm:text-left">
        {name}
        <p className="max-w-md text-ink-soft">
          People meet you as this light first, under another name. The light is drawn from how you are, and it changes
          as you do.
        </p>
      </div>
    </header>
  );
}

function Overview({ me }: { me: Me }) {
  const known = useBgpProfile();
  const insights = useInsights();
  const { profile, isPending, note, retry, retrying } = known;
  const missing = note === null ? null : { retry, retrying };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1.4fr_1fr]">
      <div className="flex flex-col gap-6">
        <Card>
          <CardTitle>What we see</CardTitle>
          {isPending ? <TextSkeleton /> : <InsightList insights={insights} missing={missing} />}
        </Card>
        <Suspense fallback={<CardsSkeleton lines={[6]} />}>
          <SeenByOthers me={me} />
        </Suspense>
        <Card>
          <CardTitle>What changed</CardTitle>
          {isPending ? <TextSkeleton /> : <EvolutionList evolution={profile?.evolution ?? []} missing={missing} />}
        </Card>
      </div>
      <div className="flex flex-col gap-6">
        <AnalysisCard known={known} consented={me.consents.behavioural_analysis} />
        {profile && profile.recommendations.length > 0 && (
          <Card>
            <CardTitle>What would help</CardTitle>
            <RecommendationList recommendations={profile.recommendations} />
          </Card>
        )}
        <ImpressionsCard />
      </div>
    </div>
  );
}

function Traits({ me }: { me: Me }) {
  const known = useBgpProfile();
  const { profile } = known;
  if (!profile) return <TraitsSkeleton />;
  const analysis = <AnalysisCard known={known} consented={me.consents.behavioural_analysis} />;
  if (known.isMissing) {
    return (
      <div className="flex flex-col gap-8">
        {analysis}
        <StartingValues readings={profile.readings} />
      </div>
    );
  }
  const isEarly = profile.analysis_status === 'fallback';
  const isUnknown = !profile.readings.some(isKnown);
  return (
    <div className="flex flex-col gap-8">
      {/* Early figures are not read before that is said. */}
      {isEarly && analysis}
      <Suspense fallback={<TraitsSkeleton />}>
        <TraitChart readings={profile.readings} aura={isEarly ? me.aura : profile.aura} />
      </Suspense>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-sm">
        <Estimate name="Attachment style" value={isUnknown ? null : profile.traits.attachment_style} early={isEarly} />
        <Estimate name="Overall score" value={isUnknown ? null : String(profile.overall_score)} early={isEarly} />
        <Fact name="Matching" value={describeReadiness(profile)} />
      </dl>
      {!isEarly && analysis}
    </div>
  );
}

/** A flower, and what its petals are. */
function TraitsSkeleton() {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_1fr]">
      <Skeleton className="mx-auto aspect-square w-full max-w-104 rounded-full" />
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <TextSkeleton lines={7} />
        <TextSkeleton lines={7} />
      </div>
    </div>
  );
}

function Trust() {
  return (
    <Suspense fallback={<CardsSkeleton lines={[3, 4, 3]} />}>
      <TrustCard />
    </Suspense>
  );
}

/** In place of the traits of a profile that could not be loaded: what every profile starts with, and that it is no more than that. */
function StartingValues({ readings }: Pick<BgpProfile, 'readings'>) {
  return (
    <Card>
      <CardTitle>What every profile starts with</CardTitle>
      <p className="mb-4 text-ink-soft">
        These values are the same for everyone and say nothing about you. You see your own once your profile is loaded.
      </p>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-sm">
        {readings.map(({ trait, value }) => (
          <Fact key={trait} name={traitLabel(trait)} value={value} />
        ))}
      </dl>
    </Card>
  );
}

interface EstimateProps {
  name: string;
  /** Null if nothing is known. */
  value: string | null;
  early: boolean;
}

function Estimate({ name, value, early }: EstimateProps) {
  if (value === null) return <Fact name={name} value="Not known yet" />;
  return <Fact name={name} value={value} note={early ? 'a first estimate' : undefined} />;
}

function Fact({ name, value, note }: { name: string; value: string | number; note?: string | undefined }) {
  return (
    <div className="flex flex-col">
      <dt className="text-ink-faint">{name}</dt>
      <dd className="text-base text-ink first-letter:uppercase">
        {value}
        {note && <span className="text-sm text-ink-faint"> ({note})</span>}
      </dd>
    </div>
  );
}

function labelsFor(step: OnboardingStep, me: Me) {
  return step === 'photos' && me.photos.length > 0 ? PHOTOS_LABELS : STEP_LABELS[step];
}

function Editing({ me, part }: { me: Me; part: OnboardingStep | undefined }) {
  const navigate = useNavigate();
  const [changed, setChanged] = useState<OnboardingStep>();
  if (part) {
    const labels = labelsFor(part, me);
    return (
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,42rem)_1fr]">
        <Card onChange={() => setChanged(part)}>
          <CardTitle
            aside={
              <Link
                to={profilePath('edit')}
                aria-label="Close"
                title="Close"
                className="-my-3 -mr-3 grid size-11 place-items-center rounded-full transition hover:bg-raised hover:text-ink"
              >
                <X aria-hidden className="size-5" />
              </Link>
            }
          >
            {labels.title}
          </CardTitle>
          <p className="-mt-2 mb-6 text-ink-soft">{labels.lead}</p>
          <Suspense fallback={<TextSkeleton lines={6} />}>
            <ProfileStepForm
              step={part}
              me={me}
              submitLabel={PROFILE_COPY.steps.save}
              onDone={() => {
                toast.success(PROFILE_COPY.steps.saved);
                navigate(profilePath('edit'));
              }}
            />
          </Suspense>
        </Card>
        <OtherParts
          part={part}
          me={me}
          isChanged={changed === part && !SAVED_AT_ONCE.includes(part)}
          onLeave={() => setChanged(undefined)}
        />
      </div>
    );
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {EDITABLE.map((step) => (
        <li key={step}>
          <button
            type="button"
            onClick={() => navigate(profilePath(step))}
            className="flex h-full min-h-24 w-full items-center justify-between gap-4 rounded-xl bg-surface p-5 text-left ring-1 ring-inset ring-line transition hover:ring-line-strong"
          >
            <span className="flex min-w-0 flex-col gap-1">
              <span className="font-medium">{labelsFor(step, me).title}</span>
              {me.onboarding.missing.includes(step) ? (
                <span className="text-sm text-accent-text">
                  {step === 'questions' ? 'Answer as many as you like' : 'Not done yet'}
                </span>
              ) : (
                <span className="line-clamp-3 text-sm text-ink-faint">{describePart(step, me)}</span>
              )}
            </span>
            <Pencil aria-hidden className="size-5 shrink-0 text-ink-faint" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is chosen in these parts is saved at once. */
const SAVED_AT_ONCE: readonly OnboardingStep[] = ['photos', 'questions'];

interface OtherPartsProps {
  part: OnboardingStep;
  me: Me;
  /** Something in the form is not saved. */
  isChanged: boolean;
  onLeave: () => void;
}

/** Leads from one part to the others, where a wide window has room beside the form. */
function OtherParts({ part, me, isChanged, onLeave }: OtherPartsProps) {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<OnboardingStep>();
  return (
    <>
      <nav aria-label="Parts of your profile" className="sticky top-24 hidden flex-col gap-1 lg:flex">
        {EDITABLE.map((step) => (
          <Link
            key={step}
            to={profilePath(step)}
            aria-current={step === part ? 'page' : undefined}
            onClick={(event) => {
              if (!isChanged || step === part) return;
              event.preventDefault();
              setWanted(step);
            }}
            className="flex min-h-11 items-center rounded-md px-3 text-sm text-ink-soft hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink"
          >
            {labelsFor(step, me).title}
          </Link>
        ))}
      </nav>
      <AlertDialog
        open={wanted !== undefined}
        onOpenChange={(open) => !open && setWanted(undefined)}
        title="Leave without saving?"
        description="What you changed here isn't saved yet."
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={() => {
          if (wanted) navigate(profilePath(wanted));
          setWanted(undefined);
          onLeave();
        }}
      />
    </>
  );
}

function ProfileSkeleton() {
  return (
    <div role="status" aria-label="Loading your profile" className="flex flex-col gap-8">
      <div className="flex items-center gap-8">
        <Skeleton className="size-44 rounded-full" />
        <Skeleton className="h-12 w-60" />
      </div>
      <Skeleton className="h-80 rounded-xl" />
    </div>
  );
}
