import { type Me, ONBOARDING_STEPS, type OnboardingStep } from '@soulsight/contract/profile';
import { useQueryClient } from '@tanstack/react-query';
import { cx } from 'class-variance-authority';
import { ChevronLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Questionnaire } from '../../features/bgp/components/questionnaire.tsx';
import { AnalysisConsent } from '../../features/profile/components/analysis-consent.tsx';
import { BasicsForm } from '../../features/profile/components/basics-form.tsx';
import { PhotosForm } from '../../features/profile/components/photos-form.tsx';
import { PlaceForm } from '../../features/profile/components/place-form.tsx';
import { PreferencesForm } from '../../features/profile/components/preferences-form.tsx';
import { PromptsForm } from '../../features/profile/components/prompts-form.tsx';
import { PROFILE_COPY, STEP_LABELS } from '../../features/profile/profile.copy.ts';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { Aura } from '../../ui/aura/aura.tsx';
import { Card } from '../../ui/card.tsx';
import { OnboardingResult } from './onboarding-result.tsx';

const COPY = PROFILE_COPY.steps;

interface PartProps {
  step: OnboardingStep;
  me: Me;
  onDone: () => void;
  submitLabel: string;
  /** In onboarding: hides what the sign-up form has asked already. */
  asksOnce?: boolean;
}

/** The form for one step, used in onboarding and on the profile page. */
export function ProfileStepForm({ step, asksOnce = false, ...props }: PartProps) {
  if (step === 'basics') return <BasicsForm asksOnce={asksOnce} {...props} />;
  if (step === 'wishes') return <PreferencesForm {...props} />;
  if (step === 'place') return <PlaceForm {...props} />;
  if (step === 'prompts') return <PromptsForm {...props} />;
  if (step === 'photos') return <PhotosForm {...props} />;
  if (!props.me.consents.behavioural_analysis) return <AnalysisConsent onDecline={props.onDone} />;
  return <Questionnaire onDone={props.onDone} doneLabel={props.submitLabel} />;
}

function submitLabelFor(step: OnboardingStep, me: Me): string {
  if (step !== 'photos') return COPY.next;
  return me.photos.length === 0 ? COPY.finishWithout : COPY.finish;
}

/** Six steps, each saved on its own, and a summary. Onboarding resumes at the first missing step. */
export function Onboarding({ me: known, onDone }: { me: Me; onDone: () => void }) {
  // Read from the cache: the next step needs what the previous one saved, and the prop updates a moment later.
  const me = useMe().data ?? known;
  const [at, setAt] = useState<OnboardingStep>(me.onboarding.missing[0] ?? 'photos');
  const [isFinished, setFinished] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const index = ONBOARDING_STEPS.indexOf(at);
  const previous = ONBOARDING_STEPS[index - 1];
  const labels = STEP_LABELS[at];

  function next() {
    const following = ONBOARDING_STEPS[index + 1];
    if (!following) return finish();
    goTo(following);
  }

  function finish() {
    setFinished(true);
    // What the answers say, whether or not the notice of it arrived.
    void invalidateRoots(client, 'bgp', 'me');
  }

  function goTo(step: OnboardingStep) {
    // The button that had the focus is gone with its step.
    flushSync(() => setAt(step));
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }

  if (isFinished) return <OnboardingResult me={me} onHome={onDone} />;

  return (
    <div className="grid items-start gap-12 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-16">
      <aside aria-hidden className="sticky top-28 hidden flex-col items-center gap-6 pt-16 lg:flex">
        <Aura aura={me.aura} className="w-full" progress={(index + 1) / ONBOARDING_STEPS.length} />
        <p className="text-center text-sm text-ink-faint">{COPY.aura}</p>
      </aside>
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-8">
        <Steps index={index} onChoose={goTo} />
        <header className="flex items-center gap-5">
          <div className="flex min-w-0 grow flex-col gap-2">
            <div className="flex items-center gap-1">
              {previous && (
                <button
                  type="button"
                  aria-label={COPY.previous}
                  title={COPY.previous}
                  onClick={() => goTo(previous)}
                  className="-my-3 -ml-3 grid size-11 place-items-center rounded-full text-ink-soft transition hover:bg-raised hover:text-ink"
                >
                  <ChevronLeft aria-hidden className="size-5" />
                </button>
              )}
              <p className="text-sm text-ink-faint">{COPY.count(index + 1, ONBOARDING_STEPS.length)}</p>
            </div>
            <h1 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
              {labels.title}
            </h1>
            <p className="text-ink-soft sm:text-lg">{labels.lead}</p>
          </div>
          <Aura aura={me.aura} size={76} className="lg:hidden" />
        </header>
        <Card key={at} className="animate-rise">
          <ProfileStepForm step={at} me={me} onDone={next} submitLabel={submitLabelFor(at, me)} asksOnce />
        </Card>
      </div>
    </div>
  );
}

/** Progress through the steps; earlier steps can be opened again. */
function Steps({ index, onChoose }: { index: number; onChoose: (step: OnboardingStep) => void }) {
  return (
    <ol className="flex gap-2" aria-label="Steps">
      {ONBOARDING_STEPS.map((step, i) => (
        <li key={step} className="grow">
          <button
            type="button"
            aria-label={`${i + 1}. ${STEP_LABELS[step].title}`}
            aria-current={i === index ? 'step' : undefined}
            disabled={i > index}
            onClick={() => onChoose(step)}
            className="group flex h-11 w-full items-center"
          >
            <span
              className={cx(
                'h-1.5 w-full rounded-full transition duration-300 ease-soft',
                i < index && 'bg-accent opacity-55 group-hover:opacity-100',
                i === index && 'bg-accent',
                i > index && 'bg-line',
              )}
            />
          </button>
        </li>
      ))}
    </ol>
  );
}
