import type { Me } from '@soulsight/contract/profile';
import { useEffect, useRef } from 'react';
import { useBgpProfile, useQuestions } from '../../features/bgp/bgp.hooks.ts';
import { FirstPerson } from '../../features/match/components/first-person.tsx';
import { PROFILE_COPY } from '../../features/profile/profile.copy.ts';
import { Aura } from '../../ui/aura/aura.tsx';
import { Button } from '../../ui/button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const COPY = PROFILE_COPY.result;
const SENTENCES = 3;

/** The end of onboarding: the user's aura, what their answers say about them in sentences, and the first person for them. */
export function OnboardingResult({ me, onHome }: { me: Me; onHome: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button that had the focus is gone with the last step.
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className="grid animate-rise items-start gap-4 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-16">
      <Aura
        aura={me.aura}
        label="Your aura"
        className="mx-auto w-full max-w-28 sm:max-w-60 lg:sticky lg:top-24 lg:max-w-[min(30rem,calc(100dvh-12rem))]"
      />
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 sm:gap-8 lg:gap-10 lg:pt-6">
        <section className="flex flex-col gap-3 text-center sm:gap-4 lg:text-left">
          <h1 ref={heading} tabIndex={-1} className="display text-4xl outline-none">
            {COPY.title(me.firstName)}
          </h1>
          <p className="text-lg text-ink-soft">{COPY.lead}</p>
          <Sentences hasConsent={me.consents.behavioural_analysis} />
        </section>
        <FirstPerson isVerified={me.isVerified} />
        <Button variant="ghost" className="self-center lg:-ml-6 lg:self-start" onClick={onHome}>
          {COPY.home}
        </Button>
      </div>
    </div>
  );
}

/** What is read from the answers, with its source; where nothing is known, why. */
function Sentences({ hasConsent }: { hasConsent: boolean }) {
  const { profile, isPending } = useBgpProfile();
  const questions = useQuestions();
  if (isPending || questions.isPending) return <TextSkeleton lines={SENTENCES} />;
  const answered = questions.data?.questions.filter(({ answer }) => answer !== null).length ?? 0;
  const insights = profile?.insights.slice(0, SENTENCES) ?? [];
  if (insights.length === 0)
    return (
      <p className="text-balance text-ink-soft">
        {hasConsent ? (answered === 0 ? COPY.unknown.unanswered : COPY.unknown.undecided) : COPY.unknown.declined}
      </p>
    );
  return (
    <>
      <ul className="flex flex-col gap-2 text-lg text-balance sm:gap-3 sm:text-xl">
        {insights.map(({ id, text }) => (
          <li key={id} className="display">
            {text}
          </li>
        ))}
      </ul>
      {answered > 0 && <p className="text-sm text-balance text-ink-faint">{COPY.source(answered)}</p>}
    </>
  );
}
